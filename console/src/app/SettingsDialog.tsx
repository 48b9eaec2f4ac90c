import { type ReactNode, useState } from 'react'

import { chooseLanguage, type Translate, useLanguage, useT } from '../i18n/language.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Switch } from '../ui/Switch.tsx'
import { say } from '../ui/toasts.ts'
import { succeeds } from '../wire/failure.ts'
import { askForDeskNotices, canShowDeskNotices } from './alarms/desk-notice.ts'
import { tellTabs } from './alarms/hear-alarms.ts'
import { canPush, switchPushOff, switchPushOn } from './alarms/push-device.ts'
import { keepQuietHours, useNoticeRules } from './alarms/notice-rules.ts'
import { QuietHoursFields } from './alarms/NoticeSettings.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { PictureKeepingButton } from './picture-keeping/PictureKeepingButton.tsx'
import { changeSetting, useSetting } from './settings.ts'

const PUSH = 'push'

/** The system settings of section 2: nothing holds before it is confirmed. */
export function SettingsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const [hasAudio, setAudio] = useState(() => useSetting.getState().notificationAudio)
  const [hasNotification, setNotification] = useState(() => useSetting.getState().notification)
  const [hasDeskNotices, setDeskNotices] = useState(() => useSetting.getState().deskNotices)
  const [hasPush, setPush] = useState(() => useSetting.getState().pushNotices)
  const [mode, setMode] = useState(() => useLanguage.getState().mode)
  const rules = useNoticeRules()
  /** Undefined until it is changed. */
  const [quiet, setQuiet] = useState<NonNullable<typeof rules>['QuietHours']>()
  const apply = (): void => {
    changeSetting({ notification: hasNotification, notificationAudio: hasAudio, deskNotices: hasDeskNotices })
    chooseLanguage(mode)
    if (hasPush !== useSetting.getState().pushNotices) void switchPush(t, hasPush)
    if (quiet !== undefined) void keepQuietHours(quiet).then(() => tellTabs({ rules: true }))
  }
  const switchDeskNotices = async (isOn: boolean): Promise<void> => {
    setDeskNotices(isOn)
    if (!isOn || (await askForDeskNotices())) return
    setDeskNotices(false)
    say('error', t('alarms.deskRefused'))
  }
  return (
    <Dialog title={t('shell.systemSettings')} onClose={onClose}>
      {(close) => (
        // A form of this method closes its dialog by itself.
        <form method="dialog" className="dialog-form" onSubmit={apply}>
          <div className="switches">
            <Switch label={t('shell.alarmSound')} isOn={hasAudio} onSwitch={setAudio} />
            <Switch label={t('shell.alarmNotification')} isOn={hasNotification} onSwitch={setNotification} />
            {canShowDeskNotices() && (
              <Switch
                label={t('alarms.deskNotices')}
                isOn={hasDeskNotices}
                onSwitch={(isOn) => void switchDeskNotices(isOn)}
              />
            )}
            {rules && canPush() && (
              <div>
                <Switch label={t('alarms.pushNotices')} isOn={hasPush} onSwitch={setPush} />
                <p className="field-hint">{t('alarms.pushHint')}</p>
              </div>
            )}
            {rules && (
              <QuietHoursFields hours={quiet === undefined ? rules.QuietHours : quiet} onChange={setQuiet} />
            )}
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

async function switchPush(t: Translate, isOn: boolean): Promise<void> {
  if (!isOn) return void (await succeeds(switchPushOff))
  const detail = await switchPushOn()
  if (detail === '') say('success', t('alarms.pushOn'), undefined, PUSH)
  else {
    const text = detail === 'refused' ? t('alarms.deskRefused') : t('alarms.pushFailed', { detail })
    say('error', text, undefined, PUSH)
  }
}
