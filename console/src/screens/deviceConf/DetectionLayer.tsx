import type { ReplyOf } from '@vedette/contract/call'
import type { getDetectionView } from '@vedette/contract/calls/device-config'
import { type ReactNode, useEffect, useRef } from 'react'

import { useT } from '../../i18n/language.ts'
import { useDetectionView } from './queries.ts'

type Seen = NonNullable<ReplyOf<typeof getDetectionView>['Seen']>
type Box = Seen['Moved'][number]

const percent = (part: number): string => `${part * 100}%`
const placeOf = ({ X, Y, W, H }: Box) => ({
  left: percent(X),
  top: percent(Y),
  width: percent(W),
  height: percent(H),
})

/** What the platform's detection sees, over the live picture: cells that move, what they make up, and people with their scores. */
export function DetectionLayer({ did, channel }: { did: string; channel: number }): ReactNode {
  const t = useT()
  const { data } = useDetectionView(did, channel)
  const seen = data?.Seen
  if (!seen) return data && <p className="conf-seen-none">{t('deviceConf.seenNothing')}</p>
  return (
    <div className="conf-zones conf-seen" data-active={seen.IsActive}>
      <MovingCells columns={seen.Columns} cells={seen.Cells} />
      {seen.Moved.map((box, at) => (
        <span key={at} className="conf-moved" style={placeOf(box)} />
      ))}
      {seen.People.map((person, at) => (
        <span key={at} className="conf-person" data-sure={person.IsSure} style={placeOf(person)}>
          <b>{Math.round(person.Score * 100)} %</b>
        </span>
      ))}
    </div>
  )
}

function MovingCells({ columns, cells }: { columns: number; cells: string }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const on = canvas.current
    const drawn = on?.getContext('2d')
    if (!on || !drawn || columns === 0) return
    const bytes = Uint8Array.from(atob(cells), (letter) => letter.charCodeAt(0))
    on.width = columns
    on.height = Math.floor((bytes.length * 8) / columns)
    drawn.fillStyle = getComputedStyle(on).color
    for (let at = 0; at < on.width * on.height; at++)
      if (((bytes[at >> 3] ?? 0) & (0x80 >> (at & 7))) !== 0)
        drawn.fillRect(at % columns, Math.floor(at / columns), 1, 1)
  }, [columns, cells])
  return <canvas ref={canvas} className="conf-cells" aria-hidden="true" />
}
