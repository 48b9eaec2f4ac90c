/** Keeps the simulated devices in the company `demo`, and says in a sentence how that went. */
import { setTimeout } from 'node:timers/promises'

import { administrator } from '../http/caller.ts'
import type { Ready } from '../greeting.ts'
import { enrol, type Enrolled } from './enrolment.ts'
import { type DemoRecord, writeDemo } from './record.ts'
import type { Settings } from './settings.ts'
import type { Simulated } from './simulated.ts'

/** A machine that is busy with its first start may answer too late. */
const TRIES = 4
const AGAIN_AFTER_MS = 5000

interface Start {
  settings: Settings
  /** What earlier starts left. */
  record: DemoRecord | undefined
  rtspPort: number
  onvifPort: number
  simulated: Promise<Simulated>
  platform: Ready
}

export interface Demo {
  /** Whether the platform knows the devices, so that those that connect by themselves may. */
  isEnrolled: boolean
  /** What to tell the operator; undefined when all is as it was. */
  sentence: string | undefined
}

/** Never rejects: the platform serves without them. */
export async function keepEnrolled(start: Start): Promise<Demo> {
  const { record } = start
  if (record?.isEnrolled) return { isEnrolled: true, sentence: elsewhere(start, record) }
  for (let tries = 1; ; tries++) {
    try {
      return await addCameras(start)
    } catch (error) {
      const sentence = `The simulated cameras could not be added, the next start tries again: ${messageOf(error)}`
      if (tries === TRIES) return { isEnrolled: false, sentence }
      await setTimeout(AGAIN_AFTER_MS, undefined, { ref: false })
    }
  }
}

/** What it means that the devices are not where they were added; undefined where they are. */
function elsewhere({ settings, rtspPort, onvifPort }: Start, record: DemoRecord): string | undefined {
  const why = (variable: string, wanted: number | undefined): string =>
    wanted ? `${variable} is ${wanted}` : 'another program holds it'
  if (rtspPort !== record.rtspPort)
    return (
      `The simulated cameras were added at port ${record.rtspPort}, ` +
      `but ${why('VEDETTE_SIM_RTSP_PORT', settings.rtspPort)}: they are offline until a start has them there.`
    )
  if (record.onvifPort === undefined || onvifPort === record.onvifPort) return undefined
  return (
    `The simulated cameras were added with ONVIF at port ${record.onvifPort}, ` +
    `but ${why('VEDETTE_SIM_ONVIF_PORT', settings.onvifPort)}: their settings cannot be reached until a start has it there.`
  )
}

async function addCameras({
  settings,
  record,
  rtspPort,
  onvifPort,
  simulated,
  platform,
}: Start): Promise<Demo> {
  // The founding start's own comes first; a wrong one that was set must not keep the right one from being tried.
  const passwords = new Set(
    [platform.firstPassword, settings.adminPassword, record?.adminPassword].flatMap((it) => it ?? []),
  )
  const faults: string[] = []
  for (const password of passwords) {
    const login = await administrator(platform.address, password).catch((error: unknown) => {
      faults.push(messageOf(error))
    })
    if (!login) continue
    const cameras = await simulated
    const known = { rtspPort, onvifPort, cameraPassword: cameras.password }
    writeDemo(settings.dataFolder, { ...known, adminPassword: password, isEnrolled: false })
    const added = await enrol(login.ask, cameras, settings.language)
    writeDemo(settings.dataFolder, { ...known, isEnrolled: true })
    return {
      isEnrolled: true,
      sentence: `${added.cameras} simulated cameras are in the company demo${others(added)}`,
    }
  }
  const why = faults.length > 0 ? ` (${faults.join('; ')})` : ''
  const sentence =
    `The simulated cameras are not in the company demo, for the login as admin needs its password${why}: ` +
    'set VEDETTE_ADMIN_PASSWORD to it for one start.'
  return { isEnrolled: false, sentence }
}

function others({ gateways, guns }: Enrolled): string {
  if (gateways + guns === 0) return ''
  return `, with ${counted(gateways, 'gateway')} and ${counted(guns, 'scanning gun')}`
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
