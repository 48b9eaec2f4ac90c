/** Turning cameras: who may now, and what the camera is told. */
import type { PtzLease, PtzState, ptzMethod } from '@vedette/contract/calls/device-message'
import { PTZ_STEP } from '@vedette/contract/calls/device-message'
import { hasFocus } from '@vedette/devices/onvif/imaging'
import {
  absoluteMove,
  getPosition,
  getPresets,
  getPtzAbilities,
  gotoHome,
  gotoPreset,
  moveInView,
  type PtzVector,
  setHome,
} from '@vedette/devices/onvif/ptz'
import type { Turn } from '@vedette/vision/follow/ptz-follow'
import type { z } from 'zod'

import type { Principal } from '../../authority/principal.ts'
import type { Clock } from '../../engines/clock.ts'
import type { OpenOnvif } from '../device/index.ts'
import { type Opened, PtzCamera } from './camera.ts'
import type { ChannelScope } from '../../video/channel.ts'
import { keyOf, type Lease, Leases } from './leases.ts'
import { openPresets, type PresetNeeds } from './presets.ts'

/** A console waits for 10 s. */
const LIMITS = { deadlineMs: 4000 }
const MOST_PRESETS_TOLD = 300
/** Cameras do not tell how many times their zoom enlarges; with this many, most zoom in too little rather than too much. */
const ZOOM_RANGE = Math.log(16)

export interface PtzNeeds extends PresetNeeds {
  clock: Clock
  openOnvif: OpenOnvif
  tell: (place: ChannelScope, lease: Lease | undefined) => void
  /** Hears that a camera is being turned, no matter by whom. */
  onMoved: (place: ChannelScope) => void
  onError: (error: unknown) => void
}

type Command = z.output<typeof ptzMethod.body>

const clamped = (value: number): number => Math.max(-1, Math.min(1, value))

/** Tours of cameras from preset to preset, which a hand ends. */
interface Tours {
  isUnderWay: (place: ChannelScope) => boolean
  onHand: (place: ChannelScope) => void
  /** Returns those that the preset is taken out of. */
  withoutPreset: (place: ChannelScope, token: string) => Promise<{ name: string; isTooShort: boolean }[]>
}

export type Ptz = ReturnType<typeof openPtz>

