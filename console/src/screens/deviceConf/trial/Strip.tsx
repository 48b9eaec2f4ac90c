import type { ReactNode } from 'react'

import { useCompanyTime } from '../../../app/company-time.ts'

interface Props {
  kind: 'motion' | 'human'
  label: string
  fromMs: number
  /** 0 … 1 for each second, null where nothing was recorded. */
  values: readonly (number | null)[]
  /** What a value must reach. */
  least?: number
  found: readonly { At: number; Last: number }[]
}

const HIGH = 100
/** The smallest scale: noise is not to fill the strip. */
const LEAST_SCALE = 0.1
const STEP = 0.1

/** A bar for each second, and what it led to below. */
export function Strip({ kind, label, fromMs, values, least, found }: Props): ReactNode {
  const time = useCompanyTime()
  const most = Math.max(LEAST_SCALE, least ?? 0, ...values.map((value) => value ?? 0))
  const scale = Math.ceil(most / STEP) * STEP
  const heightOf = (value: number): number => (value / scale) * HIGH
  const second = (ms: number): number => (ms - fromMs) / 1000
  return (
    <figure className="trial-strip" data-kind={kind}>
      <figcaption>
        {label} <span>0–{Math.round(scale * 100)} %</span>
      </figcaption>
      <svg viewBox={`0 0 ${values.length} ${HIGH}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {values.map((value, at) =>
          value === null ? (
            <rect key={at} className="trial-gap" x={at} y={0} width={1} height={HIGH} />
          ) : (
            value > 0 && (
              <rect key={at} x={at} y={HIGH - heightOf(value)} width={1} height={heightOf(value)} />
            )
          ),
        )}
        {least !== undefined && (
          <line x1={0} x2={values.length} y1={HIGH - heightOf(least)} y2={HIGH - heightOf(least)} />
        )}
      </svg>
      <svg
        className="trial-marks"
        viewBox={`0 0 ${values.length} 1`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {found.map(({ At, Last }) => (
          <rect key={At} x={second(At)} y={0} width={Math.max(1, second(Last) - second(At))} height={1} />
        ))}
      </svg>
      <span className="trial-ends">
        <span>{time.clock(fromMs)}</span>
        <span>{time.clock(fromMs + values.length * 1000)}</span>
      </span>
    </figure>
  )
}
