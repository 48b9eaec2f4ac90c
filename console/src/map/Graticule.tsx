import type { ReactNode } from 'react'

import { useLanguage } from '../i18n/language.ts'
import { graticuleOf, scaleOf } from './graticule.ts'
import type { MapView, Size } from './mercator.ts'

interface Props {
  view: MapView
  size: Size
}

/** Lines with their degrees, a scale, and where the base comes from. */
export function Graticule({ view, size }: Props): ReactNode {
  const language = useLanguage((it) => it.language)
  const { meridians, parallels } = graticuleOf(view, size)
  const digits = Math.max(0, ...[...meridians, ...parallels].map(({ degrees }) => decimalsOf(degrees)))
  const { metres, px } = scaleOf(view, size)
  const [length, unit] = metres >= 1000 ? [metres / 1000, 'kilometer'] : [metres, 'meter']
  const scaleText = new Intl.NumberFormat(language, { style: 'unit', unit }).format(length)
  return (
    <>
      <svg className="graticule" width={size.width} height={size.height} aria-hidden="true">
        {meridians.map(({ degrees, px: x }) => (
          <g key={degrees}>
            <line x1={x} x2={x} y1={0} y2={size.height} />
            <text x={x + 4} y={size.height - 6}>
              {degreesText(degrees, digits, 'E', 'W')}
            </text>
          </g>
        ))}
        {parallels.map(({ degrees, px: y }) => (
          <g key={degrees}>
            <line x1={0} x2={size.width} y1={y} y2={y} />
            <text x={4} y={y - 4}>
              {degreesText(degrees, digits, 'N', 'S')}
            </text>
          </g>
        ))}
      </svg>
      <p className="map-scale" aria-hidden="true">
        <span style={{ width: px }} />
        {scaleText} <small>Natural Earth</small>
      </p>
    </>
  )
}

function decimalsOf(value: number): number {
  return String(value).split('.')[1]?.length ?? 0
}

/** All with as many digits: 39.90° beside 39.92°. */
function degreesText(degrees: number, digits: number, positive: string, negative: string): string {
  if (degrees === 0) return '0°'
  return `${Math.abs(degrees).toFixed(digits)}° ${degrees > 0 ? positive : negative}`
}
