import { z } from 'zod'
import { describe, expect, it } from 'vitest'

import { CALLS } from './catalogue.ts'
import { AccountID, checkIds, DeviceIdentity, DID, GID, objectKindsIn, objectsIn, RoleID } from './ids.ts'

const device = (id: string) => ({ kind: 'device', id })

describe('an id is found', () => {
  it.each([
    ['a tuple', z.tuple([z.string(), DID], DID), ['x', 'CAM-0000001', 'CAM-0000002']],
    ['the keys of a record', z.record(DID, z.int()), { 'CAM-0000001': 1, 'CAM-0000002': 2 }],
    ['a set', z.set(DID), new Set(['CAM-0000001', 'CAM-0000002'])],
    [
      'both sides of an intersection',
      z.object({ a: DID }).and(z.object({ b: DID })),
      { a: 'CAM-0000001', b: 'CAM-0000002' },
    ],
    ['what is only read', z.array(DID).readonly(), ['CAM-0000001', 'CAM-0000002']],
    ['what has a substitute', z.array(DID).catch([]), ['CAM-0000001', 'CAM-0000002']],
    ['what is declared later', z.lazy(() => z.array(DID)), ['CAM-0000001', 'CAM-0000002']],
    [
      'fields of any name',
      z.object({ n: z.int() }).catchall(DID),
      { n: 1, a: 'CAM-0000001', b: 'CAM-0000002' },
    ],
    ['one of several shapes', z.union([z.array(DID), z.string()]), ['CAM-0000001', 'CAM-0000002']],
  ])('in %s', (_where, schema, body) => {
    expect(objectsIn(schema, schema.parse(body))).toEqual([device('CAM-0000001'), device('CAM-0000002')])
    expect(objectKindsIn(schema)).toEqual(new Set(['device']))
    expect(() => checkIds(schema)).not.toThrow()
  })

  it('in a tree that contains itself', () => {
    const Tree = z.object({
      DID,
      get Childs() {
        return z.array(Tree)
      },
    })
    const body = { DID: 'CAM-0000001', Childs: [{ DID: 'CAM-0000002', Childs: [] }] }
    expect(objectsIn(Tree, body)).toEqual([device('CAM-0000001'), device('CAM-0000002')])
    expect(() => checkIds(Tree)).not.toThrow()
  })
})

describe('a body is refused before the platform starts', () => {
  it.each([
    ['map', z.map(z.string(), DID)],
    ['pipe', DID.transform((it) => it.toLowerCase())],
    ['pipe', z.preprocess((it) => it, DID)],
    ['nonoptional', DID.optional().nonoptional()],
    ['prefault', DID.prefault('CAM-0000001')],
    ['unknown', z.unknown()],
    ['any', z.any()],
    ['promise', z.promise(DID)],
  ])('when ids could hide in a %s', (kind, schema) => {
    const body = z.object({ List: z.array(z.object({ It: schema })) })
    const refusal = new RegExp(`of the kind ${kind}`)
    expect(() => checkIds(body)).toThrow(refusal)
    expect(() => objectKindsIn(body)).toThrow(refusal)
    expect(() => objectsIn(body, { List: [{ It: 'CAM-0000001' }] })).toThrow(refusal)
  })

  it.each([
    ['DID', z.object({ DID: z.string() })],
    ['List.GID', z.object({ List: z.array(z.object({ GID: z.string().nullable() })) })],
    ['AccountID', z.object({ AccountID: z.union([GID, z.string()]) })],
    ['RoleID', z.object({ RoleID: z.string().optional() })],
    ['ParentGID', z.object({ ParentGID: z.string() })],
    ['DIDs', z.object({ DIDs: z.array(z.string()) })],
    ['did', z.object({ did: z.string() })],
    ['gid', z.object({ gid: z.int() })],
  ])('when %s is any text', (field, body) => {
    expect(() => checkIds(body)).toThrow(`${field} is named like an id`)
  })

  it('but not when a DID is one that nobody owns yet', () => {
    const body = z.object({ DID: DeviceIdentity.optional() })
    expect(() => checkIds(body)).not.toThrow()
    expect(objectsIn(body, { DID: 'CAM-0000001' })).toEqual([])
    expect(objectKindsIn(body)).toEqual(new Set())
  })
})

