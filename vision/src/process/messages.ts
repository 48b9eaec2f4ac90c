/** What the gate and the vision process say to each other: docs/protocol.md, "Vision". */
import type { Box } from '../picture.ts'
import type { LookSettings } from '../settings.ts'
import type { EventKind } from '../look/camera-look.ts'

export interface Camera extends LookSettings {
  /** The stream's number on the live wire. */
  stream: number
}

/** All cameras that are to be looked at; those that are not in the list are not. */
export type ToVision =
  | {
      type: 'look'
      revision: number
      cameras: Camera[]
      /** Streams of which every look is told, for who tunes or follows them. */
      shown: number[]
    }
  /** The camera of the stream is being turned. */
  | { type: 'turned'; stream: number }

export interface Means {
  /** Empty where there is none: `decoderDetail` says why. */
  decoder: string
  decoderDetail: string
  detector: string
  detectorDetail: string
}

export interface LookState {
  stream: number
  /** Mean of the last seconds. */
  looksPerSecond: number
  /** Only key frames are decoded for the time being: the machine has too much to do. */
  isResting: boolean
  /** Why there are no pictures; empty where there are. */
  fault: string
}

export interface SeenPerson extends Box {
  id: number
  score: number
  speedX: number
  speedY: number
  /** Enough to raise an alarm. */
  isSure: boolean
}

/** What one look has seen: of motion at once, of people when they were looked for. */
export interface SeenMessage {
  type: 'seen'
  stream: number
  kind: EventKind
  atMs: number
  isActive: boolean
  /** Cells in a row, and a bit for each, base64: 1 where something moves. */
  columns: number
  cells: string
  moved: Box[]
  people: SeenPerson[]
}

export type FromVision =
  | { type: 'hello'; token: string; pid: number }
  | ({ type: 'means' } & Means)
  | { type: 'begin'; stream: number; kind: EventKind; atMs: number; zone?: number | undefined }
  | { type: 'touch' | 'end'; stream: number; kind: EventKind; atMs: number }
  | SeenMessage
  | { type: 'looks'; looks: LookState[]; skippedPeople: number }

export interface PictureHead {
  stream: number
  kind: EventKind
  box: Box
}

const HEAD_BYTES = 2

/** A frame of the feed's other kind: what the picture is of, and its PNG. */
export function pictureFrame(head: PictureHead, png: Buffer): Buffer {
  const json = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(HEAD_BYTES)
  length.writeUInt16BE(json.length)
  return Buffer.concat([length, json, png])
}

/** Undefined for anything else. */
export function readPictureFrame(body: Buffer): (PictureHead & { png: Buffer }) | undefined {
  if (body.length < HEAD_BYTES) return undefined
  const pngAt = HEAD_BYTES + body.readUInt16BE()
  const head = parsed(body.subarray(HEAD_BYTES, pngAt))
  if (!head || !isCount(head['stream']) || !isKind(head['kind']) || !isBox(head['box'])) return undefined
  return { stream: head['stream'], kind: head['kind'], box: head['box'], png: body.subarray(pngAt) }
}

/** Undefined for anything else. */
export function readFromVision(body: Buffer): FromVision | undefined {
  const message = parsed(body)
  if (!message) return undefined
  const { type, stream, kind, atMs, token, pid, looks, skippedPeople } = message
  switch (type) {
    case 'hello':
      return isText(token) && isCount(pid) ? { type, token, pid } : undefined
    case 'means': {
      const { decoder, decoderDetail, detector, detectorDetail } = message
      const isWhole = isText(decoder) && isText(decoderDetail) && isText(detector) && isText(detectorDetail)
      return isWhole ? { type, decoder, decoderDetail, detector, detectorDetail } : undefined
    }
    case 'begin': {
      const { zone } = message
      if (!isCount(stream) || !isKind(kind) || !isCount(atMs)) return undefined
      return zone === undefined || isCount(zone) ? { type, stream, kind, atMs, zone } : undefined
    }
    case 'touch':
    case 'end':
      return isCount(stream) && isKind(kind) && isCount(atMs) ? { type, stream, kind, atMs } : undefined
    case 'seen': {
      const { isActive, columns, cells, moved, people } = message
      const isWhole =
        isCount(stream) &&
        isKind(kind) &&
        isCount(atMs) &&
        typeof isActive === 'boolean' &&
        isCount(columns) &&
        isText(cells) &&
        Array.isArray(moved) &&
        moved.every(isBox) &&
        Array.isArray(people) &&
        people.every(isPerson)
      return isWhole ? { type, stream, kind, atMs, isActive, columns, cells, moved, people } : undefined
    }
    case 'looks': {
      const isWhole = Array.isArray(looks) && looks.every(isLookState) && isCount(skippedPeople)
      return isWhole ? { type, looks, skippedPeople } : undefined
    }
    default:
      return undefined
  }
}

/** Undefined for anything else. */
export function readToVision(body: Buffer): ToVision | undefined {
  const message = parsed(body)
  if (message?.['type'] === 'turned' && isCount(message['stream']))
    return { type: 'turned', stream: message['stream'] }
  if (message?.['type'] !== 'look' || !isCount(message['revision'])) return undefined
  const { cameras, shown } = message
  if (!Array.isArray(cameras) || !cameras.every(isCamera)) return undefined
  if (!Array.isArray(shown) || !shown.every(isCount)) return undefined
  return { type: 'look', revision: message['revision'], cameras, shown }
}

function parsed(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isFields(value) ? value : undefined
  } catch {
    // Anyone who speaks so is shown out.
    return undefined
  }
}

function isCamera(value: unknown): value is Camera {
  return (
    isFields(value) &&
    isCount(value['stream']) &&
    typeof value['motion'] === 'boolean' &&
    typeof value['human'] === 'boolean' &&
    isFollow(value['follow']) &&
    isCount(value['sensitivity']) &&
    Array.isArray(value['zones']) &&
    value['zones'].every((zone) => Array.isArray(zone) && zone.every(isPoint))
  )
}

function isLookState(value: unknown): value is LookState {
  return (
    isFields(value) &&
    isCount(value['stream']) &&
    isCount(value['looksPerSecond']) &&
    typeof value['isResting'] === 'boolean' &&
    isText(value['fault'])
  )
}

const isPoint = (value: unknown): boolean => isFields(value) && isCount(value['X']) && isCount(value['Y'])
const isKind = (value: unknown): value is EventKind => value === 'motion' || value === 'human'
const isFollow = (value: unknown): value is Camera['follow'] =>
  value === 'none' || value === 'motion' || value === 'human'
const isPerson = (value: unknown): value is SeenPerson =>
  isBox(value) &&
  isFields(value) &&
  ['id', 'score', 'speedX', 'speedY'].every((field) => Number.isFinite(value[field])) &&
  typeof value['isSure'] === 'boolean'
const isBox = (value: unknown): value is Box =>
  isFields(value) && ['x', 'y', 'width', 'height'].every((side) => Number.isFinite(value[side]))
const isText = (value: unknown): value is string => typeof value === 'string'
const isCount = (value: unknown): value is number => Number.isFinite(value) && Number(value) >= 0
const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
