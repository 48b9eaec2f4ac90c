import './tree.css'

import { type DragEvent, type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { useResting } from '../camera-card/use-resting.ts'
import { useTouched } from '../Dialog.tsx'
import { movedIndex } from '../device-tree/tree-keys.ts'
import { useWindowedRows } from '../device-tree/use-windowed-rows.ts'
import { type CheckState, checkStates, type TreeNode, withChecked } from './tree-checks.ts'
import { type VisibleNode, visibleNodes } from './tree-rows.ts'

const INDENT_PX = 18
/** Below this many roots and children the whole tree starts open. */
const OPEN_ALL_BELOW = 300

interface Props {
  label: string
  nodes: readonly TreeNode[]
  /** Said when there is no node. */
  emptyText: string
  hasSearch?: boolean
  /** Only the first level is shown at the start. */
  startsFolded?: boolean
  /** One node is chosen. */
  chosen?: string | undefined
  onChoose?: (key: string) => void
  /** Or several are ticked: the keys of all ticked nodes, see tree-checks.ts. Without `onCheck` they are only shown. */
  checked?: ReadonlySet<string>
  onCheck?: (checked: ReadonlySet<string>) => void
  /** Nodes can be dragged onto others; a tree that offers it offers a way by the keyboard too. */
  onDropOn?: ((dragged: string, target: string) => void) | undefined
  /** What lies beside the row, an id in the document, on which a mouse or the keys rest. */
  cardOf?: (key: string, beside: string) => ReactNode
  /** Whether its own nodes can be dragged: else only those of another tree are dropped here. */
  isDraggable?: boolean
}

/** The name under which a dragged node's key travels. */
const DRAGGED_NODE = 'text/x-vedette-node'

/** A tree whose nodes can be chosen or ticked; only the rows in sight are in the document. */
export function Tree(props: Props): ReactNode {
  const { label, nodes, emptyText, hasSearch = false, chosen, onChoose, checked, onCheck, onDropOn } = props
  const { cardOf, isDraggable = onDropOn !== undefined, startsFolded = false } = props
  const t = useT()
  const touched = useTouched()
  const id = useId()
  const [text, setText] = useState('')
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const startsOpen = useMemo(() => countOf(nodes) < OPEN_ALL_BELOW, [nodes])
  const isOpen = (key: string, depth: number): boolean =>
    (!startsFolded && (startsOpen || depth === 0)) !== toggled.has(key)
  const rows = visibleNodes(nodes, isOpen, text)
  const states = useMemo(() => (checked ? checkStates(nodes, checked) : undefined), [nodes, checked])
  const [current, setCurrent] = useState<string>()
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.key === (current ?? chosen)),
  )
  const resting = useResting<string>()
  const { scroller, onScroll, first, last, rowHeight, scrollTo, page } = useWindowedRows(rows.length)

  const move = (index: number): void => {
    const to = rows[index]?.node.key
    setCurrent(to)
    if (cardOf && to !== undefined) resting.comeTo(to, 'keys')
    scrollTo(index)
  }
  const toggle = (key: string): void => {
    const next = new Set(toggled)
    if (!next.delete(key)) next.add(key)
    setToggled(next)
  }
  const activate = ({ node }: VisibleNode): void => {
    setCurrent(node.key)
    if (checked && onCheck) {
      touched()
      onCheck(withChecked(nodes, checked, node.key, states?.get(node.key) !== 'checked'))
    } else if (onChoose) {
      touched()
      onChoose(node.key)
    } else if (node.children.length > 0) toggle(node.key)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at]
    if (!row) return
    resting.leave()
    const moved = movedIndex(event.key, { index: at, count: rows.length, page })
    const isUnfolded = row.node.children.length > 0 && (text !== '' || isOpen(row.node.key, row.depth))
    if (moved !== undefined) move(moved)
    else if (event.key === 'Enter' || event.key === ' ') activate(row)
    else if (event.key === 'ArrowRight') {
      if (isUnfolded) move(at + 1)
      else if (row.node.children.length > 0) toggle(row.node.key)
    } else if (event.key === 'ArrowLeft') {
      if (isUnfolded && text === '') toggle(row.node.key)
      else if (row.parent !== undefined) move(rows.findIndex(({ node }) => node.key === row.parent))
    } else return
    event.preventDefault()
  }

  return (
    <div className="tree" data-flat={nodes.every(({ children }) => children.length === 0)}>
      {hasSearch && (
        <input
          className="input"
          type="search"
          placeholder={t('ui.search')}
          aria-label={t('ui.searchIn', { label })}
          aria-controls={id}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {rows.length === 0 && (
        <p className="tree-note" role="status">
          {nodes.length === 0 ? emptyText : t('ui.noHits', { text })}
        </p>
      )}
      <div
        ref={scroller}
        id={id}
        className="tree-rows"
        onScroll={() => {
          resting.leave()
          onScroll()
        }}
        onPointerDown={resting.leave}
        onDragStart={resting.leave}
        onBlur={resting.leave}
        {...(rows.length > 0 && {
          role: 'tree',
          'aria-label': label,
          'aria-multiselectable': checked !== undefined,
          'aria-activedescendant': at >= first && at < last ? `${id}-${rows[at]?.node.key}` : undefined,
          tabIndex: 0,
          onKeyDown,
        })}
      >
        <div role="none" className="tree-space" style={{ height: rows.length * rowHeight }}>
          {rows.slice(first, last).map((row, i) => (
            <Row
              key={row.node.key}
              id={`${id}-${row.node.key}`}
              row={row}
              style={{ transform: `translateY(${(first + i) * rowHeight}px)`, height: rowHeight }}
              isOpen={text !== '' || isOpen(row.node.key, row.depth)}
              isCurrent={first + i === at}
              isChosen={!checked && row.node.key === chosen}
              state={states?.get(row.node.key)}
              onToggle={() => toggle(row.node.key)}
              onActivate={() => activate(row)}
              onRest={cardOf && (() => resting.comeTo(row.node.key, 'pointer'))}
              onLeave={resting.leave}
              onDropOn={onDropOn}
              isDraggable={isDraggable}
            />
          ))}
        </div>
      </div>
      {resting.on !== undefined &&
        rows.some(({ node }) => node.key === resting.on) &&
        cardOf?.(resting.on, `${id}-${resting.on}`)}
    </div>
  )
}

interface RowProps {
  id: string
  row: VisibleNode
  style: { transform: string; height: number }
  isOpen: boolean
  /** Where the keyboard is. */
  isCurrent: boolean
  isChosen: boolean
  state: CheckState | undefined
  onToggle: () => void
  onActivate: () => void
  /** Whether the mouse is over it. */
  onRest: (() => void) | undefined
  onLeave: () => void
  onDropOn: Props['onDropOn']
  isDraggable: boolean
}

const ARIA_CHECKED = { checked: true, mixed: 'mixed', none: false } as const

function Row(props: RowProps): ReactNode {
  const { id, row, style, isOpen, isCurrent, isChosen, state, onToggle, onActivate, onDropOn } = props
  const { isDraggable, onRest, onLeave } = props
  const { node, depth, place, siblings } = row
  const t = useT()
  const [isTarget, setIsTarget] = useState(false)
  const isParent = node.children.length > 0
  return (
    <div
      id={id}
      role="treeitem"
      className="tree-row"
      style={{ ...style, paddingInlineStart: 8 + depth * INDENT_PX }}
      data-key={node.key}
      data-current={isCurrent}
      aria-level={depth + 1}
      // Rows out of sight are not in the document, so nobody can count them there.
      aria-posinset={place}
      aria-setsize={siblings}
      aria-expanded={isParent ? isOpen : undefined}
      aria-selected={state === undefined ? isChosen : undefined}
      aria-checked={state && ARIA_CHECKED[state]}
      onClick={onActivate}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onRest?.()}
      onPointerLeave={onLeave}
      data-target={isTarget}
      draggable={isDraggable}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED_NODE, node.key)}
      {...(onDropOn && {
        onDragOver: (event: DragEvent) => {
          if (!event.dataTransfer.types.includes(DRAGGED_NODE)) return
          event.preventDefault()
          setIsTarget(true)
        },
        onDragLeave: () => setIsTarget(false),
        onDrop: (event: DragEvent) => {
          event.preventDefault()
          setIsTarget(false)
          const dragged = event.dataTransfer.getData(DRAGGED_NODE)
          if (dragged && dragged !== node.key) onDropOn(dragged, node.key)
        },
      })}
    >
      <span
        className="tree-arrow"
        aria-hidden="true"
        onClick={(event) => {
          if (!isParent) return
          event.stopPropagation()
          onToggle()
        }}
      />
      {state && <span className="tree-tick" data-state={state} aria-hidden="true" />}
      {node.picture}
      <span className="tree-label">{node.label}</span>
      {node.note !== undefined && (
        <span className="tree-count">
          {typeof node.note === 'number' ? t('ui.number', { value: node.note }) : node.note}
        </span>
      )}
    </div>
  )
}

function countOf(nodes: readonly TreeNode[]): number {
  return nodes.reduce((sum, node) => sum + 1 + countOf(node.children), 0)
}
