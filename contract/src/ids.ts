/**
 * Identifiers on the wire. A schema registered here as naming an object is checked by `authorize` wherever it stands in
 * a body; a body in which one could stand unseen is refused before the platform starts.
 */
import { z } from 'zod'

export const OBJECT_KINDS = ['device', 'region', 'account', 'role', 'picture'] as const
export type ObjectKind = (typeof OBJECT_KINDS)[number]

/** `nobody`: an id that is deliberately not checked. */
const objectKinds = z.registry<{ object: ObjectKind | 'nobody' }>()

/** A device's identity, unique on the platform (reading 26), before anyone asks whose it is. */
export const DeviceIdentity = z
  .string()
  .regex(/^[A-Z0-9-]{8,32}$/, 'a DID has 8 to 32 characters A-Z, 0-9 and -')
  .register(objectKinds, { object: 'nobody' })

const ObjectId = z.string().regex(/^[0-9A-Za-z]{1,32}$/, 'not an id')

// Clones, since registering names the very schema that it is called on.
export const DID = DeviceIdentity.clone().register(objectKinds, { object: 'device' })
export const GID = ObjectId.clone().register(objectKinds, { object: 'region' })
export const AccountID = ObjectId.clone().register(objectKinds, { object: 'account' })
export const RoleID = ObjectId.clone().register(objectKinds, { object: 'role' })
/** A picture of the album. */
export const PictureID = ObjectId.clone().register(objectKinds, { object: 'picture' })

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
  visit(schema, '', (node) => {
    const named = objectKinds.get(node)?.object
    if (named !== undefined && named !== 'nobody') kinds.add(named)
  })
  return kinds
}

/** A field whose name promises an object: `DID`, `ParentGID`, `DIDs`, `did`. */
const NAMES_OBJECT = /(?:DID|GID|AccountID|RoleID|PictureID)s?$|^(?:did|gid)s?$/

/**
 * Throws when an id could stand in such a body without being checked: in a kind of schema that is not looked into, or
 * in a field that is named like an id and is any text.
 */
export function checkIds(schema: z.ZodType): void {
  visit(schema, '', (node, path) => {
    if (!(node instanceof z.ZodObject)) return
    for (const [name, child] of Object.entries(node.shape)) {
      if (!NAMES_OBJECT.test(name)) continue
      const field = [path, name].filter(Boolean).join('.')
      visit(asType(child), field, (inner) => {
        const isLeaf = objectKinds.get(inner) === undefined && partsOf(inner).length === 0
        if (isLeaf && !NAMES_NOTHING.has(inner.def.type))
          throw new Error(`${field} is named like an id and none of ids.ts`)
      })
    }
  })
}

/** Those that hold no text of the sender's own choice. */
const NAMES_NOTHING = new Set(['boolean', 'enum', 'literal', 'never', 'null', 'undefined'])
const LEAVES = new Set([...NAMES_NOTHING, 'bigint', 'date', 'nan', 'number', 'string'])

/** A schema within another, with the values that it checks in a value of the outer one. */
interface Part {
  name?: string
  schema: z.ZodType
  within: (value: unknown) => readonly unknown[]
}

/** Throws on a kind of schema that could hide an id, such as one that transforms what was sent. */
function partsOf(node: z.ZodType): Part[] {
  if (node instanceof z.ZodObject) {
    const { shape } = node
    const named = Object.entries(shape).map(([name, child]) => ({
      name,
      ...part(child, (value) => [field(value, name)]),
    }))
    const { catchall } = node.def
    if (!catchall) return named
    const others = (value: unknown) => entriesOf(value).filter(([key]) => !Object.hasOwn(shape, key))
    return [...named, part(catchall, (value) => others(value).map(([, item]) => item))]
  }
  if (node instanceof z.ZodArray) return [part(node.element, itemsOf)]
  if (node instanceof z.ZodTuple) {
    const { items, rest } = node.def
    const placed = items.map((item, at) => part(item, (value) => itemsOf(value).slice(at, at + 1)))
    return rest ? [...placed, part(rest, (value) => itemsOf(value).slice(items.length))] : placed
  }
  if (node instanceof z.ZodRecord)
    return [
      part(node.keyType, (value) => entriesOf(value).map(([key]) => key)),
      part(node.valueType, (value) => entriesOf(value).map(([, item]) => item)),
    ]
  if (node instanceof z.ZodSet)
    return [part(node.def.valueType, (value) => (value instanceof Set ? [...value] : []))]
  if (node instanceof z.ZodUnion)
    return node.options.map((option) =>
      part(option, (value) => (asType(option).safeParse(value).success ? [value] : [])),
    )
  if (node instanceof z.ZodIntersection) return [part(node.def.left, itself), part(node.def.right, itself)]
  if (
    node instanceof z.ZodOptional ||
    node instanceof z.ZodNullable ||
    node instanceof z.ZodDefault ||
    node instanceof z.ZodReadonly ||
    node instanceof z.ZodCatch ||
    node instanceof z.ZodLazy
  )
    return [part(node.unwrap(), itself)]
  if (LEAVES.has(node.def.type)) return []
  throw new Error(`ids cannot be looked for in a schema of the kind ${node.def.type}`)
}

function part(schema: unknown, within: Part['within']): Part {
  return { schema: asType(schema), within }
}

/** Every schema within this one, once. */
function visit(
  node: z.ZodType,
  path: string,
  see: (node: z.ZodType, path: string) => void,
  seen = new Set<z.ZodType>(),
): void {
  if (seen.has(node)) return
  seen.add(node)
  see(node, path)
  for (const { name, schema } of partsOf(node))
    visit(schema, [path, name].filter(Boolean).join('.'), see, seen)
}

function collect(node: z.ZodType, value: unknown, found: Map<string, ObjectRef>): void {
  if (value === undefined || value === null) return
  const kind = objectKinds.get(node)?.object
  if (kind !== undefined) {
    if (kind !== 'nobody' && typeof value === 'string') found.set(`${kind}:${value}`, { kind, id: value })
    return
  }
  for (const { schema, within } of namingPartsOf(node))
    for (const item of within(value)) collect(schema, item, found)
}

const namingParts = new WeakMap<z.ZodType, Part[]>()

/** The parts that an object may be named in; a schema is looked through once. */
function namingPartsOf(node: z.ZodType): Part[] {
  const known = namingParts.get(node)
  if (known) return known
  const parts = partsOf(node).filter(({ schema }) => objectKindsIn(schema).size > 0)
  namingParts.set(node, parts)
  return parts
}

const itself = (value: unknown): readonly unknown[] => [value]

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** zod's own walkers hand children out as its core type; every schema of ours is made by `z`, so it is a ZodType. */
function asType(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema
  throw new TypeError('a schema that zod did not make')
}
