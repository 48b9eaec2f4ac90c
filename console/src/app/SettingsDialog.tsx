import { type ReactNode, useState } from 'react'

import { chooseLanguage, useLanguage, useT } from '../i18n/language.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Switch } from '../ui/Switch.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { PictureKeepingButton } from './picture-keeping/PictureKeepingButton.tsx'
import { changeSetting, useSetting } from './settings.ts'

/** The system settings of section 2: nothing holds before it is confirmed. */
export function SettingsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const [hasAudio, setAudio] = useState(() => useSetting.getState().notificationAudio)
  const [hasNotification, setNotification] = useState(() => useSetting.getState().notification)
  const [mode, setMode] = useState(() => useLanguage.getState().mode)
  const apply = (): void => {
    changeSetting({ notification: hasNotification, notificationAudio: hasAudio })
    chooseLanguage(mode)
  }
  return (
    <Dialog title={t('shell.systemSettings')} onClose={onClose}>
      {(close) => (
        // A form of this method closes its dialog by itself.
        <form method="dialog" className="dialog-form" onSubmit={apply}>
          <div className="switches">
            <Switch label={t('shell.alarmSound')} isOn={hasAudio} onSwitch={setAudio} />
            <Switch label={t('shell.alarmNotification')} isOn={hasNotification} onSwitch={setNotification} />
          </div>
          <LanguageChoice mode={mode} onChoose={setMode} />
          <PictureKeepingButton />
          <div className="dialog-actions">
            <button type="button" className="button" onClick={close}>
              {t('shell.cancel')}
            </button>
            <button type="submit" className="button button-primary">
              {t('shell.confirm')}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
