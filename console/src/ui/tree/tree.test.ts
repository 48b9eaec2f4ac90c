import { describe, expect, it } from 'vitest'

import { checkedFromRoots, checkStates, rootsOfChecked, type TreeNode, withChecked } from './tree-checks.ts'
import { visibleNodes } from './tree-rows.ts'

function node(key: string, ...children: TreeNode[]): TreeNode {
  return { key, label: `Region ${key}`, children }
}

const FOREST = [node('a', node('b', node('c'), node('d')), node('e')), node('f')]

function states(...checked: string[]): Record<string, string> {
  return Object.fromEntries(checkStates(FOREST, new Set(checked)))
}

describe('ticks in a tree', () => {
  it('a branch is ticked when it and all below it are, and mixed when some of that is', () => {
    expect(states()).toEqual({ a: 'none', b: 'none', c: 'none', d: 'none', e: 'none', f: 'none' })
    expect(states('c', 'd')).toMatchObject({ a: 'mixed', b: 'mixed', c: 'checked' })
    expect(states('b', 'c', 'd')).toMatchObject({ a: 'mixed', b: 'checked', e: 'none' })
    expect(states('a')).toMatchObject({ a: 'mixed', b: 'none' })
  })

  it('ticking takes what is below along, unticking also what is above', () => {
    const all = withChecked(FOREST, new Set(), 'a', true)
    expect([...all].toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect([...withChecked(FOREST, all, 'c', false)].toSorted()).toEqual(['d', 'e'])
    expect([...withChecked(FOREST, all, 'unknown', false)]).toEqual([...all])
  })

  it('are named by their topmost nodes and come back from them', () => {
    const checked = withChecked(FOREST, new Set(['f']), 'b', true)
    expect(rootsOfChecked(FOREST, checked)).toEqual(['b', 'f'])
    expect(checkedFromRoots(FOREST, ['b', 'f', 'gone'])).toEqual(checked)
  })
})

describe('the nodes in sight', () => {
  const keys = (isOpen: (key: string) => boolean, text?: string): string[] =>
    visibleNodes(FOREST, isOpen, text).map((it) => it.node.key)

  it('are those below open ones', () => {
    expect(keys(() => false)).toEqual(['a', 'f'])
    expect(keys((key) => key === 'a')).toEqual(['a', 'b', 'e', 'f'])
  })

  it('have their place among those beside them, of which there are so many', () => {
    const places = (text?: string): string[] =>
      visibleNodes(FOREST, (key) => key === 'a', text).map(
        ({ node, place, siblings }) => `${node.key} ${place}/${siblings}`,
      )
    expect(places()).toEqual(['a 1/2', 'b 1/2', 'e 2/2', 'f 2/2'])
    expect(places('region d')).toEqual(['a 1/1', 'b 1/1', 'd 1/1'])
  })

  it('with a text are the hits and what is above them, open or not', () => {
    expect(keys(() => false, ' REGION d ')).toEqual(['a', 'b', 'd'])
    expect(keys(() => true, 'nowhere')).toEqual([])
  })
})
