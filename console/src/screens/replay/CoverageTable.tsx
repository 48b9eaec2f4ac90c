import type { ReactNode } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import type { Cell } from './coverage-cells.ts'

interface Props {
  rows: readonly { camera: DeviceChannel & { name: string }; cells: readonly Cell[] }[]
  /** The columns: days, or hours of one day. */
  heads: readonly { key: string; text: string; label: string }[]
  /** Opens a column; absent where it holds no more than it shows. */
  onHead?: (key: string) => void
  onCell: (camera: DeviceChannel, cell: Cell) => void
}

/** Cameras below each other, times beside each other. */
export function CoverageTable({ rows, heads, onHead, onCell }: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  return (
    <table>
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
        {rows.map(({ camera, cells }) => (
          <tr key={`${camera.did}~${camera.channel}`}>
            <th scope="row">{camera.name}</th>
            {cells.map((cell, i) => {
              const { percent, faults, fromMs } = cell
              const day = heads[i]?.label ?? time.day(fromMs)
              const label = [
                t('replay.coverageDay', { name: camera.name, day, percent }),
                ...faults.map((it) => t(`recordCheck.${it}`)),
              ].join(', ')
              return (
                <td key={heads[i]?.key}>
                  <button
                    type="button"
                    aria-label={label}
                    title={label}
                    data-level={Math.ceil(percent / 25)}
                    data-wrong={faults.length > 0 || undefined}
                    disabled={percent === 0 && faults.length === 0}
                    onClick={() => onCell(camera, cell)}
                  />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
