/** What the palette offers, and what of it answers a text. */
import type { DeviceItem } from '@vedette/contract/calls/device'
import { hasVideo } from '@vedette/contract/devices'

import { shownId } from '../../ui/device-id.ts'
import type { Chosen } from './lately.ts'
import { ranked, rankOf } from './rank.ts'

export interface Option {
  /** The same in every language and on every page. */
  id: string
  label: string
  /** Said beside it. */
  detail: string
  device?: DeviceItem
  run: () => void
}

export interface OptionGroup {
  key: 'lately' | 'pages' | 'actions' | 'devices' | 'settings'
  options: readonly Option[]
}

/** What may be done with a device, each where the person may. */
export interface DeviceActions {
  watch: ((did: string) => void) | undefined
  configure: ((did: string) => void) | undefined
  /** What the settings are called, where nothing else tells them from the picture. */
  settingsName: string
}

/** So many are read at a glance; they are chosen among those that the server returns. */
export const MOST_DEVICES = 5

/** Before anything is typed: what was chosen last, as far as it still may be, and all that is there anyway. */
export function standing(
  pages: readonly Option[],
  actions: readonly Option[],
  chosen: readonly Chosen[],
  deviceActions: DeviceActions,
): OptionGroup[] {
  const there = new Map([...pages, ...actions].map((option) => [option.id, option]))
  const lately = chosen.flatMap((it) => there.get(it.id) ?? optionOfChosen(it, deviceActions) ?? [])
  return withoutEmpty([
    { key: 'lately', options: lately.map((option) => ({ ...option, id: `lately ${option.id}` })) },
    { key: 'pages', options: pages },
    { key: 'actions', options: actions },
  ])
}

export function answering(
  typed: string,
  pages: readonly Option[],
  actions: readonly Option[],
  devices: readonly DeviceItem[],
  deviceActions: DeviceActions,
): OptionGroup[] {
  const rank = ({ label, detail }: Option) => rankOf(typed, label, detail)
  // The server looks into names that are not shown as well: none that it found is left out.
  const best = ranked(devices, (it) => rankOf(typed, nameOf(it), shownId(it)) ?? Infinity).slice(
    0,
    MOST_DEVICES,
  )
  return withoutEmpty([
    { key: 'pages', options: ranked(pages, rank) },
    { key: 'actions', options: ranked(actions, rank) },
    { key: 'devices', options: best.flatMap((it) => watching(it, deviceActions) ?? []) },
    { key: 'settings', options: best.flatMap((it) => configuring(it, deviceActions) ?? []) },
  ])
}

/** What is to be remembered of a choice. */
export function chosenOf({ id, label }: Option): Chosen {
  const own = id.replace(/^lately /, '')
  return DEVICE_ACTION.test(own) ? { id: own, name: label } : { id: own }
}

const DEVICE_ACTION = /^(watch|configure) (.+)$/

function watching(device: DeviceItem, { watch }: DeviceActions): Option | undefined {
  if (!watch || !hasVideo(device.DevType)) return undefined
  return ofDevice('watch', device, watch)
}

function configuring(device: DeviceItem, { configure }: DeviceActions): Option | undefined {
  return configure && ofDevice('configure', device, configure)
}

function ofDevice(action: 'watch' | 'configure', device: DeviceItem, run: (did: string) => void): Option {
  return {
    id: `${action} ${device.DID}`,
    label: nameOf(device),
    detail: [device.GroupName, shownId(device)].filter(Boolean).join(' · '),
    device,
    run: () => run(device.DID),
  }
}

/** A device of an earlier choice, of which no more is known than its name. */
function optionOfChosen({ id, name }: Chosen, deviceActions: DeviceActions): Option | undefined {
  const [, action, did] = DEVICE_ACTION.exec(id) ?? []
  const run = action === 'watch' ? deviceActions.watch : deviceActions.configure
  if (!did || !run) return undefined
  const detail = action === 'watch' ? did : `${deviceActions.settingsName} · ${did}`
  return { id, label: name ?? did, detail, run: () => run(did) }
}

function nameOf({ Alias, DevName }: DeviceItem): string {
  return Alias || DevName
}

function withoutEmpty(groups: readonly OptionGroup[]): OptionGroup[] {
  return groups.filter(({ options }) => options.length > 0)
}
