/** A picture of what a device sees: the one that it gives out, else a key frame of its stream. */
import type { Access, AllowedAddress, AddressCheck, Launder, SnapshotOutcome } from '../driver.ts'
import { keyFrameAt } from '../rtsp/probe.ts'
import { chooseStreams, refusalOf, sourcesOf } from './choice.ts'
import { OnvifClient } from './client.ts'
import { OnvifFault, outcomeOf } from './fault.ts'
import { exchangeAs } from './login.ts'
import { getProfiles, getSnapshotUri, getStreamUri, pictureUrlAt, streamUrlAt } from './media.ts'

/** A console waits for 10 s. */
const TOTAL_MS = 9000
const LIMITS = { deadlineMs: 3000, totalMs: 4500 }
const PICTURE_MS = 3000
const MAX_BYTES = 5 * 1024 * 1024

interface Places {
  /** Snapshot address of the largest profile, as the device says it. */
  picture: string
  /** Address of the smallest stream that can be played. */
  stream: string | undefined
}

export async function takeSnapshot(
  address: AllowedAddress,
  access: Access,
  check: AddressCheck,
  launder: Launder,
): Promise<SnapshotOutcome> {
  const endsAtMs = performance.now() + TOTAL_MS
  const leftMs = (): number => Math.max(1, Math.floor(endsAtMs - performance.now()))
  const { username, password, tls } = access
  const client = new OnvifClient({ ...address, username, password, tls }, LIMITS)
  const told = await outcomeOf(placesOf(client))
  if (!told.ok) return refusalOf(told)
  const { picture, stream } = told.value
  // What goes wrong with the picture hinders nothing: the stream is asked for one.
  const file = await outcomeOf(fetchPicture(client, picture, check, Math.min(PICTURE_MS, leftMs())))
  const bytes = file.ok ? await launder(file.value) : undefined
  if (bytes) return { ok: true, snapshot: { form: 'picture', bytes } }
  const checked = stream === undefined ? undefined : await check(stream)
  if (checked?.ok) return keyFrameAt(checked, access, leftMs())
  return {
    ok: false,
    reason: 'noUsableStream',
    detail: 'The device gives no picture and no stream that can be shown',
  }
}

/** `isOffered`: the device has pictures to give, whether it has given one just now or was too busy. */
export interface OwnPicture {
  bytes: Buffer | undefined
  isOffered: boolean
}

/** Where an opened device keeps the picture of a channel: asking for it takes longer than the picture itself. */
const places = new WeakMap<OnvifClient, Map<number, string>>()

/** The picture that an opened device gives of this channel now. */
export async function ownPicture(
  client: OnvifClient,
  channel: number,
  check: AddressCheck,
): Promise<OwnPicture> {
  const known = places.get(client) ?? new Map<number, string>()
  places.set(client, known)
  const before = known.get(channel)
  if (before !== undefined) {
    const told = await outcomeOf(fetchPicture(client, before, check, PICTURE_MS))
    if (told.ok) return { bytes: told.value, isOffered: true }
    // It may hold for a time only (ONVIF Media, GetSnapshotUri).
    known.delete(channel)
  }
  const told = await outcomeOf(
    (async () => {
      const profiles = sourcesOf(await getProfiles(client))[channel] ?? []
      const profile = chooseStreams(profiles).main ?? profiles[0]
      const said = profile ? await getSnapshotUri(client, profile.token) : ''
      if (said === '') return undefined
      const picture = await fetchPicture(client, said, check, PICTURE_MS)
      known.set(channel, said)
      return picture
    })(),
  )
  if (told.ok) return { bytes: told.value, isOffered: told.value !== undefined }
  return { bytes: undefined, isOffered: told.reason === 'unreachable' || told.reason === 'protocol' }
}

async function placesOf(client: OnvifClient): Promise<Places> {
  await client.open()
  const [profiles = []] = sourcesOf(await getProfiles(client))
  const { main, sub } = chooseStreams(profiles)
  const largest = main ?? profiles[0]
  if (!largest) throw new OnvifFault('notSupported', 'The device names no video source')
  const smallest = sub ?? main
  const [picture, stream] = await Promise.all([
    getSnapshotUri(client, largest.token),
    smallest ? getStreamUri(client, smallest.token) : '',
  ])
  return { picture, stream: streamUrlAt(stream, client.target.url) }
}

async function fetchPicture(
  client: OnvifClient,
  said: string,
  check: AddressCheck,
  deadlineMs: number,
): Promise<Buffer> {
  const url = pictureUrlAt(said, client.target.url)
  const checked = url === undefined ? undefined : await check(url)
  if (!checked?.ok) throw new OnvifFault('notSupported', 'The device names no address of a picture')
  const place = { url: new URL(checked.url), connectHost: checked.connectHost, tls: client.target.tls }
  const answer = await exchangeAs(client.target, place, () => ({
    method: 'GET',
    headers: { accept: 'image/*' },
    body: '',
    deadlineMs,
    maxBytes: MAX_BYTES,
  }))
  if (answer.status !== 200)
    throw new OnvifFault('refused', `The device gives no picture (HTTP status ${answer.status})`)
  return answer.body
}
