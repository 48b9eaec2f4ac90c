import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react'

import { useT } from '../i18n/language.ts'
import { Avatar } from './Avatar.tsx'
import { useShortcuts } from '../ui/shortcuts/shortcuts.ts'
import type { LoggedIn } from './session-store.ts'
import { logOut, switchCompany } from './own-session.ts'
import { PastMessages } from './PastMessages.tsx'
import { accountCommands } from './shell-commands.ts'

const AccountDialog = lazy(async () => ({
  default: (await import('../screens/ownAccount/index.ts')).AccountDialog,
}))
const ChangePasswordDialog = lazy(async () => ({
  default: (await import('../screens/ownAccount/index.ts')).ChangePasswordDialog,
}))

/** An account with a password of its own (reading 25); the entry is for those alone (section 6). */
const OWN_PASSWORD = 0

export function UserMenu({ user }: { user: LoggedIn }): ReactNode {
  const t = useT()
  const [dialog, setDialog] = useState<'account' | 'password'>()
  const [isOpen, setIsOpen] = useState(false)
  const open = (which: 'account' | 'password') => (event: MouseEvent) => {
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    setDialog(which)
  }
  const close = (): void => setDialog(undefined)
  // A preview's own session cannot change it, and after the refusal the person's real sessions would be ended.
  const hasPassword = user.currentCompany.AdminRole === OWN_PASSWORD && !user.preview
  useShortcuts(
    accountCommands(t, user, {
      account: () => setDialog('account'),
      password: hasPassword ? () => setDialog('password') : undefined,
    }),
  )
  const { companyInfos, currentCompany, currentAccount, userInfo } = user
  const name = userInfo.Name || currentAccount
  return (
    <>
      <button type="button" className="user-button" popoverTarget="user">
        <Avatar icon={userInfo.Icon} />
        <span>
          {currentCompany.CompanyName} · {name}
        </span>
      </button>
      <div
        id="user"
        popover="auto"
        className="popover popover-end"
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        <label className="field">
          <span>{t('shell.company')}</span>
          <select
            className="input"
            value={currentCompany.CompanyID}
            disabled={companyInfos.length === 1}
            onChange={(event) => {
              // A popover lies above the loading mask.
              event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
              switchCompany(event.currentTarget.value)
            }}
          >
            {companyInfos.map((it) => (
              <option key={it.CompanyID} value={it.CompanyID}>
                {it.CompanyName}
              </option>
            ))}
          </select>
        </label>
        <p className="field">
          <span>{t('app.account')}</span>
          <b>{currentAccount}</b>
        </p>
        <button type="button" className="button" onClick={open('account')}>
          {t('shell.accountInfo')}
        </button>
        {hasPassword && (
          <button type="button" className="button" onClick={open('password')}>
            {t('shell.changePassword')}
          </button>
        )}
        <button type="button" className="button" onClick={() => void logOut()}>
          {t('app.logOut')}
        </button>
        {isOpen && <PastMessages />}
      </div>
      <Suspense>
        {dialog === 'account' && <AccountDialog hasPassword={hasPassword} onClose={close} />}
        {dialog === 'password' && <ChangePasswordDialog onClose={close} />}
      </Suspense>
    </>
  )
}
