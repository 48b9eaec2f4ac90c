/** A JSON Schema in the few words of a TypeScript type, with its bounds. */
import type { z } from 'zod'

type Schema = z.core.JSONSchema._JSONSchema

/** What zod gives integers for bounds when nothing else is said. */
const UNBOUNDED = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

export function typeText(schema: Schema): string {
  if (typeof schema === 'boolean') return schema ? 'unknown' : 'never'
  if (schema.$ref !== undefined) return schema.$ref === '#' ? 'itself' : (schema.$ref.split('/').at(-1) ?? '')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((it) => JSON.stringify(it).replaceAll('"', "'")).join(' | ')
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.map((it) => typeText(it)).join(' | ')
  if (schema.allOf) return schema.allOf.map((it) => typeText(it)).join(' & ')
  if (schema.type === 'array') return arrayText(schema)
  if (schema.type === 'object') return objectText(schema)
  if (schema.type === 'string') return `string${rangeText(schema.minLength, schema.maxLength)}`
  if (schema.type === 'integer' || schema.type === 'number')
    return `${schema.type}${rangeText(bound(schema.minimum), bound(schema.maximum))}`
  return typeof schema.type === 'string' ? schema.type : 'unknown'
}

function bound(value: number | undefined): number | undefined {
  return value === undefined || UNBOUNDED.includes(value) ? undefined : value
}

function arrayText(schema: Exclude<Schema, boolean>): string {
  const items = Array.isArray(schema.items) ? schema.items : [schema.items ?? true]
  const inner = items.map((it) => typeText(it)).join(', ')
  const isPlain = !/[ |&]/.test(inner) || inner.startsWith('{')
  const range = rangeText(schema.minItems, schema.maxItems).slice(1, -1)
  return `${isPlain ? inner : `(${inner})`}[${range}]`
}

function objectText(schema: Exclude<Schema, boolean>): string {
  const required = new Set(schema.required)
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => `${name}${required.has(name) ? '' : '?'}: ${typeText(field)}`,
  )
  const others = schema.additionalProperties
  if (typeof others === 'object' && Object.keys(others).length > 0) fields.push(`[key]: ${typeText(others)}`)
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}'
}

function rangeText(least: number | undefined, most: number | undefined): string {
  if (least === undefined && most === undefined) return ''
  if (least === undefined) return `(…${most})`
  return most === undefined ? `(${least}…)` : `(${least}…${most})`
}
