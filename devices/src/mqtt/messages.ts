/** What gateways and scanning guns say, and what they are told: docs/protocol.md, "MQTT". */
import { z } from 'zod'

/** Largest payload; a packet has a topic and a header beside it. */
export const MAX_PAYLOAD_BYTES = 16 * 1024
const MOST_SENSORS = 100
const MOST_SCANS = 100

/** Control characters would reach screens and spreadsheets. */
const line = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}+$/u, 'has a control character')
/** ms since 1970, by the device's clock. */
const At = z.int().min(0).max(8_640_000_000_000_000).optional()

const SENSOR_KINDS = [
  'temperature',
  'humidity',
  'door',
  'smoke',
  'water',
  'motion',
  'power',
  'other',
] as const

const SensorReading = z.object({
  sensor: line(64),
  kind: z.enum(SENSOR_KINDS).default('other'),
  value: z.union([z.number(), z.boolean(), line(64)]),
  unit: line(16).optional(),
  at: At,
})
export type SensorReading = z.infer<typeof SensorReading>

const Scan = z.object({ code: line(512), symbology: line(32).optional(), at: At })
export type Scan = z.infer<typeof Scan>

const UPGRADE_STATES = ['downloading', 'installing', 'done', 'failed'] as const

const SCHEMAS = {
  status: z.object({ online: z.boolean() }),
  info: z.object({ model: line(64).optional(), firmware: line(64).optional() }),
  sensors: z.object({ readings: z.array(SensorReading).min(1).max(MOST_SENSORS) }),
  scan: z.object({ scans: z.array(Scan).min(1).max(MOST_SCANS) }),
  upgrade: z.object({
    job: line(64),
    state: z.enum(UPGRADE_STATES),
    progress: z.int().min(0).max(100).default(0),
    reason: line(200).optional(),
  }),
} as const
type Kind = keyof typeof SCHEMAS

export type DeviceMessage = { [K in Kind]: { kind: K; body: z.infer<(typeof SCHEMAS)[K]> } }[Kind]

export type ReadOutcome = { ok: true; message: DeviceMessage } | { ok: false; reason: string }

/** What the platform tells a device; the file follows in pieces. */
export interface UpgradeCommand {
  type: 'upgrade'
  job: string
  version: string
  bytes: number
  sha256: string
}

/** Bytes of the file in one message; behind its place as 4 bytes, big-endian. */
export const PIECE_BYTES = 32 * 1024

const ROOT = 'vedette'

export function commandTopic(did: string): string {
  return `${ROOT}/${did}/command`
}

export function firmwareTopic(did: string): string {
  return `${ROOT}/${did}/firmware`
}

export function topicOf(did: string, kind: Kind): string {
  return `${ROOT}/${did}/${kind}`
}

/** Whose topic it is, undefined when it is none of a device's messages. */
export function kindOfTopic(topic: string, did: string): Kind | undefined {
  return KINDS.find((kind) => topic === topicOf(did, kind))
}

const KINDS = Object.keys(SCHEMAS).filter((key): key is Kind => Object.hasOwn(SCHEMAS, key))

export function readMessage(kind: Kind, payload: Uint8Array): ReadOutcome {
  if (payload.length > MAX_PAYLOAD_BYTES)
    return { ok: false, reason: `${kind}: over ${MAX_PAYLOAD_BYTES} bytes` }
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
  } catch {
    // What stands there may be anything; the operator is told that it is no JSON.
    return { ok: false, reason: `${kind}: no JSON in UTF-8` }
  }
  const message = parsed(kind, json)
  if ('issues' in message) {
    const [issue] = message.issues
    const field = issue?.path.map(String).join('.') ?? ''
    return { ok: false, reason: `${kind}${field && `.${field}`}: ${issue?.message ?? 'not understood'}` }
  }
  return { ok: true, message }
}

function parsed(kind: Kind, json: unknown): DeviceMessage | z.ZodError {
  switch (kind) {
    case 'status':
      return bodyOf(SCHEMAS.status, json, (body) => ({ kind, body }))
    case 'info':
      return bodyOf(SCHEMAS.info, json, (body) => ({ kind, body }))
    case 'sensors':
      return bodyOf(SCHEMAS.sensors, json, (body) => ({ kind, body }))
    case 'scan':
      return bodyOf(SCHEMAS.scan, json, (body) => ({ kind, body }))
    case 'upgrade':
      return bodyOf(SCHEMAS.upgrade, json, (body) => ({ kind, body }))
  }
}

function bodyOf<Schema extends z.ZodType>(
  schema: Schema,
  json: unknown,
  made: (body: z.output<Schema>) => DeviceMessage,
): DeviceMessage | z.ZodError {
  const outcome = schema.safeParse(json)
  return outcome.success ? made(outcome.data) : outcome.error
}
