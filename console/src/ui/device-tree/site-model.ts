/** A page's device tree, kept up to date by pushes. */
import type { DeviceItem } from '@vedette/contract/calls/device'
import { hasVideo, type Presence } from '@vedette/contract/devices'
import { METHOD, PresenceBody } from '@vedette/contract/push'
import { useEffect, useMemo, useReducer } from 'react'

import { push } from '../../app/push.ts'
import { useLanguage } from '../../i18n/language.ts'
import type { Language } from '../../i18n/packs.ts'
import { sorterIn } from '../../i18n/translate.ts'
import type { DeviceChannel } from './device-text.ts'
import { shownId } from '../device-id.ts'
import { TreeModel } from './tree-model.ts'
import type { Site } from './use-site.ts'

export interface ShownDevice {
  name: string
  shownId: string
  presence: Presence
  isUpgrading: boolean
  hasSub: boolean
  hasPtz: boolean
}

export interface SiteModel {
  tree: TreeModel
  /** Changes whenever a presence did. */
  revision: number
  device: (shown: DeviceChannel) => ShownDevice | undefined
}

/** Devices that are added together are asked for together. */
const NEWCOMERS_WAIT_MS = 1000

/** `refetch` is called when there is word of a device that the site does not have yet. */
export function useSiteModel(
  site: Site | undefined,
  refetch: () => void,
  isShown: (devType: number) => boolean = hasVideo,
): SiteModel {
  const [revision, bump] = useReducer((count: number) => count + 1, 0)
  const language = useLanguage((it) => it.language)
  const { tree, items } = useMemo(() => modelOf(site, isShown, language), [site, isShown, language])

  useEffect(() => {
    const known = site && new Set(site.devices.map(({ DID }) => DID))
    let asking: ReturnType<typeof setTimeout> | undefined
    const ask = (): void => {
      // Where nothing new is answered this goes on listening.
      asking = undefined
      refetch()
    }
    const stop = push.on(METHOD.presence, (body) => {
      const presence = PresenceBody.safeParse(body)
      if (!presence.success) return
      const { List } = presence.data
      const changes = List.filter(({ DID, Presence: now, Status }) =>
        tree.setPresence(DID, now, Status === 'upgrading'),
      )
      if (changes.length > 0) bump()
      if (known && List.some(({ DID }) => !known.has(DID))) asking ??= setTimeout(ask, NEWCOMERS_WAIT_MS)
    })
    return () => {
      stop()
      clearTimeout(asking)
    }
  }, [site, tree, refetch])

  return {
    tree,
    revision,
    device: ({ did, channel }) => {
      const row = tree.device(did)
      if (!row) return undefined
      const name = row.channels > 1 ? `${row.name} / ${channel + 1}` : row.name
      return {
        name,
        shownId: row.shownId ?? did,
        presence: row.presence,
        isUpgrading: row.isUpgrading,
        hasSub: items.get(did)?.HasSub ?? true,
        hasPtz: items.get(did)?.HasPTZ === true,
      }
    },
  }
}

function modelOf(
  site: Site | undefined,
  isShown: (devType: number) => boolean,
  language: Language,
): { tree: TreeModel; items: Map<string, DeviceItem> } {
  const devices = site?.devices.filter(({ DevType }) => isShown(DevType)) ?? []
  const rows = devices.map((device) => ({
    did: device.DID,
    shownId: shownId(device),
    name: device.Alias || device.DevName,
    devType: device.DevType,
    gid: device.GID,
    presence: device.Presence,
    isUpgrading: device.Status === 'upgrading',
    channels: device.Channels,
  }))
  return {
    tree: new TreeModel(site?.regions ?? [], rows, sorterIn(language)),
    items: new Map(devices.map((item) => [item.DID, item])),
  }
}
