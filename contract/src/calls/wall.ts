/** Calls about walls of live windows that a person keeps. */
import { z } from 'zod'

import { call, Empty, listOf } from '../call.ts'

/** The page's own wall is 1, those in windows of their own go on from there. */
const Number = z.int().min(1).max(9)
/** As the console's address has it: `layout=4&chosen=1&show=DID,DID~2`. Read by its own account alone, so its devices are judged when they are played. */
const Wall = z
  .string()
  .max(1000)
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
