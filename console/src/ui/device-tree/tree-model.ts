/** Regions and their devices, flat: 50,000 devices are a few typed arrays and one list of search texts. */
import type { GroupNode } from '@vedette/contract/calls/group'
import { PRESENCE, type Presence } from '@vedette/contract/devices'

import { sorterIn } from '../../i18n/translate.ts'

export interface TreeDevice {
  did: string
  name: string
  /** That of the contract; a camera's where it is not said. */
  devType?: number
  /** By what people know it; its DID where this is not said. Found by a search. */
  shownId?: string
  gid: string
  presence: Presence
  /** A status of its own beside presence. */
  isUpgrading?: boolean
  /** Number of channels of a recorder; a device with one channel is its channel. */
  channels?: number
}

/** A row names a region by its number, behind those of the regions a device, behind those of the devices a channel of one that has several. */
export type Row = number

export interface RegionRow {
  kind: 'region'
  gid: string
  name: string
  depth: number
  online: number
  total: number
}

export interface DeviceRow extends TreeDevice {
  kind: 'device'
  depth: number
  channels: number
  isUpgrading: boolean
}

export interface ChannelRow {
  kind: 'channel'
  did: string
  /** The device's name. */
  name: string
  presence: Presence
  isUpgrading: boolean
  /** From 0. */
  channel: number
  depth: number
}

export type TreeItem = RegionRow | DeviceRow | ChannelRow

interface Region {
  gid: string
  name: string
  depth: number
  /** -1 for a root. */
  parent: number
  /** One behind the last region below: regions stand in preorder. */
  end: number
}

export class TreeModel {
  readonly #regions: readonly Region[]
  readonly #devices: readonly TreeDevice[]
  readonly #indexByDid: ReadonlyMap<string, number>
  readonly #regionOfDevice: Int32Array
  /** Where each region's own devices begin, and behind the last one the end. */
  readonly #firstDevice: Int32Array
  /** Where each device's channels begin among all channels, and behind the last one the end. */
  readonly #firstChannel: Int32Array
  readonly #presence: Uint8Array
  readonly #upgrading: Uint8Array
  readonly #online: Int32Array
  readonly #total: Int32Array
  #searchTexts: string[] | undefined

