import type { Upgrade } from '@vedette/contract/calls/upgrade'
import type { ReactNode } from 'react'

import { useT } from '../../../i18n/language.ts'

/** How far an upgrade is, or what became of it. */
export function UpgradeState({
  State,
  Progress,
  Word,
  DevName,
}: Pick<Upgrade, 'State' | 'Progress' | 'Word' | 'DevName'>): ReactNode {
  const t = useT()
  const isRunning = State === 'sending' || State === 'installing'
  return (
    <span data-upgrade={State}>
      {t(`upgrades.${State}`)}
      {isRunning && (
        <>
          {' '}
          <progress max={100} value={Progress} aria-label={DevName} />
        </>
      )}
      {Word && <small> {t(`upgrades.word${Word}`)}</small>}
    </span>
  )
}
