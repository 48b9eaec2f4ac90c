import { type AccountItem, deleteAccountList, updateUserAccount } from '@vedette/contract/calls/account'
import type { RoleItem } from '@vedette/contract/calls/role'
import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { listed } from '../../ui/listed.ts'
import { say } from '../../ui/toasts.ts'
import { succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import { AccountForm } from './AccountForm.tsx'
import { AccountRights } from './AccountRights.tsx'
import { EndSecondFactor } from './EndSecondFactor.tsx'
import { Withdraw } from './Invitations.tsx'
import { IssuedPassword, ResetPassword } from './IssuedPassword.tsx'
import { useAccountsChanged } from './queries.ts'
import { RegionBinding } from './RegionBinding.tsx'

/** The one dialog of the page that is open, and what it is about. */
export type OpenDialog =
  | { kind: 'add' }
  | {
      kind: 'edit' | 'regions' | 'reset' | 'factor' | 'disable' | 'rights' | 'withdraw'
      account: AccountItem
    }
  | { kind: 'delete'; accounts: readonly AccountItem[] }
  | { kind: 'issued'; name: string; password: string }

interface Props {
  open: OpenDialog
  roles: readonly RoleItem[]
  onOpen: (open: OpenDialog) => void
  /** Closes this dialog only: another may have taken its place, such as the password that was issued. */
  onClose: () => void
  onDeleted: () => void
}

export function AccountDialogs({ open, roles, onOpen, onClose, onDeleted }: Props): ReactNode {
  switch (open.kind) {
    case 'add':
      return (
        <AccountForm
          roles={roles}
          onClose={onClose}
          onIssued={(name, password) => onOpen({ kind: 'issued', name, password })}
        />
      )
    case 'edit':
      return <AccountForm account={open.account} roles={roles} onClose={onClose} />
    case 'regions':
      return <RegionBinding account={open.account} onClose={onClose} />
    case 'rights':
      return <AccountRights account={open.account} onClose={onClose} />
    case 'reset':
      return (
        <ResetPassword
          account={open.account}
          onClose={onClose}
          onIssued={(password) => onOpen({ kind: 'issued', name: open.account.Account, password })}
        />
      )
    case 'factor':
      return <EndSecondFactor account={open.account} onClose={onClose} />
    case 'withdraw':
      return <Withdraw account={open.account} onClose={onClose} />
    case 'issued':
      return <IssuedPassword name={open.name} password={open.password} onClose={onClose} />
    case 'disable':
      return <DisableAccount account={open.account} onClose={onClose} />
    case 'delete':
      return <DeleteAccounts accounts={open.accounts} onClose={onClose} onDeleted={onDeleted} />
  }
}

function DisableAccount({ account, onClose }: { account: AccountItem; onClose: () => void }): ReactNode {
  const t = useT()
  const changed = useAccountsChanged()
  const put = async (Disabled: boolean): Promise<void> => {
    await send(updateUserAccount, { AccountID: account.AccountID, Disabled })
    await changed()
  }
  return (
    <Confirm
      title={t('accounts.disable')}
      confirmLabel={t('accounts.disable')}
      isDestructive
      onConfirm={async () => {
        await put(true)
        say('success', t('accounts.disabledNow', { name: account.Account }), {
          label: t('ui.undo'),
          run: () => void succeeds(() => put(false)),
        })
      }}
      onClose={onClose}
    >
      {t('accounts.disableAsk', { name: account.Account })}
    </Confirm>
  )
}

interface DeleteProps {
  accounts: readonly AccountItem[]
  onClose: () => void
  onDeleted: () => void
}

function DeleteAccounts({ accounts, onClose, onDeleted }: DeleteProps): ReactNode {
  const t = useT()
  const changed = useAccountsChanged()
  const count = accounts.length
  const names = listed(
    t,
    accounts.map((it) => it.Account),
  )
  return (
    <Confirm
      title={t('accounts.deleteTitle')}
      confirmLabel={t('ui.delete')}
      isDestructive
      onConfirm={async () => {
        await send(deleteAccountList, { AccountIDs: accounts.map((it) => it.AccountID) })
        say('success', t('accounts.deleted', { count }))
        onDeleted()
        await changed()
      }}
      onClose={onClose}
    >
      {t(count === 1 ? 'accounts.deleteAskOne' : 'accounts.deleteAsk', { count, names })}
    </Confirm>
  )
}
