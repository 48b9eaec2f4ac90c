/** The document that is served, read as one who generates a client from it would. */
import { CALLS } from '@vedette/contract/catalogue'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

import { startTestApp, type TestApp } from '../testing/app.ts'

const Schema = z.record(z.string(), z.unknown())
const Operation = z.object({
  operationId: z.string().regex(/^\w+$/),
  summary: z.string().min(1),
  description: z.string(),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  requestBody: z
    .object({
      required: z.literal(true),
      content: z.record(z.string(), z.object({ schema: Schema, example: z.unknown().optional() })),
    })
    .optional(),
  responses: z.object({
    200: z.object({ description: z.string(), content: z.record(z.string(), z.object({ schema: Schema })) }),
  }),
  'x-refusals': z.array(z.string()),
})
const Document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string().startsWith('/vms/'), z.partialRecord(z.enum(['get', 'post']), Operation)),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), Schema),
    securitySchemes: z.record(
      z.string(),
      z.object({ type: z.literal('apiKey'), in: z.literal('header'), name: z.literal('Authorization') }),
    ),
  }),
})

let app: TestApp
let text: string
let type: string | null
let document: z.infer<typeof Document>

beforeAll(async () => {
  app = await startTestApp()
  const answer = await app.fetch('/vms/openapi.json')
  type = answer.headers.get('content-type')
  text = await answer.text()
  document = Document.parse(JSON.parse(text))
})
afterAll(() => app.close())

describe('/vms/openapi.json', () => {
  it('is JSON', () => {
    expect(type).toContain('application/json')
  })

  it('has every call by its method, and none besides', () => {
    const told = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(told.toSorted()).toEqual(CALLS.map(({ method, path }) => `${method} ${path}`).toSorted())
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(CALLS.length)
  })

  it('refers to nothing that it does not have', () => {
    const targets = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, target = '']) => target)
    expect(targets.length).toBeGreaterThan(CALLS.length)
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
    expect(targets.filter((target) => !known.includes(target))).toEqual([])
  })

  it('puts bodies into the envelope, and shows an example that the call takes', () => {
    for (const { path, method, transport, body } of CALLS) {
      const { requestBody } = document.paths[path]?.[method === 'GET' ? 'get' : 'post'] ?? {}
      if (transport !== 'http' || method === 'GET') continue
      const { schema, example } = requestBody?.content['application/json'] ?? {}
      expect(schema).toMatchObject({ required: ['SEQID', 'BODY'] })
      const { BODY } = z.object({ SEQID: z.string(), BODY: z.unknown() }).parse(example)
      expect([path, body.safeParse(BODY).success]).toEqual([path, true])
    }
  })

  it('says who needs a token, and what may be refused', () => {
    for (const { path, method, access, refusals } of CALLS) {
      const operation = document.paths[path]?.[method === 'GET' ? 'get' : 'post']
      expect(operation?.security).toEqual(access === 'public' ? [] : undefined)
      expect(operation?.['x-refusals']).toEqual(refusals.map((name) => CODES[name].code))
    }
  })

  it('keeps what a field is: bounds, choices, what may be left out', () => {
    expect(document.components.schemas['user.addAccount.Body']).toMatchObject({
      type: 'object',
      required: ['Account', 'Name', 'RoleID'],
      properties: { Name: { type: 'string', maxLength: 50 }, Future: { type: 'boolean', default: true } },
    })
    expect(document.components.schemas['company.setPasswordRule.Body']).toMatchObject({
      properties: { PasswordRule: { enum: ['strong', 'simple'] } },
    })
  })
})
