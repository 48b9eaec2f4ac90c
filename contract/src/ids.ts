/** Identifiers on the wire. A schema registered here as naming an object is checked by `authorize` wherever it stands in a body. */
import { z } from 'zod'

export type ObjectKind = 'device' | 'region' | 'account' | 'role'

const objectKinds = z.registry<{ object: ObjectKind }>()

/** A device's identity, unique on the platform (reading 26), before anyone asks whose it is. */
export const DeviceIdentity = z
  .string()
  .regex(/^[A-Z0-9-]{8,32}$/, 'a DID has 8 to 32 characters A-Z, 0-9 and -')

const ObjectId = z.string().regex(/^[0-9A-Za-z]{1,32}$/, 'not an id')

export const DID = DeviceIdentity.register(objectKinds, { object: 'device' })
export const GID = ObjectId.clone().register(objectKinds, { object: 'region' })
export const AccountID = ObjectId.clone().register(objectKinds, { object: 'account' })
export const RoleID = ObjectId.clone().register(objectKinds, { object: 'role' })

export interface ObjectRef {
  kind: ObjectKind
  id: string
}

/** Every object that a parsed body names, however deep it stands. The same id is named once. */
export function objectsIn(schema: z.ZodType, body: unknown): ObjectRef[] {
  const found = new Map<string, ObjectRef>()
  collect(schema, body, found)
  return [...found.values()]
}

/** The kinds of objects that a schema can name; the isolation matrix is made from it. */
export function objectKindsIn(schema: z.ZodType): Set<ObjectKind> {
  const kinds = new Set<ObjectKind>()
  const visit = (node: z.ZodType, seen: Set<z.ZodType>): void => {
    if (seen.has(node)) return
    seen.add(node)
    const named = objectKinds.get(node)
    if (named) kinds.add(named.object)
    for (const child of childrenOf(node)) visit(child, seen)
  }
  visit(schema, new Set())
  return kinds
}

function childrenOf(node: z.ZodType): z.ZodType[] {
  if (node instanceof z.ZodObject) return Object.values(node.shape).map(asType)
  if (node instanceof z.ZodArray) return [asType(node.element)]
  if (node instanceof z.ZodUnion) return node.options.map(asType)
  if (node instanceof z.ZodRecord) return [asType(node.valueType)]
  if (node instanceof z.ZodOptional || node instanceof z.ZodNullable || node instanceof z.ZodDefault)
    return [asType(node.unwrap())]
  if (node instanceof z.ZodPipe) return [asType(node.in), asType(node.out)]
  return []
}

function collect(node: z.ZodType, value: unknown, found: Map<string, ObjectRef>): void {
  if (value === undefined || value === null) return
  const named = objectKinds.get(node)
  if (named) {
    if (typeof value === 'string') found.set(`${named.object}:${value}`, { kind: named.object, id: value })
    return
  }
  if (node instanceof z.ZodObject) {
    for (const [key, child] of Object.entries(node.shape)) collect(asType(child), field(value, key), found)
  } else if (node instanceof z.ZodArray) {
    if (Array.isArray(value)) for (const item of value) collect(asType(node.element), item, found)
  } else if (node instanceof z.ZodRecord) {
    if (typeof value === 'object')
      for (const item of Object.values(value)) collect(asType(node.valueType), item, found)
  } else if (node instanceof z.ZodUnion) {
    for (const option of node.options)
      if (asType(option).safeParse(value).success) collect(asType(option), value, found)
  } else {
    for (const child of childrenOf(node)) collect(child, value, found)
  }
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** zod's own walkers hand children out as its core type; every schema of ours is made by `z`, so it is a ZodType. */
function asType(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema
  throw new TypeError('a schema that zod did not make')
}
