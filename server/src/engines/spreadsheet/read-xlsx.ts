/** The first sheet of an .xlsx file (ECMA-376), element by element. */
import { SaxesParser } from 'saxes'

import { numberText, type Sheet, SheetBuilder, SheetError, SHEET_LIMITS } from './sheet.ts'
import { Archive } from './unzip.ts'

const MAX_SHARED_TEXTS = 1_000_000
const MAX_DEPTH = 32

export function readXlsx(file: Buffer): Sheet {
  const archive = new Archive(file, SHEET_LIMITS.unpackedBytes)
  const path = sheetPath(archive)
  const sheet = archive.read(path)
  if (!sheet) throw new SheetError('damaged', `there is no ${path}`)
  const shared = archive.read('xl/sharedStrings.xml')
  return cellsOf(sheet, shared ? sharedTexts(shared) : [])
}

interface Reader {
  open?: (name: string, attributes: ReadonlyMap<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

function walk(xml: Buffer, { open, text, close }: Reader): void {
  const parser = new SaxesParser()
  let depth = 0
  parser.on('doctype', () => {
    throw new SheetError('damaged', 'it has a DOCTYPE')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > MAX_DEPTH) throw new SheetError('damaged', 'its elements are too deep')
    const read = new Map<string, string>()
    for (const [key, value] of Object.entries(attributes)) read.set(key, value)
    open?.(localName(name), read)
  })
  parser.on('text', (piece) => text?.(piece))
  parser.on('cdata', (piece) => text?.(piece))
  parser.on('closetag', ({ name }) => {
    depth--
    close?.(localName(name))
  })
  parser.on('error', (error) => {
    throw new SheetError('damaged', error.message.slice(0, 200))
  })
  parser.write(xml.toString('utf8').replace(/^\uFEFF/, '')).close()
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Where the workbook's first sheet stands. */
function sheetPath(archive: Archive): string {
  const workbook = archive.read('xl/workbook.xml')
  if (!workbook) throw new SheetError('notSpreadsheet', 'it has no workbook')
  let first = ''
  walk(workbook, {
    open(name, attributes) {
      if (name === 'sheet' && first === '')
        first = [...attributes].find(([key]) => localName(key) === 'id' && key.includes(':'))?.[1] ?? ''
    },
  })
  let path = ''
  const relations = archive.read('xl/_rels/workbook.xml.rels')
  if (relations)
    walk(relations, {
      open(name, attributes) {
        if (name === 'Relationship' && attributes.get('Id') === first) path = attributes.get('Target') ?? ''
      },
    })
  if (path === '') return 'xl/worksheets/sheet1.xml'
  return path.startsWith('/') ? path.slice(1) : `xl/${path}`
}

function sharedTexts(xml: Buffer): string[] {
  const texts: string[] = []
  let isText = false
  let phonetic = 0
  let text = ''
  walk(xml, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') phonetic++
      isText = name === 't' && phonetic === 0
    },
    text(piece) {
      if (isText && text.length <= SHEET_LIMITS.textLength) text += piece
    },
    close(name) {
      if (name === 't') isText = false
      if (name === 'rPh') phonetic--
      if (name !== 'si') return
      if (texts.push(text) > MAX_SHARED_TEXTS) throw new SheetError('sheetTooLarge', 'too many shared texts')
    },
  })
  return texts
}

function cellsOf(xml: Buffer, shared: readonly string[]): Sheet {
  const builder = new SheetBuilder()
  let row = 0
  let column = -1
  let type = ''
  let value = ''
  let inline = ''
  let isFormula = false
  let within = ''
  walk(xml, {
    open(name, attributes) {
      if (name === 'row') {
        row = wholeNumber(attributes.get('r')) ?? row + 1
        column = -1
      } else if (name === 'c') {
        column = columnOf(attributes.get('r')) ?? column + 1
        type = attributes.get('t') ?? 'n'
        value = ''
        inline = ''
        isFormula = false
      } else if (name === 'f') isFormula = true
      within = name
    },
    text(piece) {
      if (within === 'v' && value.length <= SHEET_LIMITS.textLength) value += piece
      else if (within === 't' && inline.length <= SHEET_LIMITS.textLength) inline += piece
    },
    close(name) {
      within = ''
      if (name === 'c') builder.put(row, column, textOf(type, value, inline, shared), isFormula)
    },
  })
  return builder.sheet()
}

function textOf(type: string, value: string, inline: string, shared: readonly string[]): string {
  switch (type) {
    case 's': {
      const text = shared[wholeNumber(value) ?? -1]
      if (text === undefined) throw new SheetError('damaged', `there is no shared text ${value.slice(0, 20)}`)
      return text
    }
    case 'inlineStr':
      return inline
    case 'n':
      return value.trim() === '' ? '' : numberText(Number(value))
    default:
      return value
  }
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
}

/** Column of a cell reference: 54 for `BC7`, counted from 0. Undefined where the cell does not say. */
function columnOf(name: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,4})\d*$/.exec(name ?? '')?.[1]
  if (letters === undefined) return undefined
  let number = 0
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64
  return number - 1
}
