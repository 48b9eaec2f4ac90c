import type { AccountItem } from '@vedette/contract/calls/account'
import { resendInvitation, withdrawInvitation } from '@vedette/contract/calls/invitation'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { type Translate, useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { say } from '../../ui/toasts.ts'
import { succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import { serverNow } from '../../wire/server-clock.ts'
import { useAccountsChanged } from './queries.ts'
import { Tag } from './Tag.tsx'

/** The account waits either way. */
export function tellSent(t: Translate, { Sent }: { Sent: boolean }): undefined {
  if (Sent) say('success', t('accounts.invitationSent'))
  else say('warning', t('accounts.invitationNotSent'))
}

export async function resendTo(
  { AccountID }: AccountItem,
  t: Translate,
  changed: () => Promise<void>,
): Promise<void> {
  await succeeds(async () => {
    tellSent(t, await send(resendInvitation, { AccountID }))
    await changed()
  })
}

export function Withdraw({ account, onClose }: { account: AccountItem; onClose: () => void }): ReactNode {
  const t = useT()
  const changed = useAccountsChanged()
  return (
    <Confirm
      title={t('accounts.withdraw')}
      confirmLabel={t('accounts.withdraw')}
      isDestructive
      onConfirm={async () => {
        await send(withdrawInvitation, { AccountID: account.AccountID })
        await changed()
      }}
      onClose={onClose}
    >
      {t('accounts.withdrawAsk', { name: account.Account })}
    </Confirm>
  )
}

/** Until when the owner may accept. */
export function Invited({ until }: { until: number }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const [now] = useState(serverNow)
  return until > now ? (
    <Tag kind="own">{t('accounts.invited', { day: time.day(until) })}</Tag>
  ) : (
    <Tag kind="off">{t('accounts.invitationEnded')}</Tag>
  )
}
