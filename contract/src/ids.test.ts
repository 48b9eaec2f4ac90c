import { z } from 'zod'
import { describe, expect, it } from 'vitest'

import { CALLS } from './catalogue.ts'
import { checkIds, DeviceIdentity, DID, GID, objectKindsIn, objectsIn } from './ids.ts'

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

it('every call that we have can be judged', () => {
  for (const { body } of CALLS) expect(() => checkIds(body)).not.toThrow()
})
