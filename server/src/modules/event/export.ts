/** The list of alarms as a file. */
import type { EventItem } from '@vedette/contract/calls/event'
import { CHECK_FAULTS, type CheckFault } from '@vedette/contract/calls/record-check'
import { EVENT_TYPES } from '@vedette/contract/events'

import type { Cell, WriteWorkbook } from '../../engines/spreadsheet/workbook.ts'
import { csvOf } from '../../engines/spreadsheet/write-csv.ts'

type Language = 'en' | 'zh-cn'
export type ExportedEvent = Omit<EventItem, 'Url'>

const HEADS = {
  en: [
    'Time (UTC)',
    'End (UTC)',
    'Event type',
    'Device ID',
    'Device name',
    'Alias',
    'Region',
    'Channel',
    'Identifying name',
    'State',
    'Handled by',
    'Handled at (UTC)',
    'Note',
  ],
  'zh-cn': [
    '时间（UTC）',
    '结束时间（UTC）',
    '事件类型',
    '设备ID',
    '设备名称',
    '别名',
    '区域',
    '通道',
    '识别名称',
    '处理状态',
    '处理人',
    '处理时间（UTC）',
    '备注',
  ],
} as const

const ID_HEADS: ReadonlySet<string> = new Set(['Device ID', '设备ID'])

const TYPES: Record<Language, Record<(typeof EVENT_TYPES)[number], string>> = {
  en: {
    motion: 'Motion',
    human: 'Person',
    ring: 'Doorbell',
    scan: 'Barcode scan',
    offline: 'Device offline',
    online: 'Device online',
    sensor: 'Sensor',
    storage: 'Storage',
    proof: 'Recording check',
  },
  'zh-cn': {
    motion: '移动侦测',
    human: '人形侦测',
    ring: '门铃',
    scan: '扫码',
    offline: '设备离线',
    online: '设备上线',
    sensor: '传感器报警',
    storage: '存储异常',
    proof: '录像巡检',
  },
}

const ZONE: Record<Language, string> = { en: 'Zone', 'zh-cn': '区域' }

/** Words for the faults that a check of recordings finds. */
const FAULTS: Record<Language, Record<CheckFault, string>> = {
  en: {
    nothing: 'Nothing recorded',
    gaps: 'Too little recorded',
    clock: 'Camera’s clock wrong',
    black: 'Picture black',
    frozen: 'Picture frozen',
    turned: 'Camera turned away',
  },
  'zh-cn': {
    nothing: '未录像',
    gaps: '录像不完整',
    clock: '摄像机时钟异常',
    black: '画面全黑',
    frozen: '画面冻结',
    turned: '画面偏移',
  },
}

const STATES: Record<Language, Record<EventItem['State'], string>> = {
  en: { new: 'New', claimed: 'Claimed', resolved: 'Resolved', false: 'False alarm' },
  'zh-cn': { new: '待处理', claimed: '处理中', resolved: '已处理', false: '误报' },
}

interface Exporting {
  format: 'xlsx' | 'csv'
  language: Language
  /** A device is known by its CTEI: reading 45. */
  isTelecom: boolean
  write: WriteWorkbook
}

export async function exported(
  events: readonly ExportedEvent[],
  { format, language, isTelecom, write }: Exporting,
): Promise<Buffer> {
  const heads = HEADS[language].map((head) => (isTelecom && ID_HEADS.has(head) ? 'CTEI' : head))
  const rows = events.map((event) => cellsOf(event, language, isTelecom))
  if (format === 'csv') return csvOf([heads, ...rows])
  return write({ sheet: 'Alarms', columns: heads.map((head) => ({ head, width: 20 })), rows })
}

function cellsOf(event: ExportedEvent, language: Language, isTelecom: boolean): Cell[] {
  const { EndTime, StateTime } = event
  return [
    new Date(event.Time),
    EndTime === null ? null : new Date(EndTime),
    TYPES[language][EVENT_TYPES[event.Type] ?? 'motion'],
    isTelecom && event.License !== '' ? event.License : event.DID,
    event.DevName,
    event.Alias,
    event.GroupName,
    event.channelNum + 1,
    identOf(event, language),
    STATES[language][event.State],
    event.StateBy,
    StateTime === null ? null : new Date(StateTime),
    event.Note,
  ]
}

function identOf({ Type, IdentName }: ExportedEvent, language: Language): string {
  const type = EVENT_TYPES[Type]
  const isSeen = type === 'motion' || type === 'human'
  if (isSeen && /^\d+$/.test(IdentName)) return `${ZONE[language]} ${IdentName}`
  if (type !== 'proof') return IdentName
  const faults = CHECK_FAULTS.filter((it) => IdentName.split(',').includes(it))
  return faults.map((it) => FAULTS[language][it]).join(', ') || IdentName
}
