/** How a call is declared: path, who may, what goes in, what comes out. */
import { z } from 'zod'

import type { Grant } from './pages.ts'

/**
 * Who may call. `public`: anyone. `session`: anyone logged in, for calls about oneself alone.
 * Otherwise the pages and features of which any one admits.
 */
export type Access = 'public' | 'session' | readonly [Grant, ...Grant[]]

export interface Call<Body extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  path: `/vms/${string}`
  method: 'GET' | 'POST'
  /** `socket`: not an HTTP call; a socket judges its messages by this declaration. */
  transport: 'http' | 'socket'
  access: Access
  body: Body
  reply: Reply
  /** A SEQID that the specification names; otherwise a random one is used. */
  seqid?: string
  /** The success code that the server answers. */
  success: '200' | '0'
  /** A failure shows no toast (reading 3). */
  isQuiet: boolean
}

export type BodyOf<C extends Call> = z.input<C['body']>
export type ParsedBodyOf<C extends Call> = z.output<C['body']>
export type ReplyOf<C extends Call> = z.output<C['reply']>

/** The body of a call that asks or answers nothing. */
export const Empty = z.object({})

interface Declaration<Body extends z.ZodType, Reply extends z.ZodType> {
  access: Access
  body: Body
  reply: Reply
  method?: 'GET' | 'POST'
  transport?: 'socket'
  seqid?: string
  success?: '200' | '0'
  isQuiet?: boolean
}

export function call<Body extends z.ZodType, Reply extends z.ZodType>(
  path: `/vms/${string}`,
  declaration: Declaration<Body, Reply>,
): Call<Body, Reply> {
  return { path, method: 'POST', transport: 'http', success: '200', isQuiet: false, ...declaration }
}

/** A page of a list: `PageSize` up to the largest that section 9 names for events. */
export const Paging = {
  Page: z.int().min(1).max(1_000_000).default(1),
  PageSize: z.int().min(1).max(9999).default(10),
}

export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ Total: z.int(), List: z.array(item) })
}
