/** Python's own zip and XML readers look into a workbook that the browser downloaded. */
import { spawnSync } from 'node:child_process'

import type { Download } from 'playwright-core'
import { z } from 'zod'

const SCRIPT = `
import json, sys, zipfile
import xml.etree.ElementTree as tree
M = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
with zipfile.ZipFile(sys.argv[1]) as book:
    sheet = tree.fromstring(book.read('xl/worksheets/sheet1.xml'))
assert sheet.find('.//' + M + 'f') is None, 'a formula'
print(json.dumps([[it.text or '' for it in row.iter(M + 't')] for row in sheet.iter(M + 'row')]))
`

/** The texts of the first sheet, row by row. Throws on what is no workbook, and on a formula. */
export async function textsIn(download: Download): Promise<string[][]> {
  const { status, stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', SCRIPT, await download.path()], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`no workbook: ${stderr}`)
  return z.array(z.array(z.string())).parse(JSON.parse(stdout))
}
