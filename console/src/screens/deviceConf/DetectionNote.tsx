import type { AlarmSwitch } from '@vedette/contract/alarm-settings'
import type { ReplyOf } from '@vedette/contract/call'
import type { Detection, getDeviceCloudConfig } from '@vedette/contract/calls/device-config'
import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'

/** Who acts on the switch; nobody does where it is kept for later. */
export function whoDetects(
  name: AlarmSwitch,
  { Inactive, Detection: detection }: ReplyOf<typeof getDeviceCloudConfig>,
): 'byDevice' | 'byPlatform' | 'inactive' | 'notHere' | 'noPtz' {
  const isTracking = name === 'MotionTracking' || name === 'HumanTracking'
  const isDetection = name === 'MotionDetection' || name === 'HumanDetection'
  const isOwn = name === 'MotionDetection' && detection?.IsOwnMotion !== false
  if (!Inactive.includes(name)) return isOwn ? 'byDevice' : 'byPlatform'
  if (isTracking && detection?.HasPTZ === false) return 'noPtz'
  const isOfPeople = name === 'HumanDetection' || name === 'HumanTracking'
  const isMissing = detection?.Decoder === '' || (isOfPeople && detection?.People === '')
  return (isDetection || isTracking) && !isOwn && isMissing ? 'notHere' : 'inactive'
}

/** What the platform's own detection can do on its machine, and how often it looks at this camera. */
export function DetectionNote({ detection }: { detection: Detection }): ReactNode {
  const t = useT()
  const { Decoder, People, Detail, LooksPerSecond, IsResting } = detection
  if (Decoder === '') return <p className="conf-trouble">{t('deviceConf.noDecoder', { detail: Detail })}</p>
  return (
    <>
      {People === '' && <p className="conf-trouble">{t('deviceConf.noPeople', { detail: Detail })}</p>}
      {LooksPerSecond !== null && (
        <p className="field-hint">
          {t(IsResting ? 'deviceConf.looksLess' : 'deviceConf.looks', { count: LooksPerSecond })}
        </p>
      )}
    </>
  )
}