it('fields that a body has beyond those of its shape are no hiding place', () => {
  expect(() => checkIds(z.looseObject({ n: z.int() }))).toThrow(/of the kind unknown/)
  expect(() => checkIds(z.strictObject({ n: z.int() }))).not.toThrow()
})

it('every call that we have can be checked', () => {
  for (const { body } of CALLS) expect(() => checkIds(body)).not.toThrow()
})

describe('an id', () => {
  const faultOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

  it.each([DID, DeviceIdentity])(
    'of a device has 8 to 32 capital letters, digits and hyphens: case %#',
    (schema) => {
      for (const good of ['A'.repeat(8), 'Z9-'.repeat(10), '0'.repeat(32)])
        expect(schema.parse(good)).toBe(good)
      for (const bad of [
        'A'.repeat(7),
        'A'.repeat(33),
        'CAM-000000a',
        ' CAM-000001',
        'CAM-000001\n',
        'CAM_000001',
        '',
      ])
        expect(faultOf(schema, bad)).toBe('a DID has 8 to 32 characters A-Z, 0-9 and -')
    },
  )

  it.each([GID, AccountID, RoleID])('of our own has 1 to 32 letters and digits: case %#', (schema) => {
    for (const good of ['a', 'Z9'.repeat(16)]) expect(schema.parse(good)).toBe(good)
    for (const bad of ['', 'a'.repeat(33), 'a-b', ' a', 'a\n', '../a'])
      expect(faultOf(schema, bad)).toBe('not an id')
  })

  it('tells what it is of by its schema', () => {
    const body = z.object({ a: AccountID, r: RoleID, g: GID, d: DID })
    expect(objectsIn(body, { a: 'x', r: 'x', g: 'x', d: 'CAM-0000001' })).toEqual([
      { kind: 'account', id: 'x' },
      { kind: 'role', id: 'x' },
      { kind: 'region', id: 'x' },
      { kind: 'device', id: 'CAM-0000001' },
    ])
    expect(objectKindsIn(body)).toEqual(new Set(['account', 'role', 'region', 'device']))
  })
})

it('a value that is not of its shape names nothing', () => {
  const schemas = [z.array(DID), z.set(DID), z.record(DID, DID), z.tuple([DID], DID), z.object({ DID }), DID]
  for (const schema of schemas)
    for (const value of [7, true, null, undefined, { DID: 7 }, { DID: null }, []])
      expect(objectsIn(schema, value)).toEqual(
        schema instanceof z.ZodRecord && value === Object(value) && 'DID' in Object(value)
          ? [device('DID')]
          : [],
      )
})

it('a field of the shape is not taken for one of any name', () => {
  const body = z.object({ n: z.string() }).catchall(DID)
  expect(objectsIn(body, { n: 'CAM-0000009', a: 'CAM-0000001' })).toEqual([device('CAM-0000001')])
})

it('the field that is named like an id is told by its path', () => {
  const told = (field: string) => new Error(`${field} is named like an id and none of ids.ts`)
  expect(() => checkIds(z.object({ DID: z.string() }))).toThrow(told('DID'))
  expect(() => checkIds(z.object({ List: z.array(z.object({ GID: z.string() })) }))).toThrow(told('List.GID'))
  expect(() => checkIds(z.object({ a: z.object({ gids: z.string() }) }))).toThrow(told('a.gids'))
})

it('a name that only contains that of an id may be any text, and an id may be of what holds no text', () => {
  for (const name of ['DIDs2', 'DIDx', 'candid', 'didx', 'rigid', 'gidx'])
    expect(() => checkIds(z.object({ [name]: z.string() }))).not.toThrow()
  for (const type of [z.boolean(), z.enum(['a']), z.literal('a'), z.never(), z.null(), z.undefined()])
    expect(() => checkIds(z.object({ DID: type }))).not.toThrow()
  for (const type of [z.bigint(), z.date(), z.nan(), z.number(), z.string()]) {
    expect(() => checkIds(z.object({ n: type }))).not.toThrow()
    expect(() => checkIds(z.object({ DID: type }))).toThrow('DID is named like an id')
  }
})
