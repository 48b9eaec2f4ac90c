import './coverage-table.css'

import { type KeyboardEvent, type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import type { Cell, CoveredCamera } from './coverage-cells.ts'

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

interface Props {
  rows: readonly { camera: CoveredCamera; cells: readonly Cell[] }[]
  /** The columns: days, or hours of one day. */
  heads: readonly { key: string; text: string; label: string }[]
  /** Opens a column; absent where it holds no more than it shows. */
  onHead?: ((key: string) => void) | undefined
  /** Opens a cell; absent where one is too small for a finger. */
  onCell?: ((camera: CoveredCamera, cell: Cell) => void) | undefined
  nameOf?: (camera: CoveredCamera) => ReactNode
}

/** Cameras below each other, times beside each other. Tab stops at one cell, the arrow keys go to the others. */
export function CoverageTable({ rows, heads, onHead, onCell, nameOf }: Props): ReactNode {
  const t = useT()
  const [chosen, choose] = useState('')
  const labelOf = (camera: CoveredCamera, { percent, faults }: Cell, day: string): string =>
    [
      t('replay.coverageDay', { name: camera.name, day, percent }),
      ...faults.map((it) => t(`recordCheck.${it}`)),
    ].join(t('ui.comma'))
  const keyOf = (row: number, column: number): string => {
    const { did, channel } = rows[row]?.camera ?? { did: '', channel: 0 }
    return `${did}~${channel} ${heads[column]?.key}`
  }
  const open = rows.flatMap(({ cells }, row) =>
    cells.flatMap((cell, column) => (isEmpty(cell) ? [] : keyOf(row, column))),
  )
  const stop = open.includes(chosen) ? chosen : open.at(-1)
  return (
    <table className="coverage-table" onKeyDown={onCell && step}>
      <thead>
        <tr>
          <td />
          {heads.map(({ key, text, label }) => (
            <th key={key} scope="col">
              {onHead ? (
                <button type="button" aria-label={label} title={label} onClick={() => onHead(key)}>
                  {text}
                </button>
              ) : (
                text
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ camera, cells }, row) => (
          <tr key={`${camera.did}~${camera.channel}`}>
            <th scope="row">{nameOf ? nameOf(camera) : camera.name}</th>
            {cells.map((cell, column) => {
              const label = labelOf(camera, cell, heads[column]?.label ?? '')
              const key = keyOf(row, column)
              const shown = {
                'aria-label': label,
                title: label,
                'data-level': levelOf(cell),
                'data-wrong': cell.faults.length > 0 || undefined,
              }
              return (
                <td key={heads[column]?.key}>
                  {onCell ? (
                    <button
                      type="button"
                      {...shown}
                      tabIndex={key === stop ? 0 : -1}
                      disabled={isEmpty(cell)}
                      onFocus={() => choose(key)}
                      onClick={() => onCell(camera, cell)}
                    />
                  ) : (
                    <span role="img" {...shown} />
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function isEmpty({ percent, faults }: Cell): boolean {
  return percent === 0 && faults.length === 0
}

/** How full it is drawn, in quarters; a whole one lacks no more than a restart takes. */
function levelOf({ percent }: Cell): number {
  return percent >= 99 ? 4 : Math.min(3, Math.ceil(percent / 25))
}

/** To the next cell in that direction that can be opened. */
function step(event: KeyboardEvent<HTMLTableElement>): void {
  const by = STEPS[event.key]
  const cell = (event.target as Element).closest('td')
  const line = cell?.closest('tr')
  if (!by || !cell || !line) return
  event.preventDefault()
  let [row, column] = [line.rowIndex, cell.cellIndex]
  for (;;) {
    ;[row, column] = [row + by[0], column + by[1]]
    const next = event.currentTarget.rows[row]?.cells[column]
    if (!next) return
    const button = next.querySelector<HTMLElement>('td > button:enabled')
    if (button) return button.focus()
  }
}
