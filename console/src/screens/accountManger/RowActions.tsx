import type { AccountItem } from '@vedette/contract/calls/account'
import type { ReactNode } from 'react'

import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import type { OpenDialog } from './AccountDialogs.tsx'
import { Tag } from './Tag.tsx'

type AccountRights = ReturnType<typeof useAccountRights>

export function useAccountRights() {
  return {
    add: useCan('accountManger', 'add'),
    edit: useCan('accountManger', 'edit'),
    delete: useCan('accountManger', 'delete'),
    deleteAll: useCan('accountManger', 'deleteAll'),
    export: useCan('accountManger', 'export'),
    resetPassword: useCan('accountManger', 'resetPassword'),
    regionManager: useCan('accountManger', 'regionManager'),
  }
}

interface Props {
  row: AccountItem
  may: AccountRights
  isAdministrator: boolean
  onOpen: (open: OpenDialog) => void
  onEnable: () => void
  onResend: () => void
}

/** What may be done with an account: what the person may not do is not offered. */
export function RowActions({ row, may, isAdministrator, onOpen, onEnable, onResend }: Props): ReactNode {
  const t = useT()
  if (!row.Manageable) return <Tag kind="off">{t('accounts.beyond')}</Tag>
  const button = (label: string, onClick: () => void): ReactNode => (
    <button type="button" className="button" aria-label={`${label}: ${row.Account}`} onClick={onClick}>
      {label}
    </button>
  )
  const opening =
    (kind: 'edit' | 'regions' | 'reset' | 'factor' | 'disable' | 'rights' | 'withdraw') => (): void =>
      onOpen({ kind, account: row })
  const isOther = !row.Self
  const mayInvite = may.add && row.InvitedUntil > 0
  return (
    <div className="row-actions">
      {isAdministrator && button(t('audit.rights'), opening('rights'))}
      {mayInvite && button(t('accounts.resend'), onResend)}
      {mayInvite && button(t('accounts.withdraw'), opening('withdraw'))}
      {may.edit && button(t('ui.edit'), opening('edit'))}
      {may.regionManager && button(t('accounts.regionManager'), opening('regions'))}
      {may.resetPassword && isOther && !row.Outer && button(t('accounts.resetPassword'), opening('reset'))}
      {may.resetPassword &&
        row.HasSecondFactor &&
        isOther &&
        button(t('accounts.endFactor'), opening('factor'))}
      {may.edit &&
        isOther &&
        (row.Disabled
          ? button(t('accounts.enable'), onEnable)
          : button(t('accounts.disable'), opening('disable')))}
      {may.delete && isOther && button(t('ui.delete'), () => onOpen({ kind: 'delete', accounts: [row] }))}
    </div>
  )
}
