import type { AccountItem } from '@vedette/contract/calls/account'
import type { ReactNode } from 'react'

import { useCan } from '../../app/session.ts'
import { type Translate, useT } from '../../i18n/language.ts'
import type { MenuAction } from '../../ui/aria/Menu.tsx'
import { RowEnd } from '../../ui/table/RowEnd.tsx'
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

interface Asked {
  may: AccountRights
  isAdministrator: boolean
  onOpen: (open: OpenDialog) => void
  onEnable: (row: AccountItem) => void
  onResend: (row: AccountItem) => void
}

/** What may be done with an account, its main action first: what the person may not do is not offered. */
export function rowActions(
  t: Translate,
  row: AccountItem,
  { may, isAdministrator, onOpen, onEnable, onResend }: Asked,
): MenuAction[] {
  if (!row.Manageable) return []
  const opening = (
    kind: 'edit' | 'regions' | 'reset' | 'factor' | 'disable' | 'rights' | 'withdraw',
    label: string,
  ): MenuAction => ({ key: kind, label, run: () => onOpen({ kind, account: row }) })
  const isOther = !row.Self
  const mayInvite = may.add && row.InvitedUntil > 0
  const offered: readonly (MenuAction | false)[] = [
    may.edit && opening('edit', t('ui.edit')),
    isAdministrator && opening('rights', t('audit.rights')),
    mayInvite && { key: 'resend', label: t('accounts.resend'), run: () => onResend(row) },
    mayInvite && opening('withdraw', t('accounts.withdraw')),
    may.regionManager && opening('regions', t('accounts.regionManager')),
    may.resetPassword && isOther && !row.Outer && opening('reset', t('accounts.resetPassword')),
    may.resetPassword && row.HasSecondFactor && isOther && opening('factor', t('accounts.endFactor')),
    may.edit &&
      isOther &&
      (row.Disabled
        ? { key: 'enable', label: t('accounts.enable'), run: () => onEnable(row) }
        : opening('disable', t('accounts.disable'))),
    may.delete &&
      isOther && {
        key: 'delete',
        label: t('ui.delete'),
        isDanger: true,
        run: () => onOpen({ kind: 'delete', accounts: [row] }),
      },
  ]
  return offered.filter((action) => action !== false)
}

/** The end of a row; an account that one may not change says so. */
export function RowActions({
  row,
  actions,
}: {
  row: AccountItem
  actions: readonly MenuAction[]
}): ReactNode {
  const t = useT()
  if (!row.Manageable) return <Tag kind="off">{t('accounts.beyond')}</Tag>
  return <RowEnd name={row.Account} actions={actions} />
}
