/** XML as text that can't be broken out of, and as a tree that is read by local names. */
import { parseXml, XmlElement } from '@rgrove/parse-xml'

/** XML that is already well formed; whatever else goes into a template is escaped. */
export class Xml {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Xml | readonly Xml[] | string | number | boolean

/** Builds XML: values are escaped unless they are XML themselves. A new line with its indentation stands between elements alone, and goes. */
export function xml(template: TemplateStringsArray, ...values: Value[]): Xml {
  const parts = partsOf(template)
  let text = parts[0] ?? ''
  values.forEach((value, i) => {
    text += textOf(value) + (parts[i + 1] ?? '')
  })
  return new Xml(text)
}

const partsSeen = new WeakMap<TemplateStringsArray, readonly string[]>()

function partsOf(template: TemplateStringsArray): readonly string[] {
  const seen = partsSeen.get(template)
  if (seen !== undefined) return seen
  const parts = template.map((part) => part.replaceAll(/\n\s*/g, ''))
  partsSeen.set(template, parts)
  return parts
}

export const NOTHING = new Xml('')

function textOf(value: Value): string {
  if (value instanceof Xml) return value.text
  if (typeof value === 'object') return value.map((each) => each.text).join('')
  return escape(String(value))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** The document's root element; undefined where the text is no XML, or has a document type. */
export function readXml(text: string): XmlElement | undefined {
  if (/<!DOCTYPE/i.test(text)) return undefined
  try {
    return parseXml(text).root ?? undefined
  } catch {
    // Whatever is wrong with it (the parser runs out of stack in a tree that is too deep): it is not ours to read.
    return undefined
  }
}

export function localName(element: XmlElement): string {
  return element.name.slice(element.name.indexOf(':') + 1)
}

export function childrenOf(element: XmlElement | undefined): XmlElement[] {
  return element?.children.filter((node): node is XmlElement => node instanceof XmlElement) ?? []
}

/** The element at the end of this path of local names. */
export function find(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let at = element
  for (const name of path) at = childrenOf(at).find((child) => localName(child) === name)
  return at
}

/** The trimmed text at the end of the path; undefined where there is no such element. */
export function textAt(element: XmlElement | undefined, ...path: string[]): string | undefined {
  return find(element, ...path)?.text.trim()
}

/** The number at the end of the path; undefined where there is none. */
export function numberAt(element: XmlElement | undefined, ...path: string[]): number | undefined {
  const text = textAt(element, ...path)
  if (text === undefined || !/^[+-]?\d{1,9}(\.\d{1,9})?([eE][+-]?\d)?$/.test(text)) return undefined
  return Number(text)
}

export type { XmlElement }
