/** What the header can do, for the palette: each as its button there does it. */
import { chooseLanguage, LANGUAGES, type Translate, useLanguage } from '../i18n/language.ts'
import { offered, type Shortcut } from '../ui/shortcuts/shortcuts.ts'
import { ownNameOf } from './LanguageChoice.tsx'
import type { LoggedIn } from './session-store.ts'
import { logOut, switchCompany } from './own-session.ts'
import { changeSetting, THEMES, useSetting } from './settings.ts'

export function appearanceCommands(t: Translate): Shortcut[] {
  const themes = THEMES.map((theme) => ({
    command: `theme-${theme}`,
    label: t(`app.${theme}`),
    group: t('app.theme'),
    isEnabled: () => useSetting.getState().theme !== theme,
    run: () => changeSetting({ theme }),
  }))
  const languages = LANGUAGES.map((mode) => ({
    command: `language-${mode}`,
    label: mode === 'auto' ? t('app.auto') : ownNameOf(mode),
    group: t('app.language'),
    isEnabled: () => useLanguage.getState().mode !== mode,
    run: () => chooseLanguage(mode),
  }))
  return offered([...themes, ...languages])
}

export function reminderCommands(
  t: Translate,
  { notification, notificationAudio }: { notification: boolean; notificationAudio: boolean },
): Shortcut[] {
  const named = (name: string, isOn: boolean): string =>
    isOn ? t('palette.switchOff', { name }) : t('palette.switchOn', { name })
  return offered([
    {
      command: 'reminder-sound',
      label: named(t('shell.reminderSound'), notificationAudio),
      group: t('shell.systemSettings'),
      run: () => changeSetting({ notificationAudio: !notificationAudio }),
    },
    {
      command: 'floating-reminder',
      label: named(t('shell.floatingReminder'), notification),
      group: t('shell.systemSettings'),
      run: () => changeSetting({ notification: !notification }),
    },
  ])
}

export function accountCommands(
  t: Translate,
  { companyInfos, currentCompany }: LoggedIn,
  open: { account: () => void; password: (() => void) | undefined },
): Shortcut[] {
  const group = t('app.account')
  const others = companyInfos.filter(({ CompanyID }) => CompanyID !== currentCompany.CompanyID)
  return offered([
    ...others.map(({ CompanyID, CompanyName }) => ({
      command: `company-${CompanyID}`,
      label: CompanyName,
      group: t('palette.switchCompany'),
      run: () => switchCompany(CompanyID),
    })),
    { command: 'account', label: t('shell.accountInfo'), group, run: open.account },
    ...(open.password
      ? [{ command: 'password', label: t('shell.changePassword'), group, run: open.password }]
      : []),
    { command: 'log-out', label: t('app.logOut'), group, run: () => void logOut() },
  ])
}
