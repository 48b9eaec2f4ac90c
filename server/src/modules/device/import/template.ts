import { importHeads } from '@vedette/contract/calls/device-import'

import type { Workbook } from '../../../engines/spreadsheet/workbook.ts'
import { TYPE_NAMES } from './rows.ts'

/** What is filled in: a head, and two rows that show how (their addresses are of documentation, RFC 5737). */
export function templateWorkbook(language: 'en' | 'zh-cn', regionPath: string, isTelecom: boolean): Workbook {
  const key = language === 'en' ? 'en' : 'zh'
  const examples = {
    en: ['North gate', 'Main entrance'],
    zh: ['北门', '主入口'],
  }[key]
  return {
    sheet: key === 'en' ? 'Devices' : '设备',
    columns: Object.entries(importHeads(isTelecom)).map(([name, head]) => ({
      head: name === 'name' || name === 'address' ? `${head[key]}*` : head[key],
      width: name.toLowerCase().includes('address') ? 44 : 18,
    })),
    rows: [
      [
        examples[0] ?? '',
        TYPE_NAMES.camera[key],
        regionPath,
        'http://192.0.2.10',
        'admin',
        '',
        '',
        '',
        examples[1] ?? '',
        116.331398,
        39.897445,
      ],
      [
        `${examples[0] ?? ''} 2`,
        TYPE_NAMES.camera[key],
        '',
        'rtsp://192.0.2.11:554/main',
        'admin',
        '',
        'rtsp://192.0.2.11:554/sub',
        '',
        '',
        null,
        null,
      ],
    ],
  }
}
