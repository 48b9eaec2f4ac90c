import { type ReactNode, useState } from 'react'

import { useT } from '../i18n/language.ts'
import { BrandMark } from '../ui/BrandMark.tsx'
import { offered, useShortcuts } from '../ui/shortcuts/shortcuts.ts'
import { ArchiveStatus } from './ArchiveStatus.tsx'
import { IconBell, IconGlobe, IconSettings, IconSound } from './header-icons.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { LinkStatus } from './LinkStatus.tsx'
import { menuOf } from './menu.ts'
import { Menu } from './Menu.tsx'
import { type Page, PAGE_REGISTRY } from './pages.ts'
import { PaletteButton } from './palette/PaletteButton.tsx'
import { isPermitted } from './session-store.ts'
import { useSession } from './session.ts'
import { SettingsDialog } from './SettingsDialog.tsx'
import { changeSetting, useSetting } from './settings.ts'
import { appearanceCommands, reminderCommands } from './shell-commands.ts'
import { ThemeChoice } from './ThemeChoice.tsx'
import { TroublePill } from './TroublePill.tsx'
import { UserMenu } from './UserMenu.tsx'

export function Header({ page }: { page: Page | undefined }): ReactNode {
  const t = useT()
  const user = useSession((state) => state.user)
  const [isSetting, setIsSetting] = useState(false)
  const systemSettings = {
    command: 'settings',
    label: t('shell.systemSettings'),
    group: t('palette.settings'),
    run: () => setIsSetting(true),
  }
  useShortcuts([...appearanceCommands(t), ...offered([systemSettings])])
  if (!user) return null
  return (
    <header className="header">
      <BrandMark />
      {page ? (
        <Menu menu={menuOf({ may: (key) => isPermitted(user, key) }, PAGE_REGISTRY)} current={page} />
      ) : (
        <span className="menu" />
      )}
      <LinkStatus />
      <TroublePill />
      <ArchiveStatus />
      <PaletteButton />
      <Reminders />
      <button
        type="button"
        className="icon-button"
        popoverTarget="appearance"
        aria-label={t('shell.appearance')}
        title={t('shell.appearance')}
      >
        <IconGlobe />
      </button>
      <div id="appearance" popover="auto" className="popover popover-end">
        <LanguageChoice />
        <ThemeChoice />
      </div>
      <button
        type="button"
        className="icon-button"
        aria-haspopup="dialog"
        aria-label={systemSettings.label}
        title={systemSettings.label}
        onClick={systemSettings.run}
      >
        <IconSettings />
      </button>
      {isSetting && <SettingsDialog onClose={() => setIsSetting(false)} />}
      <UserMenu user={user} />
    </header>
  )
}

/** The navigation bar's switches of section 2: the same settings as the dialog's, without a confirmation. */
function Reminders(): ReactNode {
  const t = useT()
  const { notification, notificationAudio } = useSetting()
  useShortcuts(reminderCommands(t, { notification, notificationAudio }))
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-pressed={notificationAudio}
        aria-label={t('shell.reminderSound')}
        title={t('shell.reminderSound')}
        onClick={() => changeSetting({ notificationAudio: !notificationAudio })}
      >
        <IconSound isOn={notificationAudio} />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-pressed={notification}
        aria-label={t('shell.floatingReminder')}
        title={t('shell.floatingReminder')}
        onClick={() => changeSetting({ notification: !notification })}
      >
        <IconBell isOn={notification} />
      </button>
    </>
  )
}
