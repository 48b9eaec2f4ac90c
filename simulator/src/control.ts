/** What can be asked of the simulator while it runs: the same commands for a parent process, over HTTP and in the process. */
import { z } from 'zod'
import { type Device, deviceStates } from './device.ts'
import { Card } from './edge/card.ts'
import type { Life } from './life.ts'
import { SPOILT } from './picture-source.ts'
import type { Reporters } from './mqtt/reporters.ts'
import { Reading } from './mqtt/sensors.ts'

const MOST_LOST = 10_000
const device = z.int()
const channel = z.int().min(1).default(1)
const quality = z.enum(['main', 'sub'])

const Command = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('state'), device, state: z.enum(deviceStates) }),
  /** Somebody presses the bell. */
  z.strictObject({ type: z.literal('ring'), device }),
  z.strictObject({ type: z.literal('tamper'), device, channel, isTampered: z.boolean() }),
  /** Somebody covers the lens or turns the camera away, or its picture sticks. */
  z.strictObject({ type: z.literal('spoil'), device, channel, how: z.enum(SPOILT) }),
  z.strictObject({ type: z.literal('light'), device, light: z.enum(['day', 'night']) }),
  /** Puts an empty memory card into the device, or takes its card out. */
  z.strictObject({ type: z.literal('card'), device, isIn: z.boolean() }),
  z.strictObject({ type: z.literal('failUpgrade'), device, fails: z.boolean() }),
  /** The next frames are made, and lost on their way. */
  z.strictObject({
    type: z.literal('lose'),
    device,
    channel,
    quality,
    frames: z.int().min(0).max(MOST_LOST),
  }),
  /** Where the platform's MQTT broker listens. */
  z.strictObject({ type: z.literal('broker'), port: z.int().min(1).max(65_535) }),
  z.strictObject({
    type: z.literal('scan'),
    device,
    code: z.string().min(1).max(512),
    symbology: z.string().min(1).max(32).optional(),
  }),
  /** Without a value the sensor follows the script again. */
  z.strictObject({ type: z.literal('sensor'), device, ...Reading.partial({ value: true }).shape }),
  /** What was said to it. */
  z.strictObject({ type: z.literal('heard'), device, channel }),
  /** What was sent, from a frame's time on. */
  z.strictObject({ type: z.literal('sent'), device, channel, quality, sinceMs: z.number().default(0) }),
])
export type Outcome = { ok: true; answer?: unknown } | { ok: false; reason: string }

const DONE: Outcome = { ok: true }

interface World {
  devices: ReadonlyMap<number, Device>
  life: Life
  reporters: Reporters
  /** A stream has got its first viewer. */
  wake: () => void
}

export function obey({ devices, life, reporters, wake }: World, message: unknown): Outcome {
  const { data: command, error } = Command.safeParse(message)
  if (command === undefined) return { ok: false, reason: error.issues[0]?.message ?? 'not a command' }
  if (command.type === 'broker') {
    reporters.connectTo(command.port)
    return DONE
  }
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
    case 'scan': {
      const { code, symbology } = command
      return reporters.scan(found, { code, symbology })
        ? DONE
        : { ok: false, reason: 'the device scans no codes' }
    }
    case 'sensor': {
      const { type: _type, device: _device, value, ...rest } = command
      const reading = value === undefined ? undefined : { ...rest, value }
      return reporters.sensor(found, rest.sensor, reading)
        ? DONE
        : { ok: false, reason: 'the device has no sensors' }
    }
    case 'card':
      for (const camera of found.cameras) {
        camera.card?.takeOut()
        camera.card = command.isIn ? new Card(camera.streams.main, () => found.clockOffsetMs) : undefined
      }
      wake()
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
  if (command.type === 'spoil') {
    camera.look.spoilt = command.how
    for (const stream of [camera.streams.main, camera.streams.sub]) stream.stick(command.how === 'stuck')
    return DONE
  }
  if (command.type === 'heard') {
    const { loudspeaker } = camera
    return loudspeaker === undefined
      ? { ok: false, reason: 'the device has no loudspeaker' }
      : { ok: true, answer: loudspeaker.heard() }
  }
  const stream = camera.streams[command.quality]
  if (command.type === 'lose') {
    stream.lose(command.frames)
    return DONE
  }
  return { ok: true, answer: stream.journal.since(command.sinceMs) }
}
