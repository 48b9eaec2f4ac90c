/** Calls about walls of live windows that a person keeps. */
import { z } from 'zod'

import { call, Empty, listOf } from '../call.ts'
import { DID, RoleID } from '../ids.ts'
import { nameOfAtMost } from '../names.ts'

export const WALL_NAME_MAX = 50
/** Named ones of one account. */
export const MOST_WALLS = 50
/** Longest text of a wall: 64 windows, each with a device and its channel. */
export const WALL_TEXT_MAX = 3000

/** The page's own wall is 1, those in windows of their own go on from there. */
const Number = z.int().min(1).max(9)
/**
 * As the console's address has it: `layout=4&chosen=1&show=DID,DID~2`, and `&grid=5x2` for own columns and rows. Read by its own
 * account alone, so its devices are checked when they are played.
 */
const Wall = z
  .string()
  .max(WALL_TEXT_MAX)
  .regex(/^[\w=&,~-]*$/)

export const ownWalls = call('/vms/wall/own', {
  title: { en: 'Read the own walls', 'zh-cn': '查询个人分屏' },
  effect: 'reads',
  access: ['realTimeVideo'],
  body: Empty,
  reply: listOf(z.object({ Number, Wall: z.string(), SavedAt: z.number() })),
  example: () => ({}),
})

/** Nobody asks later which window showed what, so it is no row of the log; a preview keeps nothing. */
export const keepOwnWall = call('/vms/wall/keep', {
  title: { en: 'Keep the own wall', 'zh-cn': '保存个人分屏' },
  effect: 'reads',
  access: ['realTimeVideo'],
  body: z.object({ Number, Wall }),
  reply: Empty,
  example: (ids) => ({ Number: 1, Wall: `layout=4&chosen=0&show=${ids.device}` }),
})

const WallID = z.string().regex(/^[0-9A-Za-z]{1,32}$/, 'not an id')
const Name = nameOfAtMost(WALL_NAME_MAX)

const NamedWall = z.object({
  WallID: z.string(),
  Name: z.string(),
  Wall: z.string(),
  /** The role that it is shared with; empty when it is its owner's alone. */
  RoleID: z.string(),
  /** The name of the account that it belongs to. */
  Owner: z.string(),
  IsOwn: z.boolean(),
  SavedAt: z.number(),
})
export type NamedWall = z.infer<typeof NamedWall>

/** The caller's own and those shared with the caller's role, by name. What they show is checked when it is played. */
export const namedWalls = call('/vms/wall/named', {
  title: { en: 'List saved walls', 'zh-cn': '查询已存视频墙' },
  effect: 'reads',
  access: ['realTimeVideo'],
  body: Empty,
  reply: listOf(NamedWall),
  example: () => ({}),
})

/** Keeps a wall; with the id of one of the caller's own it replaces that. Only administrators share with another role than theirs. */
export const saveNamedWall = call('/vms/wall/save', {
  title: { en: 'Save a wall', 'zh-cn': '保存视频墙' },
  access: ['realTimeVideo'],
  body: z.object({ WallID: WallID.optional(), Name, Wall, RoleID: RoleID.optional() }),
  reply: z.object({ WallID: z.string() }),
  example: (ids) => ({ Name: 'Night', RoleID: ids.role, Wall: `layout=4&chosen=0&show=${ids.device}` }),
})

export const removeNamedWall = call('/vms/wall/remove', {
  title: { en: 'Delete a saved wall', 'zh-cn': '删除视频墙' },
  access: ['realTimeVideo'],
  body: z.object({ WallID }),
  reply: Empty,
  example: () => ({ WallID: 'none' }),
})

/** Saved walls that somebody has open now, of those that the caller sees. */
export const openWalls = call('/vms/wall/open', {
  title: { en: 'List saved walls that are open', 'zh-cn': '查询已打开的视频墙' },
  effect: 'reads',
  access: ['realTimeVideo'],
  body: Empty,
  reply: listOf(
    z.object({
      OpenID: z.string(),
      WallID: z.string(),
      /** The account that has it open. */
      Account: z.string(),
    }),
  ),
  example: () => ({}),
})

/** Shows a camera on a wall that is open; refused where the other may not see the camera. */
export const sendToWall = call('/vms/wall/send', {
  title: { en: 'Send a camera to an open wall', 'zh-cn': '发送画面到视频墙' },
  access: ['realTimeVideo'],
  body: z.object({ OpenID: z.string().max(40), DID, Channel: z.int().min(0).max(255).default(0) }),
  reply: Empty,
  example: (ids) => ({ OpenID: 'none', DID: ids.device }),
})
