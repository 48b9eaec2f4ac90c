/** The file that VEDETTE_MAP names: what maps are drawn from, and who finds places by name. docs/configuration.md describes it. */
import { readFileSync } from 'node:fs'

import type { MapSource } from '@vedette/contract/calls/map'
import { type Datum, DATUMS } from '@vedette/contract/datum'
import { z } from 'zod'

import { OperatorError } from './engines/operator-error.ts'
import { Secret } from './engines/secret-box.ts'

export interface Geocoder {
  /** Address with {query} and {language}; a key may stand in it. */
  url: Secret
  datum: Datum
}

export interface MapConfig {
  sources: readonly MapSource[]
  geocoder: Geocoder | undefined
  /** What browsers fetch the sources from. */
  origins: readonly string[]
}

export const NO_MAP: MapConfig = { sources: [], geocoder: undefined, origins: [] }

const Name = z.string().trim().min(1).max(40)
const datum = z.enum(DATUMS).default('wgs84')
const WebAddress = z
  .string()
  .refine((text) => originOf(text) !== undefined, 'is no https:// or http:// address')
const Common = {
  name: Name,
  datum,
  attribution: z.string().max(200).default(''),
  maxZoom: z.int().min(1).max(24),
}

const Source = z.union([
  z.strictObject({
    ...Common,
    tiles: WebAddress.refine(
      (text) => ['{z}', '{x}', '{y}'].every((mark) => text.includes(mark)),
      'needs {z}, {x} and {y}',
    ),
    maxZoom: Common.maxZoom.default(19),
  }),
  z.strictObject({
    ...Common,
    style: WebAddress,
    maxZoom: Common.maxZoom.default(22),
    /** Origins of its tiles, glyphs and sprites, where they differ from the style's. */
    origins: z.array(WebAddress).max(20).default([]),
  }),
])

const MapFile = z.strictObject({
  sources: z.array(Source).max(10).default([]),
  geocoder: z
    .strictObject({
      url: WebAddress.refine((text) => text.includes('{query}'), 'needs {query}'),
      datum,
    })
    .optional(),
})

/** Throws OperatorError, which names the variable and what is wrong in the file. */
export function readMapFile(path: string): MapConfig {
  const said = (why: string, cause?: unknown): OperatorError =>
    new OperatorError(`VEDETTE_MAP: ${path} ${why}`, { cause })
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw said(cause instanceof SyntaxError ? 'is no JSON' : 'cannot be read', cause)
  }
  const read = MapFile.safeParse(json)
  if (!read.success) {
    const [issue] = read.error.issues
    throw said(`is wrong at ${issue?.path.join('.') || 'its top'}: ${issue?.message}`)
  }
  const { sources, geocoder } = read.data
  return {
    sources: sources.map((it) => ({
      Name: it.name,
      Kind: 'tiles' in it ? 'tiles' : 'style',
      Url: 'tiles' in it ? it.tiles : it.style,
      Datum: it.datum,
      Attribution: it.attribution,
      MaxZoom: it.maxZoom,
    })),
    geocoder: geocoder && { url: new Secret(geocoder.url), datum: geocoder.datum },
    origins: [
      ...new Set(
        sources
          .flatMap((it) => ('tiles' in it ? [it.tiles] : [it.style, ...it.origins]))
          .map((it) => originOf(it) ?? ''),
      ),
    ],
  }
}

/** Its marks stand in the path: a host that is made of one would let the page talk to any. */
function originOf(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || /[{}%;, ]/.test(url.host)) return undefined
  return url.origin
}
