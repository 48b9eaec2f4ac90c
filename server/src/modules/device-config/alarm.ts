/** Settings of alarms: the platform keeps them, and the device has what it can do of them itself. */
import { type AlarmPart, type AlarmSettings, rangeFault } from '@vedette/contract/alarm-settings'
import { fault } from '@vedette/contract/reasons'
import { getMotion, isSame, type Motion, setMotion } from '@vedette/devices/onvif/analytics'
import type { OnvifClient } from '@vedette/devices/onvif/client'
import { OnvifFault, orIfMissing } from '@vedette/devices/onvif/fault'
import type { Profile } from '@vedette/devices/onvif/media'

import { cellsOf, zonesOf } from './zones.ts'

export function checkAlarm(alarm: AlarmSettings): void {
  const found = rangeFault(alarm.Ranges)
  if (found) throw fault('badInput', `Alarm.Ranges.${found.at}`, found.fault)
}

/** What the device does of it now, by one channel's profiles; undefined where it detects nothing itself. */
export async function readMotion(
  client: OnvifClient,
  profiles: readonly Profile[],
): Promise<Motion | undefined> {
  const configuration = configurationOf(profiles)
  if (configuration === undefined || !client.has('analytics')) return undefined
  return orIfMissing(getMotion(client, configuration), undefined)
}

/** Throws OnvifFault; `notSupported` where the device detects nothing itself. */
export async function writeMotion(
  client: OnvifClient,
  profiles: readonly Profile[],
  { MotionDetection, Sensitivity, Zones }: AlarmSettings,
): Promise<void> {
  const configuration = configurationOf(profiles)
  if (configuration === undefined) throw new OnvifFault('notSupported', 'The device detects nothing itself')
  const { cells } = await getMotion(client, configuration)
  await setMotion(client, configuration, {
    isOn: MotionDetection,
    sensitivity: Sensitivity,
    cells: cellsOf(Zones, cells),
  })
}

/** What the platform looks for in the pictures of a channel. */
export interface PlatformSees {
  motion: boolean
  human: boolean
  /** It turns the camera after what is seen. */
  turns: boolean
}

/**
 * What is set, and what of it nothing acts on yet. What the device does itself is as it says; with `isPending` what it
 * is to be set to is told instead.
 */
export function seenAlarm(
  kept: AlarmSettings,
  motion: Motion | undefined,
  isPending: boolean,
  platform: PlatformSees,
): { Alarm: AlarmSettings; Inactive: AlarmPart[] } {
  const unseen: AlarmPart[] = []
  if (!platform.turns || !platform.motion) unseen.push('MotionTracking')
  if (!platform.human) unseen.push('HumanDetection')
  if (!platform.turns || !platform.human) unseen.push('HumanTracking')
  if (!motion) return { Alarm: kept, Inactive: platform.motion ? unseen : ['MotionDetection', ...unseen] }
  const Alarm = isPending ? kept : { ...kept, ...saidBy(motion, kept) }
  const isWatched = Alarm.MotionDetection && motion.isOn
  const Inactive: AlarmPart[] =
    Alarm.MotionDetection === motion.isOn ? unseen : ['MotionDetection', ...unseen]
  if (motion.sensitivity !== Alarm.Sensitivity) Inactive.push('Sensitivity')
  if (isWatched && !isSame(cellsOf(Alarm.Zones, motion.cells), motion.cells)) Inactive.push('Zones')
  return { Alarm, Inactive }
}

function saidBy({ isOn, sensitivity, cells }: Motion, kept: AlarmSettings): Partial<AlarmSettings> {
  const isAsKept = !isOn || isSame(cellsOf(kept.Zones, cells), cells)
  return {
    MotionDetection: isOn,
    Sensitivity: Math.max(1, sensitivity ?? kept.Sensitivity),
    Zones: isAsKept ? kept.Zones : (zonesOf(cells) ?? kept.Zones),
  }
}

function configurationOf(profiles: readonly Profile[]): string | undefined {
  return profiles.find(({ analytics }) => analytics !== '')?.analytics
}
