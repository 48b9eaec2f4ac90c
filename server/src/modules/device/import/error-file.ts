/** What an import found wrong, as a file to mend and send again. */
import { importHeads, type RowFault } from '@vedette/contract/calls/device-import'
import { isReasonWord, reasonText } from '@vedette/contract/reasons'

import { normal } from '../../../engines/spreadsheet/sheet-table.ts'
import type { Sheet, SheetRow } from '../../../engines/spreadsheet/sheet.ts'
import type { Workbook } from '../../../engines/spreadsheet/workbook.ts'

type Language = 'en' | 'zh-cn'

const HEADS = { en: 'Error', 'zh-cn': '错误' } as const
const WIDTH = 22
const ERROR_WIDTH = 60

/** The head and the wrong rows as they came, each with its faults at the end; an import leaves that column alone. */
export function errorWorkbook(
  sheet: Sheet,
  faults: readonly RowFault[],
  { language, isTelecom }: { language: Language; isTelecom: boolean },
): Workbook {
  const [head, ...rows] = sheet.rows
  const all = head ? textsOf(head) : []
  // What was mended and is wrong again has the column already.
  const kept = all.flatMap((text, at) =>
    Object.values(HEADS).some((it) => normal(it) === normal(text)) ? [] : [at],
  )
  const byRow = Map.groupBy(faults, ({ Row }) => Row)
  const heads = importHeads(isTelecom)
  return {
    sheet: HEADS[language],
    columns: [
      ...kept.map((at) => ({ head: all[at] ?? '', width: WIDTH })),
      { head: HEADS[language], width: ERROR_WIDTH },
    ],
    rows: rows.flatMap((row) => {
      const wrong = byRow.get(row.number)
      if (!wrong) return []
      const texts = textsOf(row)
      return [
        [...kept.map((at) => texts[at] ?? ''), wrong.map((it) => faultText(it, heads, language)).join('; ')],
      ]
    }),
  }
}

function textsOf({ cells }: SheetRow): string[] {
  const width = Math.max(-1, ...cells.keys()) + 1
  return Array.from({ length: width }, (_, at) => cells.get(at)?.text ?? '')
}

function faultText(
  { Column, Word, Values }: RowFault,
  heads: ReturnType<typeof importHeads>,
  language: Language,
): string {
  const column = Object.entries(heads).find(([key]) => key === Column)?.[1]
  const why = isReasonWord(Word) ? reasonText(language, Word, Values) : Word
  return column ? `${column[language === 'en' ? 'en' : 'zh']}: ${why}` : why
}
