/** Phrases that were recorded before, for anyone who talks to a device: each company has its own. */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { nameOfAtMost } from '../names.ts'

export const MOST_PHRASES = 50
export const MOST_PHRASE_S = 20
/** G.711 µ-law (ITU-T), one channel: one byte a sample. */
export const PHRASE_HZ = 8000

const Sound = z.base64().max(Math.ceil((MOST_PHRASE_S * PHRASE_HZ) / 3) * 4)
const PhraseID = z.string().max(40)
export const PHRASE_NAME_MAX = 40
const Name = nameOfAtMost(PHRASE_NAME_MAX)
/** Half a second of silence. */
const EXAMPLE = `${'/'.repeat(5332)}//8=`

export const phraseList = call('/vms/phrase/phraseList', {
  title: { en: 'List talk phrases', 'zh-cn': '查询对讲预录语音' },
  effect: 'reads',
  access: ['realTimeVideo'],
  body: Empty,
  reply: z.object({
    Total: z.int(),
    List: z.array(z.object({ PhraseID: z.string(), Name: z.string(), Ms: z.int() })),
  }),
  example: () => ({}),
})

/** A phrase's sound, in µ-law of 8 kHz. */
export const phraseSound = call('/vms/phrase/phraseSound', {
  title: { en: 'Fetch a talk phrase', 'zh-cn': '获取对讲预录语音' },
  effect: 'reads',
  access: ['realTimeVideo'],
  body: z.object({ PhraseID }),
  reply: z.object({ Sound: z.string() }),
  example: () => ({ PhraseID: '01HZZZZZZZZZZZZZZZZZZZZZZZ' }),
  refusals: ['noDataAuthority'],
})

export const addPhrase = call('/vms/phrase/addPhrase', {
  title: { en: 'Add a talk phrase', 'zh-cn': '添加对讲预录语音' },
  access: ['deviceManger.edit'],
  body: z.object({ Name, Sound: Sound.min(8) }),
  reply: z.object({ PhraseID: z.string() }),
  example: () => ({ Name: 'Please wait', Sound: EXAMPLE }),
  refusals: ['badInput'],
})

export const removePhrase = call('/vms/phrase/removePhrase', {
  title: { en: 'Delete a talk phrase', 'zh-cn': '删除对讲预录语音' },
  access: ['deviceManger.edit'],
  body: z.object({ PhraseID }),
  reply: Empty,
  example: () => ({ PhraseID: '01HZZZZZZZZZZZZZZZZZZZZZZZ' }),
  refusals: ['noDataAuthority'],
})
