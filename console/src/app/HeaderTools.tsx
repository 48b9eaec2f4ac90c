import { type ReactNode, useState } from 'react'

import { useT } from '../i18n/language.ts'
import { offered, useShortcuts } from '../ui/shortcuts/shortcuts.ts'
import { IconGlobe, IconPopUp, IconSettings, IconSound } from './header-icons.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'
import { changeSetting, useSetting } from './settings.ts'
import { appearanceCommands, reminderCommands } from './shell-commands.ts'
import { ThemeChoice } from './ThemeChoice.tsx'

interface Tool {
  label: string
  icon: ReactNode
  run: () => void
  /** Only for tools that are switched on and off. */
  isOn?: boolean
  hasDialog?: boolean
}

/** The switches of section 2 and the settings: icons in the header; on a phone, rows of the sheet. */
export function HeaderTools({ isSheet = false }: { isSheet?: boolean }): ReactNode {
  const t = useT()
  const { notification, notificationAudio } = useSetting()
  const [isSetting, setIsSetting] = useState(false)
  useShortcuts(reminderCommands(t, { notification, notificationAudio }))
  const settings: Tool = {
    label: t('shell.systemSettings'),
    icon: <IconSettings />,
    run: () => setIsSetting(true),
    hasDialog: true,
  }
  const asCommand = { command: 'settings', label: settings.label, group: t('palette.settings') }
  useShortcuts([...appearanceCommands(t), ...offered([{ ...asCommand, run: settings.run }])])
  const switches: Tool[] = [
    {
      label: t('shell.reminderSound'),
      icon: <IconSound isOn={notificationAudio} />,
      run: () => changeSetting({ notificationAudio: !notificationAudio }),
      isOn: notificationAudio,
    },
    {
      label: t('shell.floatingReminder'),
      icon: <IconPopUp isOn={notification} />,
      run: () => changeSetting({ notification: !notification }),
      isOn: notification,
    },
  ]
  const buttonOf = (tool: Tool): ReactNode => (
    <button
      key={tool.label}
      type="button"
      className={isSheet ? 'menu-item' : 'icon-button'}
      aria-pressed={tool.isOn}
      aria-haspopup={tool.hasDialog ? 'dialog' : undefined}
      aria-label={tool.label}
      title={tool.label}
      onClick={(event) => {
        if (tool.hasDialog) event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        tool.run()
      }}
    >
      {tool.icon}
      {isSheet && <span>{tool.label}</span>}
    </button>
  )
  const appearance = (
    <>
      <LanguageChoice />
      <ThemeChoice />
    </>
  )
  return (
    <>
      {switches.map(buttonOf)}
      {isSheet ? (
        <div className="more-appearance">{appearance}</div>
      ) : (
        <>
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
            {appearance}
          </div>
        </>
      )}
      {buttonOf(settings)}
      {isSetting && <SettingsDialog onClose={() => setIsSetting(false)} />}
    </>
  )
}
