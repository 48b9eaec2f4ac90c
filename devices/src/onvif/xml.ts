/** XML of devices as small trees. Prefixes are dropped: many devices bind them oddly, and local names tell enough here. */
import { SaxesParser } from 'saxes'

const MAX_DEPTH = 64
const MAX_ELEMENTS = 50_000

export interface XmlElement {
  /** The name without its prefix. */
  name: string
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  /** All text directly within. */
  text: string
}

export class XmlFault extends Error {
  override readonly name = 'XmlFault'
}

/** Throws XmlFault on what is not well-formed, has a DOCTYPE (and so entities of its own), or is too deep or large. */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser()
  const open: (XmlElement & { attributes: Map<string, string> })[] = []
  let root: XmlElement | undefined
  let elements = 0
  parser.on('doctype', () => {
    throw new XmlFault('it has a DOCTYPE')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++elements > MAX_ELEMENTS) throw new XmlFault(`it has more than ${MAX_ELEMENTS} elements`)
    if (open.length >= MAX_DEPTH) throw new XmlFault(`it is deeper than ${MAX_DEPTH} elements`)
    const element = { name: localName(name), attributes: new Map<string, string>(), children: [], text: '' }
    for (const [key, value] of Object.entries(attributes)) element.attributes.set(localName(key), value)
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  parser.on('text', (piece) => append(open.at(-1), piece))
  parser.on('cdata', (piece) => append(open.at(-1), piece))
  parser.on('closetag', () => void open.pop())
  parser.on('error', (error) => {
    throw new XmlFault(error.message.slice(0, 200))
  })
  parser.write(text).close()
  if (!root) throw new XmlFault('it has no element')
  return root
}

/** The first element of each name, one within the other. */
export function child(of: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let found = of
  for (const name of path) found = found?.children.find((it) => it.name === name)
  return found
}

export function childrenOf(of: XmlElement | undefined, name: string): XmlElement[] {
  return of?.children.filter((it) => it.name === name) ?? []
}

/** Trimmed; empty where there is no such element. */
export function textAt(of: XmlElement | undefined, ...path: readonly string[]): string {
  return child(of, ...path)?.text.trim() ?? ''
}

/** Undefined where there is no finite number. */
export function numberAt(of: XmlElement | undefined, ...path: readonly string[]): number | undefined {
  const text = textAt(of, ...path)
  const number = Number(text)
  return text !== '' && Number.isFinite(number) ? number : undefined
}

export function booleanAt(of: XmlElement | undefined, ...path: readonly string[]): boolean {
  const text = textAt(of, ...path)
  return text === 'true' || text === '1'
}

/** Text and attribute values as they may stand between tags and quotes. What XML 1.0 has no form for is dropped. */
export function escapeXml(text: string | number | boolean): string {
  return (
    String(text)
      .replaceAll(/(?![\t\n\r\u007F-\u009F])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // A reader makes a line feed of one that is written as it is (XML 1.0, section 2.11).
      .replaceAll('\r', '&#13;')
  )
}

/** `<name>text</name>`; nothing where there is no value. */
export function tag(name: string, value: string | number | boolean | undefined): string {
  return value === undefined ? '' : `<${name}>${escapeXml(value)}</${name.split(' ', 1)[0]}>`
}

function append(element: XmlElement | undefined, piece: string): void {
  if (element) element.text += piece
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1)
}
