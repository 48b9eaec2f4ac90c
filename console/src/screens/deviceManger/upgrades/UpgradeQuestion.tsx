import { useQueryClient } from '@tanstack/react-query'
import { upgradeDevices } from '@vedette/contract/calls/upgrade'
import type { ReactNode } from 'react'

import { useT } from '../../../i18n/language.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { listed } from '../../../ui/listed.ts'
import { say } from '../../../ui/toasts.ts'
import { send } from '../../../wire/send.ts'

interface Props {
  dids: readonly string[]
  names: readonly string[]
  /** They have begun: their details can be looked at. */
  onBegun: () => void
  onClose: () => void
}

/** Asked with count and names; those that cannot be upgraded are told with their reasons. */
export function UpgradeQuestion({ dids, names, onBegun, onClose }: Props): ReactNode {
  const t = useT()
  const queries = useQueryClient()
  const begin = async (): Promise<void> => {
    const { List } = await send(upgradeDevices, { DIDs: [...dids] })
    const left = List.filter(({ IsBegun }) => !IsBegun)
    const words = [...new Set(left.flatMap(({ Word }) => Word ?? []))]
    const reasons = words.map((word) => t(`upgrades.word${word}`)).join(t('ui.comma'))
    if (left.length > 0) say('warning', t('upgrades.notBegun', { count: left.length, reasons }))
    if (left.length === List.length) return
    say('success', t('upgrades.begun', { count: List.length - left.length }))
    await queries.invalidateQueries()
    onBegun()
  }
  return (
    <Confirm
      title={t('upgrades.upgrade')}
      confirmLabel={t('upgrades.upgrade')}
      onConfirm={begin}
      onClose={onClose}
    >
      <p>{t('upgrades.ask', { count: dids.length, names: listed(t, names) })}</p>
    </Confirm>
  )
}
