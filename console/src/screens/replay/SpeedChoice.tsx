import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { SPEEDS } from './commands.tsx'

interface Props {
  speed: number
  onSpeed: (speed: number) => void
}

export function SpeedChoice({ speed, onSpeed }: Props): ReactNode {
  const t = useT()
  return (
    <select
      className="input replay-speed"
      aria-label={t('replay.speed')}
      value={speed}
      onChange={({ target }) => onSpeed(Number(target.value))}
    >
      {SPEEDS.map((it) => (
        <option key={it} value={it}>{`${String(it).replace('-', '−')}×`}</option>
      ))}
    </select>
  )
}
