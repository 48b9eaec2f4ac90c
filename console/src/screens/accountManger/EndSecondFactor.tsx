import { type AccountItem, endSecondFactor } from '@vedette/contract/calls/account'
import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { say } from '../../ui/toasts.ts'
import { send } from '../../wire/send.ts'
import { useAccountsChanged } from './queries.ts'

interface Props {
  account: AccountItem
  onClose: () => void
}

/** Ends the second factor of somebody who has lost the phone. */
export function EndSecondFactor({ account, onClose }: Props): ReactNode {
  const t = useT()
  const changed = useAccountsChanged()
  return (
    <Confirm
      title={t('accounts.endFactor')}
      confirmLabel={t('accounts.endFactor')}
      isDestructive
      onConfirm={async () => {
        await send(endSecondFactor, { AccountID: account.AccountID })
        say('success', t('accounts.saved'))
        await changed()
      }}
      onClose={onClose}
    >
      {t('accounts.endFactorAsk', { name: account.Account })}
    </Confirm>
  )
}