export function openPtz({ openOnvif, tell, ...needs }: PtzNeeds) {
  const { clock, onError } = needs
  const leases = new Leases({ clock, tell })
  const cameras = new Map<string, PtzCamera>()
  let tours: Tours | undefined
  /** Where cameras that follow something looked before; undefined where they do not say. */
  const looked = new Map<string, PtzVector | undefined>()

  const cameraAt = (place: ChannelScope): PtzCamera => {
    const key = keyOf(place)
    const known = cameras.get(key)
    if (known) return known
    const camera = new PtzCamera({
      clock,
      open: () => openOnvif(place.companyId, place.did, LIMITS),
      channel: place.channel,
      onIdle: () => {
        cameras.delete(key)
        camera.close()
      },
      onError,
    })
    cameras.set(key, camera)
    return camera
  }

  const presets = openPresets(needs, cameraAt)
  const onMoved = (place: ChannelScope): void => {
    presets.moved(place)
    needs.onMoved(place)
  }

  const leaseFor = (place: ChannelScope, { sessionId }: Pick<Principal, 'sessionId'>): PtzLease => {
    const lease = leases.of(place)
    return lease
      ? { Account: lease.account, IsMine: lease.sessionId === sessionId, Until: lease.untilMs }
      : { Account: '', IsMine: false, Until: 0 }
  }

  const take = (place: ChannelScope, who: Principal): boolean => {
    const isNew = leases.take(place, who)
    looked.delete(keyOf(place))
    tours?.onHand(place)
    return isNew
  }

  /** Goes somewhere by itself, with the camera in the caller's hand. */
  const send = async (
    place: ChannelScope,
    who: Principal,
    work: (opened: Opened) => Promise<void>,
  ): Promise<{ Lease: PtzLease }> => {
    take(place, who)
    onMoved(place)
    await cameraAt(place).ask(work)
    return { Lease: leaseFor(place, who) }
  }

  return {
    /** Returns whether the camera is in another hand than before; throws Refusal `cameraInHand`. */
    take,

    followTours(of: Tours): void {
      tours = of
    },

    /** Takes the camera and lets go of it, so that a tour may have it. Throws Refusal `cameraInHand`. */
    handOver(place: ChannelScope, who: Principal): void {
      take(place, who)
      leases.release(place)
    },

    /** Goes to a preset without a hand. Returns false while a person has the camera. Throws Refusal. */
    async tour(place: ChannelScope, token: string): Promise<boolean> {
      if (leases.of(place)) return false
      looked.delete(keyOf(place))
      onMoved(place)
      await cameraAt(place).ask(({ client, profile }) => gotoPreset(client, profile, token))
      await presets.sentTo(place, token)
      return true
    },

    /** For what stands beside the hand: who sees the camera looks anew. */
    tellAgain: (place: ChannelScope): void => tell(place, leases.of(place)),

    /** Turns after what is seen. Returns false while a person or a tour has the camera, who go first. Throws Refusal. */
    async follow(place: ChannelScope, turn: Turn): Promise<boolean> {
      if (leases.of(place) || tours?.isUnderWay(place) === true) return false
      const camera = cameraAt(place)
      const key = keyOf(place)
      if (turn === 'home') {
        onMoved(place)
        await camera.ask(({ client, profile }) => {
          const before = looked.get(key)
          return before ? absoluteMove(client, profile, before) : gotoHome(client, profile)
        })
        looked.delete(key)
        return true
      }
      if (turn !== 'rest' && !looked.has(key))
        looked.set(key, await camera.look(({ client, profile }) => getPosition(client, profile)))
      // Somebody may have taken it meanwhile.
      if (leases.of(place)) return false
      onMoved(place)
      await camera.drive(turn === 'rest' ? { pan: 0, tilt: 0 } : turn)
      return true
    },

    /** The camera is in the caller's hand. Throws Refusal. */
    async move(place: ChannelScope, who: Principal, { PTZControl, PTZType, Step, HoldMs }: Command) {
      const camera = cameraAt(place)
      onMoved(place)
      await (PTZControl === 'start'
        ? camera.start(PTZType, Step / PTZ_STEP.max, HoldMs)
        : camera.stop(PTZType))
      return { Lease: leaseFor(place, who) }
    },

    state: (place: ChannelScope, who: Principal): Promise<PtzState> =>
      cameraAt(place).look(async ({ client, profile, source }) => {
        const abilities = await getPtzAbilities(client)
        const told = await getPresets(client, profile)
        return {
          HasZoom: abilities.hasZoom,
          HasHome: abilities.hasHome,
          CanAim: abilities.hasFieldOfView,
          HasFocus: await hasFocus(client, source),
          Lease: leaseFor(place, who),
          Presets: await presets.shown(place, told.slice(0, MOST_PRESETS_TOLD), who),
        }
      }),

    presets,

    /** Returns the tours that lose it. Throws Refusal. */
    async removePreset(place: ChannelScope, token: string) {
      await presets.remove(place, token)
      return (await tours?.withoutPreset(place, token)) ?? []
    },

    async goPreset(place: ChannelScope, who: Principal, token: string) {
      const reply = await send(place, who, ({ client, profile }) => gotoPreset(client, profile, token))
      await presets.sentTo(place, token)
      return reply
    },

    aim: (place: ChannelScope, who: Principal, { X, Y, Width }: { X: number; Y: number; Width: number }) =>
      send(place, who, ({ client, profile }) =>
        moveInView(client, profile, { x: X, y: Y, zoom: clamped(Math.log(1 / Width) / ZOOM_RANGE) }),
      ),

    goHome: (place: ChannelScope, who: Principal) =>
      send(place, who, ({ client, profile }) => gotoHome(client, profile)),

    async setHome(place: ChannelScope, who: Principal) {
      await cameraAt(place).look(({ client, profile }) => setHome(client, profile))
      return { Lease: leaseFor(place, who) }
    },

    close(): void {
      leases.close()
      presets.close()
      for (const camera of cameras.values()) camera.close()
      cameras.clear()
    },
  }
}