  /** A device of a region outside the forest is left out. */
  constructor(
    forest: readonly GroupNode[],
    devices: readonly TreeDevice[],
    compareNames: (a: string, b: string) => number = sorterIn('en'),
  ) {
    this.#regions = regionsOf(forest)
    const regionByGid = new Map(this.#regions.map(({ gid }, region) => [gid, region]))
    const placed = devices
      .map((device) => ({ device, region: regionByGid.get(device.gid) ?? -1 }))
      .filter(({ region }) => region >= 0)
      .toSorted((a, b) => a.region - b.region || compareNames(a.device.name, b.device.name))
    this.#devices = placed.map(({ device }) => device)
    this.#indexByDid = new Map(this.#devices.map(({ did }, index) => [did, index]))
    this.#regionOfDevice = Int32Array.from(placed, ({ region }) => region)
    this.#presence = Uint8Array.from(placed, ({ device }) => device.presence)
    this.#upgrading = Uint8Array.from(placed, ({ device }) => Number(device.isUpgrading === true))
    this.#firstChannel = new Int32Array(placed.length + 1)
    for (const [index, { device }] of placed.entries())
      this.#firstChannel[index + 1] = at(this.#firstChannel, index) + channelRowsOf(device)
    this.#firstDevice = new Int32Array(this.#regions.length + 1)
    this.#online = new Int32Array(this.#regions.length)
    this.#total = new Int32Array(this.#regions.length)
    for (const [index, { region }] of placed.entries()) {
      this.#firstDevice[region + 1] = index + 1
      this.#count(this.#total, index, 1)
      if (this.#presence[index] === PRESENCE.online) this.#count(this.#online, index, 1)
    }
    for (let region = 1; region <= this.#regions.length; region++)
      this.#firstDevice[region] = Math.max(at(this.#firstDevice, region), at(this.#firstDevice, region - 1))
  }

  get regionCount(): number {
    return this.#regions.length
  }

  get deviceCount(): number {
    return this.#devices.length
  }

  /** The rows with the regions and devices of these ids open: sub-regions first, then a region's own devices. */
  rows(open: ReadonlySet<string>): Int32Array {
    const rows: Row[] = []
    const visit = (region: number): void => {
      rows.push(region)
      if (!open.has(this.#regions[region]?.gid ?? '')) return
      this.#eachChild(region, visit)
      const end = at(this.#firstDevice, region + 1)
      for (let index = at(this.#firstDevice, region); index < end; index++) this.#addDevice(rows, index, open)
    }
    this.#eachRoot(visit)
    return Int32Array.from(rows)
  }

  /** All rows, with everything open. */
  allRows(): Int32Array {
    return this.rows(
      new Set([...this.#regions.map(({ gid }) => gid), ...this.#devices.map(({ did }) => did)]),
    )
  }

  /** The devices whose name or id holds the text, below their regions; those of these ids open. */
  search(text: string, open: ReadonlySet<string> = new Set()): Int32Array {
    const wanted = text.trim().toLowerCase()
    this.#searchTexts ??= this.#devices.map(({ did, name, shownId = '' }) =>
      `${name}\n${did}\n${shownId}`.toLowerCase(),
    )
    const isHit = Uint8Array.from(this.#searchTexts, (it) => (it.includes(wanted) ? 1 : 0))
    const hits = new Int32Array(this.regionCount)
    for (const [index, hit] of isHit.entries()) if (hit === 1) this.#count(hits, index, 1)
    const rows: Row[] = []
    const visit = (region: number): void => {
      if (hits[region] === 0) return
      rows.push(region)
      this.#eachChild(region, visit)
      const end = at(this.#firstDevice, region + 1)
      for (let index = at(this.#firstDevice, region); index < end; index++)
        if (isHit[index] === 1) this.#addDevice(rows, index, open)
    }
    this.#eachRoot(visit)
    return Int32Array.from(rows)
  }

  isRegion(row: Row): boolean {
    return row < this.regionCount
  }

  at(row: Row): TreeItem {
    const region = this.#regions[row]
    if (region) {
      const { gid, name, depth } = region
      return { kind: 'region', gid, name, depth, online: at(this.#online, row), total: at(this.#total, row) }
    }
    const index = row - this.regionCount
    const device = this.#devices[index]
    if (!device) return this.#channelAt(row)
    const depth = (this.#regions[at(this.#regionOfDevice, index)]?.depth ?? 0) + 1
    return { kind: 'device', ...device, channels: device.channels ?? 1, ...this.#stateOf(index), depth }
  }

  /** The region or device above a row; undefined for a root. */
  parent(row: Row): Row | undefined {
    if (row >= this.regionCount + this.deviceCount) return this.regionCount + this.#deviceOfChannel(row)
    const parent = this.isRegion(row)
      ? (this.#regions[row]?.parent ?? -1)
      : at(this.#regionOfDevice, row - this.regionCount)
    return parent < 0 ? undefined : parent
  }

  device(did: string): DeviceRow | undefined {
    const index = this.#indexByDid.get(did)
    const row = index === undefined ? undefined : this.at(this.regionCount + index)
    return row?.kind === 'device' ? row : undefined
  }

  /** What plays of a region with those below it, or of a device; those online first, else in the tree's order. */
  channelsBelow(row: Row): { did: string; channel: number; presence: Presence }[] {
    return this.isRegion(row)
      ? this.#channelsOf(at(this.#firstDevice, row), at(this.#firstDevice, this.#endOf(row)))
      : this.#channelsOf(row - this.regionCount, row - this.regionCount + 1)
  }

  /** Like `channelsBelow`, for all regions. */
  allChannels(): { did: string; channel: number; presence: Presence }[] {
    return this.#channelsOf(0, this.deviceCount)
  }

  #channelsOf(first: number, end: number): { did: string; channel: number; presence: Presence }[] {
    const found = this.#devices.slice(first, end).flatMap(({ did, channels = 1 }, index) => {
      const presence = presenceOf(at(this.#presence, first + index))
      return Array.from({ length: channels }, (_, channel) => ({ did, channel, presence }))
    })
    const isOnline = ({ presence }: { presence: Presence }): boolean => presence === PRESENCE.online
    return [...found.filter(isOnline), ...found.filter((it) => !isOnline(it))]
  }

  /** False when nothing changed. */
  setPresence(did: string, presence: Presence, isUpgrading = false): boolean {
    const index = this.#indexByDid.get(did)
    if (index === undefined) return false
    const before = this.#stateOf(index)
    if (before.presence === presence && before.isUpgrading === isUpgrading) return false
    this.#upgrading[index] = Number(isUpgrading)
    const wasOnline = before.presence === PRESENCE.online
    this.#presence[index] = presence
    this.#count(this.#online, index, Number(presence === PRESENCE.online) - Number(wasOnline))
    return true
  }

  #stateOf(index: number): { presence: Presence; isUpgrading: boolean } {
    return {
      presence: presenceOf(at(this.#presence, index)),
      isUpgrading: at(this.#upgrading, index) === 1,
    }
  }

  #addDevice(rows: Row[], index: number, open: ReadonlySet<string>): void {
    rows.push(this.regionCount + index)
    const [first, end] = [at(this.#firstChannel, index), at(this.#firstChannel, index + 1)]
    if (first === end || !open.has(this.#devices[index]?.did ?? '')) return
    for (let channel = first; channel < end; channel++)
      rows.push(this.regionCount + this.deviceCount + channel)
  }

  #channelAt(row: Row): ChannelRow {
    const index = this.#deviceOfChannel(row)
    const device = this.#devices[index]
    if (!device) throw new RangeError(`no row ${row}`)
    const channel = row - this.regionCount - this.deviceCount - at(this.#firstChannel, index)
    const depth = (this.#regions[at(this.#regionOfDevice, index)]?.depth ?? 0) + 2
    return { kind: 'channel', did: device.did, name: device.name, ...this.#stateOf(index), channel, depth }
  }

  /** The last device whose channels begin at or before the row's. */
  #deviceOfChannel(row: Row): number {
    const channel = row - this.regionCount - this.deviceCount
    let [low, high] = [0, this.deviceCount]
    while (low < high) {
      const middle = (low + high) >> 1
      if (at(this.#firstChannel, middle + 1) <= channel) low = middle + 1
      else high = middle
    }
    return low
  }

  #count(counts: Int32Array, index: number, by: number): void {
    for (let r = at(this.#regionOfDevice, index); r >= 0; r = this.#regions[r]?.parent ?? -1)
      counts[r] = at(counts, r) + by
  }

  #eachRoot(visit: (region: number) => void): void {
    for (let region = 0; region < this.regionCount; region = this.#endOf(region)) visit(region)
  }

  #eachChild(region: number, visit: (child: number) => void): void {
    const end = this.#endOf(region)
    for (let child = region + 1; child < end; child = this.#endOf(child)) visit(child)
  }

  #endOf(region: number): number {
    return this.#regions[region]?.end ?? this.regionCount
  }
}

function regionsOf(forest: readonly GroupNode[]): Region[] {
  const regions: Region[] = []
  const walk = (node: GroupNode, depth: number, parent: number): void => {
    const region: Region = { gid: node.GID, name: node.GroupName, depth, parent, end: 0 }
    const number = regions.push(region) - 1
    for (const child of node.Childs) walk(child, depth + 1, number)
    region.end = regions.length
  }
  for (const root of forest) walk(root, 0, -1)
  return regions
}

/** A device with one channel needs no row for it. */
function channelRowsOf({ channels = 1 }: TreeDevice): number {
  return channels > 1 ? channels : 0
}

function at(numbers: Int32Array | Uint8Array, index: number): number {
  return numbers[index] ?? 0
}

function presenceOf(stored: number): Presence {
  return stored === PRESENCE.online || stored === PRESENCE.sleeping ? stored : PRESENCE.offline
}
