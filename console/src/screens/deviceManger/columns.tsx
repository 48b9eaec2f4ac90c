import type { DeviceItem, DeviceSort } from '@vedette/contract/calls/device'
import { PRESENCE } from '@vedette/contract/devices'
import { useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { streamReasonText } from '../../i18n/stream-reason.ts'
import type { PlainTextKey } from '../../i18n/translate.ts'
import { DeviceIcon } from '../../ui/DeviceIcon.tsx'
import { shownId } from '../../ui/device-id.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { variants } from '../../wire/settings.ts'
import { ageText, useNow } from '../../ui/age.ts'
import type { Thumbnail } from '../../ui/thumbnails.ts'
import { statusText, typeText } from './device-words.ts'
import { UpgradeState } from './upgrades/UpgradeState.tsx'
import type { RunningUpgrades } from './upgrades/use-running-upgrades.ts'

const SORTED: Readonly<Record<string, DeviceSort>> = {
  name: 'DevName',
  status: 'Trouble',
  did: 'DID',
  license: 'License',
  type: 'DevType',
  model: 'Model',
  firmware: 'Firmware',
  alias: 'Alias',
  added: 'CreatedAt',
  region: 'Region',
}

const isTelecom = variants.includes('telecom')

/** The columns of section 3, the state after the name; the usual ones are shown until somebody chooses. */
export const COLUMN_HEADS = {
  name: 'devices.name',
  status: 'devices.status',
  did: 'devices.did',
  license: isTelecom ? 'devices.ctei' : 'devices.license',
  type: 'devices.type',
  model: 'devices.model',
  firmware: 'devices.firmware',
  sdkVersion: 'devices.sdkVersion',
  region: 'devices.region',
  longitude: 'devices.longitude',
  latitude: 'devices.latitude',
  alias: 'devices.alias',
  vendor: 'devices.vendor',
  added: 'devices.added',
} as const satisfies Record<string, PlainTextKey>

export type ColumnKey = keyof typeof COLUMN_HEADS

export const COLUMN_KEYS = Object.keys(COLUMN_HEADS).filter(isColumnKey)
/** In the telecom variant a device is known by its CTEI (section 1), and its id is one of the columns that can be chosen. */
export const SHOWN_FIRST: readonly ColumnKey[] = [
  'name',
  isTelecom ? 'license' : 'did',
  'status',
  'type',
  'model',
  'firmware',
  'region',
]

/** Facts that stand in the panel too: beside it there is no room for them. */
const IN_PANEL: ReadonlySet<ColumnKey> = new Set(['did', 'license', 'model', 'firmware', 'added', 'vendor'])

export function besidePanel(shown: ReadonlySet<ColumnKey>): ReadonlySet<ColumnKey> {
  return new Set([...shown].filter((key) => !IN_PANEL.has(key)))
}

export function sortOfColumn(key: string): DeviceSort | undefined {
  return SORTED[key]
}

export function columnOfSort(sort: DeviceSort): string {
  return Object.keys(SORTED).find((key) => SORTED[key] === sort) ?? 'name'
}

interface ColumnNeeds {
  onHistory: (device: DeviceItem) => void
  onDetails: (device: DeviceItem) => void
  upgrades: RunningUpgrades
  /** By device. */
  thumbnails: ReadonlyMap<string, Thumbnail>
}

export function useColumns(
  shown: ReadonlySet<ColumnKey>,
  { onHistory, onDetails, upgrades, thumbnails }: ColumnNeeds,
): Column<DeviceItem>[] {
  const t = useT()
  const time = useCompanyTime()
  const now = useNow()
  const cells: Readonly<Record<ColumnKey, Column<DeviceItem>['cell']>> = {
    name: (row) => (
      <span className="device-name">
        <span className="device-thumb">
          {thumbnails.has(row.DID) ? (
            <img src={thumbnails.get(row.DID)?.url} alt="" loading="lazy" />
          ) : (
            <DeviceIcon devType={row.DevType} presence={row.Presence} />
          )}
        </span>
        <button type="button" className="device-open" title={row.DevName} onClick={() => onDetails(row)}>
          {row.DevName}
        </button>
        {row.SameAs !== undefined && (
          <span className="device-double" title={t('devices.sameAs', { id: row.SameAs })}>
            {t('devices.double')}
          </span>
        )}
      </span>
    ),
    did: (row) => <code>{row.DID}</code>,
    license: (row) => (isTelecom ? <code>{shownId(row)}</code> : row.License),
    type: (row) => typeText(t, row.DevType),
    model: (row) => row.Model,
    firmware: (row) => row.Firmware,
    sdkVersion: (row) => row.SDKVersion,
    region: (row) => row.GroupName,
    longitude: (row) => row.Lng,
    latitude: (row) => row.Lat,
    alias: (row) => row.Alias,
    status: (row) => {
      const why = row.Presence === PRESENCE.online ? '' : streamReasonText(t, row.Reason)
      const since = t('devices.since', { time: time.since(row.Since) })
      const said = why === '' ? since : `${why}, ${since}`
      const show = t('presence.show', { name: row.DevName })
      const upgrade = row.Status === 'upgrading' ? upgrades.get(row.DID) : undefined
      return (
        <span className="device-status" data-presence={row.Presence} data-status={row.Status}>
          <b>{statusText(t, row)}</b>
          {upgrade && <UpgradeState {...upgrade} DevName={row.DevName} />}
          {/* While it is upgraded, how far that is: since when it was online says nothing of it. */}
          {row.Status !== 'upgrading' && (
            <button
              type="button"
              className="device-since"
              aria-label={`${ageText(t, now - row.Since)}, ${said}, ${show}`}
              title={said}
              onClick={() => onHistory(row)}
            >
              {ageText(t, now - row.Since)}
            </button>
          )}
        </span>
      )
    },
    vendor: (row) => row.Vendor,
    added: (row) => time.day(row.CreatedAt),
  }
  return COLUMN_KEYS.filter((key) => shown.has(key)).map((key) => ({
    key,
    head: t(COLUMN_HEADS[key]),
    cell: cells[key],
    isSortable: SORTED[key] !== undefined,
    isNumeric: key === 'longitude' || key === 'latitude',
  }))
}

const STORED = 'deviceColumns'

interface ShownColumns {
  shown: ReadonlySet<ColumnKey>
  show: (key: ColumnKey, isShown: boolean) => void
  /** Those that an older console or another variant had, and this one lacks, are none. */
  showOnly: (keys: readonly string[]) => void
}

/** Which columns are shown, remembered by this browser. The name always is. */
export function useShownColumns(): ShownColumns {
  const [shown, setShown] = useState<ReadonlySet<ColumnKey>>(recall)
  const keep = (next: ReadonlySet<ColumnKey>): void => {
    setShown(next)
    try {
      localStorage.setItem(STORED, [...next].join(','))
    } catch {
      // A full or forbidden storage costs only that the next visit starts with the usual ones.
    }
  }
  const show = (key: ColumnKey, isShown: boolean): void => {
    const next = new Set(shown)
    if (isShown) next.add(key)
    else next.delete(key)
    keep(next)
  }
  return { shown, show, showOnly: (keys) => keep(new Set(['name', ...keys.filter(isColumnKey)])) }
}

function recall(): ReadonlySet<ColumnKey> {
  try {
    const keys = (localStorage.getItem(STORED) ?? '').split(',').filter(isColumnKey)
    return new Set(keys.length > 0 ? [...keys, 'name'] : SHOWN_FIRST)
  } catch {
    // A choice that cannot be read falls back to these too.
    return new Set(SHOWN_FIRST)
  }
}

function isColumnKey(key: string): key is ColumnKey {
  return Object.hasOwn(COLUMN_HEADS, key)
}
