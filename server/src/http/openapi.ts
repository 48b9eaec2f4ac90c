/** The calls as an OpenAPI 3.1 document: made from the contract, and therefore never behind it. */
import { readFileSync } from 'node:fs'

import type { Access, Call } from '@vedette/contract/call'
import { CODES } from '@vedette/contract/codes'
import { z } from 'zod'

type Json = Record<string, unknown>

/** What every call may be refused with, beside its own `refusals`. */
const OF_EVERY_CALL = [
  'badInput',
  'badEnvelope',
  'notLoggedIn',
  'tokenExpired',
  'noPermission',
  'noDataAuthority',
  'previewOnly',
  'overloaded',
  'responseTimeout',
  'internal',
] as const

const IDS = {
  region: '01HZZZZZZZZZZZZZZZZZZZZZZA',
  device: 'CAM-0000000001',
  account: '01HZZZZZZZZZZZZZZZZZZZZZZB',
  role: '01HZZZZZZZZZZZZZZZZZZZZZZC',
  picture: '01HZZZZZZZZZZZZZZZZZZZZZZD',
}

const PACKAGE = new URL('../../../package.json', import.meta.url)

export function openApiOf(calls: readonly Call[], brand: string): Json {
  const schemas: Json = {
    Refusal: {
      type: 'object',
      required: ['CODE', 'BODY'],
      description: `Of any call: ${OF_EVERY_CALL.map(codeText).join('; ')}.`,
      properties: { CODE: { type: 'string' }, BODY: { type: 'object' } },
    },
  }
  return {
    openapi: '3.1.0',
    info: {
      title: brand,
      version: z.object({ version: z.string() }).parse(JSON.parse(readFileSync(PACKAGE, 'utf8'))).version,
      description:
        'Every call is posted in an envelope `{SEQID, BODY}` and answered by `{CODE, BODY}` with HTTP status 200; CODE tells whether it was done. ' +
        'What travels on sockets and by signed URLs is described in docs/protocol.md.',
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    tags: [...new Set(calls.map(areaOf))].toSorted().map((name) => ({ name })),
    paths: Object.fromEntries(
      calls.map((call) => [call.path, { [call.method.toLowerCase()]: operationOf(call, schemas) }]),
    ),
    components: {
      schemas,
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The Utoken of a log-in, bare.',
        },
      },
    },
  }
}

function operationOf(call: Call, schemas: Json): Json {
  const body = schemaOf(call, 'Body', schemas)
  const reply = schemaOf(call, 'Reply', schemas)
  const answered = { $ref: '#/components/schemas/Refusal' }
  return {
    operationId: call.path.replace(/^\/vms\//, '').replaceAll('/', '_'),
    summary: call.title.en,
    tags: [areaOf(call)],
    description: [
      `Who may: ${accessText(call.access)}.`,
      ...call.refusals.map((name) => `${codeText(name)}.`),
    ].join(' '),
    ...(call.access === 'public' ? { security: [] } : {}),
    ...(call.method === 'GET' || call.transport === 'socket' || call.transport === 'url'
      ? {}
      : { requestBody: { required: true, content: contentOf(call, body) } }),
    responses: {
      200: {
        description: `Done, where CODE is "${call.success}"; otherwise refused.`,
        content: {
          'application/json': {
            schema: { anyOf: [envelopeOf('CODE', { const: call.success }, reply), answered] },
          },
        },
      },
    },
    'x-title-zh': call.title['zh-cn'],
    'x-transport': call.transport,
    'x-effect': call.effect,
    'x-access': call.access,
    'x-refusals': call.refusals.map((name) => CODES[name].code),
  }
}

function contentOf(call: Call, body: Json): Json {
  const example = call.example(IDS)
  if (call.transport !== 'upload')
    return {
      'application/json': {
        schema: envelopeOf('SEQID', { type: 'string' }, body),
        example: { SEQID: call.seqid ?? '1', BODY: example },
      },
    }
  const file = { type: 'string', format: 'binary' }
  return {
    'multipart/form-data': {
      schema: { allOf: [body, { type: 'object', required: ['file'], properties: { file } }] },
    },
  }
}

function envelopeOf(word: 'SEQID' | 'CODE', schema: Json, body: Json): Json {
  return { type: 'object', required: [word, 'BODY'], properties: { [word]: schema, BODY: body } }
}

/** A reference to the schema, which `schemas` has from then on; so do those that it refers to itself. */
function schemaOf(call: Call, part: 'Body' | 'Reply', schemas: Json): Json {
  const name = `${call.path.replace(/^\/vms\//, '').replaceAll('/', '.')}.${part}`
  const made = z.toJSONSchema(part === 'Body' ? call.body : call.reply, {
    io: part === 'Body' ? 'input' : 'output',
    unrepresentable: 'any',
  })
  const { $schema: _dialect, $defs = {}, ...schema } = made
  const moved = (it: unknown): unknown =>
    JSON.parse(
      JSON.stringify(it)
        .replaceAll('"#/$defs/', `"#/components/schemas/${name}.`)
        .replaceAll('"$ref":"#"', `"$ref":"#/components/schemas/${name}"`),
    )
  schemas[name] = moved(schema)
  for (const [inner, definition] of Object.entries($defs)) schemas[`${name}.${inner}`] = moved(definition)
  return { $ref: `#/components/schemas/${name}` }
}

function accessText(access: Access): string {
  if (access === 'public') return 'anybody'
  if (access === 'session') return 'anybody who is logged in'
  if (access === 'administrator') return 'full administrators who see all regions'
  return `any one of ${access.join(', ')}`
}

function codeText(name: keyof typeof CODES): string {
  return `${CODES[name].code} ${CODES[name].en}`
}

function areaOf({ path }: Call): string {
  return path.split('/')[2] ?? ''
}
