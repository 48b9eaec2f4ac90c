import './data-table.css'

import { Fragment, type ReactNode, useRef, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { type MenuPoint, pointOf } from '../aria/Menu.tsx'
import { Checkbox } from '../Checkbox.tsx'
import { LoadFailed } from '../LoadFailed.tsx'
import { Skeleton } from '../Skeleton.tsx'
import { useColumnWidths } from './column-widths.ts'
import { ColumnEdge } from './ColumnEdge.tsx'
import { useKeptPlace } from './kept-place.ts'

export interface Column<Row> {
  key: string
  head: string
  cell: (row: Row) => ReactNode
  isSortable?: boolean
  isNumeric?: boolean
  /** CSS width; without it the content decides. */
  width?: string
}

export interface Sort {
  key: string
  isDescending: boolean
}

interface Props<Row> {
  /** What the table lists, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Under this name the browser keeps how wide a person drew the columns; without one they stay as they are. */
  widthsOf?: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** How a row is called in the labels of its controls. */
  nameOf: (row: Row) => string
  /** Stands instead of rows where there are none. */
  empty: ReactNode
  /** What the rows come from: where it failed and there are none, that is said instead of `empty`, with another try. */
  query?: { isError: boolean; refetch: () => unknown }
  isLoading?: boolean
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  /** Keys of chosen rows, which may be on other pages too. */
  chosen?: ReadonlySet<string>
  onChoose?: (chosen: ReadonlySet<string>) => void
  /** Rows that cannot be chosen have no tick. */
  canChoose?: (row: Row) => boolean
  /** The key of the row whose details are beside the table. */
  current?: string | undefined
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode
  /** A right press on a row; the browser's own menu stays on links and fields. */
  onMenu?: (row: Row, point: MenuPoint) => void
  /** A double press on what is no control. */
  onOpen?: (row: Row) => void
  /** What a row unfolds to; undefined for a row that does not. */
  unfolded?: (row: Row) => ReactNode
}

/** Rows and columns; below 640 px each row is a card whose cells carry their column's name. */
export function DataTable<Row>(props: Props<Row>): ReactNode {
  const { label, columns, rows, keyOf, nameOf, empty, isLoading = false, query, actions, unfolded } = props
  const t = useT()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const lastTicked = useRef('')
  const { widths, set: setWidth } = useColumnWidths(props.widthsOf)
  const keep = useKeptPlace(label)
  const toggle = (key: string): void => {
    const next = new Set(open)
    if (!next.delete(key)) next.add(key)
    setOpen(next)
  }
  const width =
    columns.length + Number(!!props.onChoose) + Number(actions !== undefined) + Number(unfolded !== undefined)
  const choosable = rows.filter((row) => props.canChoose?.(row) !== false).map(keyOf)
  if (rows.length === 0)
    return isLoading ? (
      <Skeleton shape="rows" />
    ) : (
      <div role="status">{query?.isError ? <LoadFailed onRetry={() => void query.refetch()} /> : empty}</div>
    )
  return (
    // Roles are named once more because a card's display would take a table's away.
    <div
      ref={keep}
      className="table-scroll"
      role="group"
      aria-label={label}
      tabIndex={0}
      aria-busy={isLoading}
    >
      <table className="table" role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {unfolded && <Corner label={t('ui.unfold')} />}
            {props.onChoose && (
              <th role="columnheader" className="table-tick">
                <ChooseAll {...props} keys={choosable} />
              </th>
            )}
            {columns.map((column) => (
              <Head
                key={column.key}
                column={column}
                sort={props.sort}
                onSort={props.onSort}
                drawn={widths[column.key]}
                onWidth={props.widthsOf === undefined ? undefined : (px) => setWidth(column.key, px)}
              />
            ))}
            {actions && <Corner className="table-actions" label={t('ui.actions')} />}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => {
            const key = keyOf(row)
            const isChosen = props.chosen?.has(key) === true
            const more = unfolded?.(row)
            return (
              <Fragment key={key}>
                <tr
                  role="row"
                  data-key={key}
                  data-chosen={isChosen}
                  aria-current={props.current === key ? 'true' : undefined}
                  onContextMenu={(event) => {
                    if (!props.onMenu || isControl(event.target)) return
                    event.preventDefault()
                    props.onMenu(row, pointOf(event))
                  }}
                  onDoubleClick={({ target }) => {
                    if (!isControl(target)) props.onOpen?.(row)
                  }}
                >
                  {unfolded && (
                    <td role="cell" className="table-tick">
                      {more !== undefined && (
                        <button
                          type="button"
                          className="table-fold"
                          aria-expanded={open.has(key)}
                          aria-label={t('ui.unfoldRow', { name: nameOf(row) })}
                          onClick={() => toggle(key)}
                        />
                      )}
                    </td>
                  )}
                  {props.onChoose && (
                    <td role="cell" className="table-tick">
                      {choosable.includes(key) && (
                        <Checkbox
                          isBare
                          label={t('ui.chooseRow', { name: nameOf(row) })}
                          state={isChosen ? 'checked' : 'none'}
                          onCheck={(_isChecked, isRange) => {
                            const keys = isRange ? between(choosable, lastTicked.current, key) : [key]
                            props.onChoose?.(withToggled(props.chosen, keys, !isChosen))
                            lastTicked.current = key
                          }}
                        />
                      )}
                    </td>
                  )}
                  {columns.map((column) => (
                    <td
                      key={column.key}
                      role="cell"
                      data-head={column.head}
                      data-column={column.key}
                      data-numeric={column.isNumeric}
                      data-drawn={widths[column.key] !== undefined}
                      style={{ maxWidth: widths[column.key] }}
                    >
                      {column.cell(row)}
                    </td>
                  ))}
                  {actions && (
                    <td role="cell" className="table-actions">
                      {actions(row)}
                    </td>
                  )}
                </tr>
                {more !== undefined && open.has(key) && (
                  <tr role="row" className="table-unfolded">
                    <td role="cell" colSpan={width}>
                      {more}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label, select') !== null
}

function Corner({ label, className }: { label: string; className?: string }): ReactNode {
  return (
    <th role="columnheader" className={className}>
      <span className="unseen">{label}</span>
    </th>
  )
}

interface HeadProps<Row> {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
  /** CSS pixels, where a person drew it. */
  drawn: number | undefined
  onWidth: ((width: number | undefined) => void) | undefined
}

function Head<Row>({ column, sort, onSort, drawn, onWidth }: HeadProps<Row>): ReactNode {
  const { key, head, isSortable, isNumeric, width } = column
  const direction = sort?.key === key ? (sort.isDescending ? 'descending' : 'ascending') : undefined
  return (
    <th
      role="columnheader"
      // Without what its edge says of the width.
      aria-label={head}
      data-numeric={isNumeric}
      style={drawn === undefined ? { width } : { width: drawn, minWidth: drawn, maxWidth: drawn }}
      data-drawn={drawn !== undefined}
      aria-sort={direction ?? (isSortable ? 'none' : undefined)}
    >
      {isSortable && onSort ? (
        <button
          type="button"
          className="table-sort"
          onClick={() => onSort({ key, isDescending: direction === 'ascending' })}
        >
          {head}
        </button>
      ) : (
        head
      )}
      {onWidth && <ColumnEdge head={head} width={drawn} onWidth={onWidth} />}
    </th>
  )
}

interface ChooseAllProps {
  keys: readonly string[]
  chosen?: ReadonlySet<string>
  onChoose?: (chosen: ReadonlySet<string>) => void
}

/** Chooses the rows of this page, or none of them. */
function ChooseAll({ keys, chosen, onChoose }: ChooseAllProps): ReactNode {
  const t = useT()
  const count = keys.filter((key) => chosen?.has(key)).length
  const state = count === 0 ? 'none' : count === keys.length ? 'checked' : 'mixed'
  return (
    <Checkbox
      isBare
      label={t('ui.chooseAll')}
      state={state}
      onCheck={(isChecked) => onChoose?.(withToggled(chosen, keys, isChecked))}
    />
  )
}

/** The keys from one to the other, both included; the second alone where the first is not there. */
function between(keys: readonly string[], from: string, to: string): readonly string[] {
  const [first = -1, last = -1] = [keys.indexOf(from), keys.indexOf(to)].toSorted((a, b) => a - b)
  return first < 0 ? [to] : keys.slice(first, last + 1)
}

function withToggled(
  chosen: ReadonlySet<string> = new Set(),
  keys: readonly string[],
  isChosen: boolean,
): ReadonlySet<string> {
  const next = new Set(chosen)
  for (const key of keys) {
    if (isChosen) next.add(key)
    else next.delete(key)
  }
  return next
}
