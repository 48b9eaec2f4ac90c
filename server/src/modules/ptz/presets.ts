/** What the platform keeps of presets beside the camera: names that can be changed without moving it, and pictures. */
import type { PtzState } from '@vedette/contract/calls/device-message'
import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'
import type { AddressCheck } from '@vedette/devices/driver'
import { getPosition, getPresets, type Preset, setPreset, removePreset } from '@vedette/devices/onvif/ptz'
import { ownPicture } from '@vedette/devices/onvif/snapshot'

import type { Principal } from '../../authority/principal.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import type { ChannelScope } from '../../video/channel.ts'
import type { KeptPictures } from '../picture/index.ts'
import type { PtzCamera } from './camera.ts'
import { keyOf } from './leases.ts'
import { presetStore } from './store.ts'

const LONGEST_SIDE = 320
/** Cameras do not say that they have arrived: they have once they look where they looked a moment ago. */
const LOOK_MS = 1000
const MOST_LOOKS = 30
/** From then on the recorder's latest key frame is of where the camera looks now. */
const KEY_FRAME_MS = 10_000
/** A picture that is younger is not taken again when the camera is sent there. */
const FRESH_MS = 60 * 60_000

export interface PresetNeeds {
  storage: Storage
  clock: Clock
  keptPictures: Pick<KeptPictures, 'keepSeen' | 'urlOf' | 'delete'>
  checkAddress: AddressCheck
  keyFrameAt: (companyId: string, did: string, channel: number, atMs: number) => Promise<Buffer | undefined>
  onError: (error: unknown) => void
}

export type Presets = ReturnType<typeof openPresets>

export function openPresets(needs: PresetNeeds, cameraAt: (place: ChannelScope) => PtzCamera) {
  const { storage, clock, keptPictures, checkAddress, keyFrameAt, onError } = needs
  const store = presetStore(storage)
  /** Raised whenever a camera moves: a picture that was to be taken then would show something else. */
  const moves = new Map<string, number>()
  const movesOf = (place: ChannelScope): number => moves.get(keyOf(place)) ?? 0

  const keep = async (place: ChannelScope, token: string, bytes: Buffer): Promise<boolean> => {
    const { companyId } = place
    const id = await keptPictures.keepSeen(companyId, bytes, LONGEST_SIDE)
    if (id === undefined) return false
    const before = await store.show(place, token, { picture_id: id, taken_at: clock.now() })
    if (!before) await keptPictures.delete(companyId, [id])
    else if (before.picture_id !== null) await keptPictures.delete(companyId, [before.picture_id])
    return true
  }

  /** Returns whether the camera gave one. */
  const takeOwn = async (place: ChannelScope, token: string): Promise<boolean> => {
    const moved = movesOf(place)
    const { bytes } = await cameraAt(place).look(({ client }) =>
      ownPicture(client, place.channel, checkAddress),
    )
    if (movesOf(place) !== moved) return true
    return bytes !== undefined && keep(place, token, bytes)
  }

  let isClosed = false
  /** A camera that is gone meanwhile is no bug. */
  const missed = (error: unknown): void => {
    if (!(error instanceof Refusal)) onError(error)
  }
  const later = (place: ChannelScope, delayMs: number, work: () => Promise<unknown>): void => {
    const moved = movesOf(place)
    clock.after(delayMs, () => {
      if (!isClosed && movesOf(place) === moved) work().catch(missed)
    })
  }

  const takeRecorded = (place: ChannelScope, token: string): void => {
    const { companyId, did, channel } = place
    later(place, KEY_FRAME_MS, async () => {
      const bytes = await keyFrameAt(companyId, did, channel, clock.now())
      if (bytes) await keep(place, token, bytes)
    })
  }

  const take = async (place: ChannelScope, token: string): Promise<void> => {
    if (!(await takeOwn(place, token))) takeRecorded(place, token)
  }

  /** Takes the picture once the camera stands still. */
  const takeThere = (place: ChannelScope, token: string, before: string, looks: number): void =>
    later(place, LOOK_MS, async () => {
      const at = JSON.stringify(
        await cameraAt(place).look(({ client, profile }) => getPosition(client, profile)),
      )
      if (at === before || looks === 0) await take(place, token)
      else takeThere(place, token, at, looks - 1)
    })

  const toldBy = async (place: ChannelScope, token: string): Promise<Preset> => {
    const told = await cameraAt(place).look(({ client, profile }) => getPresets(client, profile))
    const preset = told.find((it) => it.token === token)
    if (!preset) throw fault('badInput', 'Token', 'presetUnknown')
    return preset
  }

  return {
    /** As the platform names and shows what the camera told. */
    async shown(
      place: ChannelScope,
      told: readonly Preset[],
      who: Pick<Principal, 'companyId' | 'sessionId'>,
    ): Promise<PtzState['Presets']> {
      const rows = new Map((await store.of(place)).map((row) => [row.token, row]))
      return told.map(({ token, name }) => {
        const row = rows.get(token)
        const own = row?.camera_name === name ? row : undefined
        const picture = own?.picture_id ?? undefined
        const right = { of: 'preset', id: place.did } as const
        return {
          Token: token,
          Name: own?.name || name || token,
          Url: picture === undefined ? '' : keptPictures.urlOf(who, picture, right),
        }
      })
    },

    /** Throws Refusal. */
    async save(place: ChannelScope, wanted: { name: string; token?: string | undefined }): Promise<string> {
      const token = await cameraAt(place).look(({ client, profile }) => setPreset(client, profile, wanted))
      const { name: camera_name } = await toldBy(place, token)
      await store.name(place, { token, name: wanted.name, camera_name })
      await take(place, token)
      return token
    },

    /** Throws Refusal. */
    async rename(place: ChannelScope, token: string, name: string): Promise<void> {
      const { name: camera_name } = await toldBy(place, token)
      await store.name(place, { token, name, camera_name })
    },

    /** Throws Refusal. */
    async remove(place: ChannelScope, token: string): Promise<void> {
      await cameraAt(place).look(({ client, profile }) => removePreset(client, profile, token))
      await keptPictures.delete(place.companyId, await store.remove(place, token))
    },

    /** The camera was sent there. */
    async sentTo(place: ChannelScope, token: string): Promise<void> {
      try {
        const { name } = await toldBy(place, token)
        const row = (await store.of(place)).find((it) => it.token === token)
        const isSame = row?.camera_name === name
        if (!isSame) await store.name(place, { token, name, camera_name: name })
        const takenAt = isSame ? (row.taken_at ?? 0) : 0
        if (takenAt <= clock.now() - FRESH_MS) takeThere(place, token, '', MOST_LOOKS)
      } catch (error) {
        missed(error)
      }
    },

    /** The camera moves, no matter by whom. */
    moved(place: ChannelScope): void {
      moves.set(keyOf(place), movesOf(place) + 1)
    },

    close(): void {
      isClosed = true
    },
  }
}
