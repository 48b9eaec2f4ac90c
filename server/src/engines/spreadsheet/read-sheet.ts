import { isCompoundFile } from './compound-file.ts'
import { readXls } from './read-xls.ts'
import { readXlsx } from './read-xlsx.ts'
import { SheetError, type SheetOutcome, SHEET_LIMITS } from './sheet.ts'

/** The first bytes of an .xlsx. */
export const ZIP_MAGIC = Buffer.from('PK\u0003\u0004', 'latin1')

/** Checks by the content, never by a name or a MIME type (reading 35). */
export function readSheet(file: Buffer): SheetOutcome {
  try {
    if (file.length > SHEET_LIMITS.fileBytes) throw new SheetError('sheetTooLarge', `${file.length} bytes`)
    if (file.subarray(0, 4).equals(ZIP_MAGIC)) return { ok: true, sheet: readXlsx(file) }
    if (isCompoundFile(file)) return { ok: true, sheet: readXls(file) }
    return { ok: false, fault: 'notSpreadsheet' }
  } catch (error) {
    if (error instanceof SheetError) return { ok: false, fault: error.fault }
    throw error
  }
}
