import './own-account.css'

import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { CompaniesTab } from './CompaniesTab.tsx'
import { ProfileTab } from './ProfileTab.tsx'
import { SessionsTab } from './SessionsTab.tsx'
import { TwoFactorTab } from './TwoFactorTab.tsx'

type Tab = 'profile' | 'security' | 'companies' | 'sessions'

interface Props {
  /** Whether the account has a password of its own, and so a second factor beside it. */
  hasPassword: boolean
  onClose: () => void
}

export function AccountDialog({ hasPassword, onClose }: Props): ReactNode {
  const t = useT()
  const [tab, setTab] = useState<Tab>('profile')
  const keys: readonly Tab[] = hasPassword
    ? ['profile', 'security', 'companies', 'sessions']
    : ['profile', 'sessions']
  return (
    <Dialog title={t('shell.accountInfo')} kind="wide" onClose={onClose}>
      {() => (
        <Tabs
          label={t('ownAccount.tabs')}
          tabs={keys.map((key) => ({ key, label: t(`ownAccount.${key}`) }))}
          chosen={tab}
          onChoose={setTab}
        >
          <div className="own-account">
            {tab === 'profile' && <ProfileTab />}
            {tab === 'security' && <TwoFactorTab />}
            {tab === 'companies' && <CompaniesTab />}
            {tab === 'sessions' && <SessionsTab />}
          </div>
        </Tabs>
      )}
    </Dialog>
  )
}
