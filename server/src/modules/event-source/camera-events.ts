/** Alarms that cameras raise themselves: their own events become the platform's, with a picture of that moment. */
import { isDoorbell } from '@vedette/contract/devices'
import { alarmIn, type AlarmWord } from '@vedette/devices/onvif/alarms'
import { sourcesOf } from '@vedette/devices/onvif/choice'
import type { OnvifClient } from '@vedette/devices/onvif/client'
import type { OnvifEvent } from '@vedette/devices/onvif/events'
import { outcomeOf } from '@vedette/devices/onvif/fault'
import { getProfiles } from '@vedette/devices/onvif/media'

import type { Clock } from '../../engines/clock.ts'
import type { Hearer, ListenedDevice } from '../device-listening/index.ts'
import type { EventIntake } from '../event/index.ts'
import type { AlarmGate } from './alarm-gate.ts'
import type { SnapshotTaker } from './snapshot-taker.ts'

export interface CameraEventsNeeds {
  intake: Pick<EventIntake, 'begin' | 'touch' | 'end'>
  gate: AlarmGate
  snapshots: SnapshotTaker
  clock: Clock
  onError: (error: unknown) => void
}

interface Raised {
  word: AlarmWord
  channel: number
  eventId: string
}

interface Heard {
  version: string
  /** What each rule has raised and not taken back. */
  running: Map<string, Raised>
  /** Words of one device are taken in their order. */
  queue: Promise<void>
  /** The tokens, for each channel, by which events name it. */
  channels: Promise<ReadonlySet<string>[]> | undefined
}

export class CameraEvents implements Hearer {
  readonly #needs: CameraEventsNeeds
  readonly #heard = new Map<string, Heard>()

  constructor(needs: CameraEventsNeeds) {
    this.#needs = needs
  }

  onEvents(device: ListenedDevice, events: readonly OnvifEvent[], client: OnvifClient): void {
    const heard = this.#of(device)
    for (const event of events) {
      const word = alarmIn(event, isDoorbell(device.devType))
      if (!word) continue
      heard.queue = heard.queue
        .then(() => this.#take(device, heard, { event, word, client }))
        .catch(this.#needs.onError)
    }
  }

  /** What a device has raised and not taken back goes on, as another event where it has ended or was deleted. */
  onAsked(device: ListenedDevice, client: OnvifClient): void {
    const now = this.#needs.clock.now()
    const heard = this.#of(device)
    for (const raised of heard.running.values()) {
      if (this.#needs.intake.touch(raised.eventId, now)) continue
      heard.queue = heard.queue
        .then(() => this.#goOn(device, heard, raised, client))
        .catch(this.#needs.onError)
    }
  }

  onLost(device: ListenedDevice): void {
    this.#heard.delete(keyOf(device))
  }

  #of(device: ListenedDevice): Heard {
    const known = this.#heard.get(keyOf(device))
    if (known?.version === device.version) return known
    const heard = {
      version: device.version,
      running: new Map<string, Raised>(),
      queue: Promise.resolve(),
      channels: undefined,
    }
    this.#heard.set(keyOf(device), heard)
    return heard
  }

  async #take(
    device: ListenedDevice,
    heard: Heard,
    { event, word, client }: { event: OnvifEvent; word: AlarmWord; client: OnvifClient },
  ): Promise<void> {
    const running = heard.running.get(word.rule)
    if (!word.isOn) {
      heard.running.delete(word.rule)
      if (running !== undefined) this.#needs.intake.end(running.eventId, this.#needs.clock.now())
      return
    }
    // How a button stands when one begins to listen is no ring.
    if (word.kind === 'ring' && event.operation === 'Initialized') return
    const channel = await this.#channelOf(device, heard, event, client)
    await this.#raise(device, heard, { word, channel, client })
  }

  async #goOn(device: ListenedDevice, heard: Heard, raised: Raised, client: OnvifClient): Promise<void> {
    const { rule } = raised.word
    // It was taken back or raised anew meanwhile.
    if (heard.running.get(rule) !== raised) return
    if (!(await this.#raise(device, heard, { ...raised, client }))) heard.running.delete(rule)
  }

  /** Returns whether it is an event. */
  async #raise(
    { companyId, did }: ListenedDevice,
    heard: Heard,
    { word, channel, client }: Omit<Raised, 'eventId'> & { client: OnvifClient },
  ): Promise<boolean> {
    const { intake, gate, snapshots, clock } = this.#needs
    const at = clock.now()
    if (!(await gate.isWanted(companyId, did, channel, word.kind, at))) return false
    const begun = await intake.begin({ companyId, did, channel, type: word.kind, origin: 'device', at })
    if (!begun) return false
    const { eventId } = begun
    if (word.kind !== 'ring') heard.running.set(word.rule, { word, channel, eventId })
    // Somebody waits for the pictures of those that were announced; the others have theirs where the machine keeps up.
    if (begun.isAnnounced || (begun.isNew && snapshots.isIdle()))
      snapshots.take({ companyId, did, channel, eventId, at, client })
    return true
  }

  async #channelOf(
    { channels }: ListenedDevice,
    heard: Heard,
    { source }: OnvifEvent,
    client: OnvifClient,
  ): Promise<number> {
    if (channels <= 1) return 0
    heard.channels ??= channelTokens(client)
    const tokens = await heard.channels
    const found = tokens.findIndex((of) => [...source.values()].some((token) => of.has(token)))
    return Math.max(found, 0)
  }
}

async function channelTokens(client: OnvifClient): Promise<ReadonlySet<string>[]> {
  const told = await outcomeOf(getProfiles(client))
  if (!told.ok) return []
  return sourcesOf(told.value).map(
    (profiles) =>
      new Set(
        profiles.flatMap(({ source, analytics }) => [source, analytics]).filter((token) => token !== ''),
      ),
  )
}

function keyOf({ companyId, did }: ListenedDevice): string {
  return `${companyId}/${did}`
}
