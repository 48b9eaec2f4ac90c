import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { dismiss, holdToasts, releaseToasts, say, settle, useToasts } from './toasts.ts'

function shown(): string[] {
  return useToasts.getState().toasts.map(({ text }) => text)
}

describe('a toast', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })

  afterEach(() => {
    vi.runAllTimers()
    useToasts.setState({ toasts: [] })
    vi.useRealTimers()
  })

  it('stays for 3 s', () => {
    say('info', 'saved')
    vi.advanceTimersByTime(2999)
    expect(shown()).toEqual(['saved'])
    vi.advanceTimersByTime(1)
    expect(shown()).toEqual([])
  })

  it('that offers to undo stays for 8 s, also when a pointer has held it, and is remembered without the offer', () => {
    say('success', 'moved', { label: 'Undo', run: () => {} })
    vi.advanceTimersByTime(7999)
    expect(shown()).toEqual(['moved'])
    holdToasts()
    vi.advanceTimersByTime(60_000)
    releaseToasts()
    vi.advanceTimersByTime(7999)
    expect(shown()).toEqual(['moved'])
    vi.advanceTimersByTime(1)
    expect(shown()).toEqual([])
    expect(Object.keys(useToasts.getState().past[0] ?? {})).not.toContain('action')
  })

  it('goes at once when it is dismissed', () => {
    say('info', 'saved')
    say('info', 'sent')
    dismiss(useToasts.getState().toasts[0]?.id ?? 0)
    expect(shown()).toEqual(['sent'])
  })

  it('of an error is not repeated until its words were not said for 1 s', () => {
    say('error', 'no network')
    for (let i = 0; i < 5; i++) {
      vi.advanceTimersByTime(900)
      say('error', 'no network')
    }
    for (const { id } of useToasts.getState().toasts) dismiss(id)
    say('error', 'no network')
    expect(shown()).toEqual([])
    vi.advanceTimersByTime(1000)
    say('error', 'no network')
    expect(shown()).toEqual(['no network'])
  })

  it('of another error is shown at once', () => {
    say('error', 'one')
    say('error', 'two')
    expect(shown()).toEqual(['one', 'two'])
  })

  it('of an error stays, three at most, until it is read, whatever else succeeds', () => {
    for (const text of ['first', 'second', 'third', 'fourth']) say('error', text)
    say('success', 'saved')
    say('success', 'tested', undefined, 'test')
    vi.advanceTimersByTime(60_000)
    expect(shown()).toEqual(['second', 'third', 'fourth'])
    for (const { id } of useToasts.getState().toasts) dismiss(id)
    expect(shown()).toEqual([])
  })

  it('of an error of an act stays until that act succeeds, whatever else does', () => {
    say('error', 'not saved', undefined, '/save')
    say('error', 'not sent', undefined, '/send')
    say('success', 'something else')
    settle('/other')
    settle('/send')
    vi.advanceTimersByTime(60_000)
    expect(shown()).toEqual(['not saved'])
    settle('/save')
    expect(shown()).toEqual([])
    say('error', 'no picture', undefined, 'picture')
    say('success', 'the picture is saved', undefined, 'picture')
    expect(shown()).toEqual(['the picture is saved'])
  })

  it('waits while it is pointed at, and is in the list of the last ones', () => {
    say('info', 'held')
    holdToasts()
    vi.advanceTimersByTime(60_000)
    expect(shown()).toEqual(['held'])
    releaseToasts()
    vi.advanceTimersByTime(3000)
    expect(shown()).toEqual([])
    expect(useToasts.getState().past[0]?.text).toBe('held')
  })

  it('leaves room for the page: four at most', () => {
    for (const text of ['a', 'b', 'c', 'd', 'e']) say('info', text)
    expect(shown()).toEqual(['b', 'c', 'd', 'e'])
  })
})
