/** The list of devices as a file. */
import type { DeviceItem } from '@vedette/contract/calls/device'
import { deviceTypeOf, PRESENCE } from '@vedette/contract/devices'

import type { Workbook } from '../../engines/spreadsheet/workbook.ts'
import { TYPE_NAMES } from './import/rows.ts'

/** Devices of one file. */
export const MOST_EXPORTED = 20_000

const LICENCE_HEADS: ReadonlySet<string> = new Set(['Licence', '许可证'])

const WORDS = {
  en: {
    sheet: 'Devices',
    heads: [
      'Name',
      'Device ID',
      'Status',
      'Since (UTC)',
      'Type',
      'Vendor',
      'Model',
      'Firmware',
      'Region',
      'Alias',
      'Licence',
      'Longitude',
      'Latitude',
      'Added (UTC)',
    ],
    [PRESENCE.online]: 'Online',
    [PRESENCE.offline]: 'Offline',
    [PRESENCE.sleeping]: 'Sleeping',
    upgrading: 'Upgrading',
  },
  'zh-cn': {
    sheet: '设备',
    heads: [
      '设备名称',
      '设备编号',
      '状态',
      '自（UTC）',
      '设备类型',
      '厂商',
      '型号',
      '固件版本',
      '所属区域',
      '别名',
      '许可证',
      '经度',
      '纬度',
      '添加时间（UTC）',
    ],
    [PRESENCE.online]: '在线',
    [PRESENCE.offline]: '离线',
    [PRESENCE.sleeping]: '休眠',
    upgrading: '升级中',
  },
} as const

/** In the telecom variant the licence is the CTEI (reading 45). */
export function deviceWorkbook(
  devices: readonly DeviceItem[],
  language: 'en' | 'zh-cn',
  isTelecom: boolean,
): Workbook {
  const words = WORDS[language]
  return {
    sheet: words.sheet,
    columns: words.heads.map((head) => ({
      head: isTelecom && LICENCE_HEADS.has(head) ? 'CTEI' : head,
      width: 20,
    })),
    rows: devices.map((it) => [
      it.DevName,
      it.DID,
      it.Status === 'upgrading' ? words.upgrading : words[it.Presence],
      new Date(it.Since),
      TYPE_NAMES[deviceTypeOf(it.DevType)][language === 'en' ? 'en' : 'zh'],
      it.Vendor,
      it.Model,
      it.Firmware,
      it.GroupName,
      it.Alias,
      it.License,
      it.Lng,
      it.Lat,
      new Date(it.CreatedAt),
    ]),
  }
}
