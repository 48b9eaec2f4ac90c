/** How a call is declared: path, who may, what goes in, what comes out. */
import { z } from 'zod'

import type { CODES } from './codes.ts'
import type { ObjectKind } from './ids.ts'
import type { Grant } from './pages.ts'

/**
 * Who may call. `public`: anyone. `session`: anyone logged in, for calls about oneself alone. `administrator`: full
 * administrators who see all regions. Otherwise the pages and features of which any one admits.
 */
export type Access = 'public' | 'session' | 'administrator' | readonly [Grant, ...Grant[]]

/**
 * What a call does. `reads`: nothing that anybody would ask about later. `discloses`: shows what is watched over, or hands
 * it out. `changes`: something is different afterwards. The last two are in the audit log.
 */
export type Effect = 'reads' | 'discloses' | 'changes'

/** What a call does, in a few words of the imperative: "Rename a device". The audit log and the API page show it. */
export interface CallTitle {
  en: string
  'zh-cn': string
}

/** An id of each kind, for an example body. */
export type ExampleIds = Readonly<Record<ObjectKind, string>>

type ExampleBody = Readonly<Record<string, unknown>>

/** So that an example may be inferred as it is written, with its lists and words. */
type Fixed<T> = T extends readonly (infer Item)[]
  ? readonly Fixed<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Fixed<T[Key]> }
    : T

export interface Call<Body extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  path: `/vms/${string}`
  method: 'GET' | 'POST'
  /**
   * `socket`, `url`: no HTTP call; a socket's messages, or what a signed URL asks for, are checked by this declaration.
   * `upload`: multipart, with a field `file`.
   */
  transport: 'http' | 'socket' | 'url' | 'upload'
  access: Access
  effect: Effect
  /** Reads, but its handler puts rows of its own into the audit log. */
  audits?: true
  /** A change that a preview may make, since it is about its own session. */
  inPreview?: true
  body: Body
  reply: Reply
  /** Limit of the request, where it may be larger than that of other calls; its caller has to be known before it is read. */
  maxBodyBytes?: number
  /** A SEQID that the specification names; otherwise a random one is used. */
  seqid?: string
  /** A call for everybody about himself that needs this grant about others: a role's `apis` name it. */
  listedFor?: Grant
  /** What several objects at once need; for one, any of `access` is enough. */
  forSeveral?: Grant
  /** Which of `access` admit this very body, of a call that does one thing or another. */
  accessOf?(body: z.output<Body>): readonly [Grant, ...Grant[]]
  /** Bound to the browser by a cookie; all others know nothing of cookies. */
  usesCookie?: true
  /** The success code that the server answers. */
  success: '200' | '0'
  /** A failure shows no toast (reading 3). */
  isQuiet: boolean
  title: CallTitle
  /** A body that does what the call is for, with these ids wherever it names objects. */
  example: (ids: ExampleIds) => ExampleBody
  /** What it may refuse with, beside what every call may (no permission, bad input, unknown ids). */
  refusals: readonly (keyof typeof CODES)[]
}

export type BodyOf<C extends Call> = z.input<C['body']>
export type ParsedBodyOf<C extends Call> = z.output<C['body']>
export type ReplyOf<C extends Call> = z.output<C['reply']>

/** The body of a call that asks or answers nothing. */
export const Empty = z.object({})

interface Declaration<Body extends z.ZodType, Reply extends z.ZodType, Example> {
  access: Access
  /** `changes` when it is not said: so that what was forgotten is refused to previews and audited. */
  effect?: Effect
  audits?: true
  inPreview?: true
  listedFor?: Grant
  forSeveral?: Grant
  accessOf?(body: z.output<Body>): readonly [Grant, ...Grant[]]
  usesCookie?: true
  body: Body
  reply: Reply
  maxBodyBytes?: number
  method?: 'GET' | 'POST'
  transport?: 'socket' | 'url' | 'upload'
  seqid?: string
  success?: '200' | '0'
  isQuiet?: boolean
  title: CallTitle
  example: (ids: ExampleIds) => Example
  refusals?: readonly (keyof typeof CODES)[]
}

export function call<
  Body extends z.ZodType,
  Reply extends z.ZodType,
  const Example extends Fixed<z.input<Body>> & ExampleBody,
>(path: `/vms/${string}`, declaration: Declaration<Body, Reply, Example>): Call<Body, Reply> {
  return {
    path,
    method: 'POST',
    transport: 'http',
    effect: 'changes',
    success: '200',
    isQuiet: false,
    refusals: [],
    ...declaration,
  }
}

/** A page of a list: `PageSize` up to the largest that section 9 names for events. */
export const Paging = {
  Page: z.int().min(1).max(1_000_000).default(1),
  PageSize: z.int().min(1).max(9999).default(10),
}

export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ Total: z.int(), List: z.array(item) })
}
