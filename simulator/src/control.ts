/** What can be asked of the simulator while it runs: the same commands for a parent process, over HTTP and in the process. */
import { z } from 'zod'
import { type Device, deviceStates } from './device.ts'
import type { Life } from './life.ts'

const MOST_LOST = 10_000
const device = z.int()
const channel = z.int().min(1).default(1)
const quality = z.enum(['main', 'sub'])

const Command = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('state'), device, state: z.enum(deviceStates) }),
  /** Somebody presses the bell. */
  z.strictObject({ type: z.literal('ring'), device }),
  z.strictObject({ type: z.literal('tamper'), device, channel, isTampered: z.boolean() }),
  z.strictObject({ type: z.literal('light'), device, light: z.enum(['day', 'night']) }),
  z.strictObject({ type: z.literal('failUpgrade'), device, fails: z.boolean() }),
  /** The next frames are made, and lost on their way. */
  z.strictObject({
    type: z.literal('lose'),
    device,
    channel,
    quality,
    frames: z.int().min(0).max(MOST_LOST),
  }),
  /** What was sent, from a frame's time on. */
  z.strictObject({ type: z.literal('sent'), device, channel, quality, sinceMs: z.number().default(0) }),
])
export type Outcome = { ok: true; answer?: unknown } | { ok: false; reason: string }

const DONE: Outcome = { ok: true }

export function obey(devices: ReadonlyMap<number, Device>, life: Life, message: unknown): Outcome {
  const { data: command, error } = Command.safeParse(message)
  if (command === undefined) return { ok: false, reason: error.issues[0]?.message ?? 'not a command' }
  const found = devices.get(command.device)
  if (found === undefined) return { ok: false, reason: `there is no device ${command.device}` }
  switch (command.type) {
    case 'state':
      life.setState(found, command.state)
      return DONE
    case 'ring':
      if (!found.features.ring) return { ok: false, reason: 'the device has no bell' }
      life.ring(found)
      return DONE
    case 'light':
      for (const { look } of found.cameras) look.light = command.light
      return DONE
    case 'failUpgrade':
      found.failsUpgrade = command.fails
      return DONE
    default:
      break
  }
  const camera = found.cameras[command.channel - 1]
  if (camera === undefined) return { ok: false, reason: `the device has no channel ${command.channel}` }
  if (command.type === 'tamper') {
    life.tamper(camera, command.isTampered)
    return DONE
  }
  const stream = camera.streams[command.quality]
  if (command.type === 'lose') {
    stream.lose(command.frames)
    return DONE
  }
  return { ok: true, answer: stream.journal.since(command.sinceMs) }
}
