import {
  addPhrase,
  MOST_PHRASES,
  PHRASE_HZ,
  phraseList,
  phraseSound,
  removePhrase,
} from '@vedette/contract/calls/phrase'
import { talkState } from '@vedette/contract/calls/talk'
import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'

import type { Clock } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve } from '../../http/route.ts'
import type { Talks } from '../../video/talks.ts'
import { phraseStore } from './phrase-store.ts'

interface Needs {
  storage: Storage
  clock: Clock
  newId: () => string
}

export function talkModule(talks: Pick<Talks, 'abilityOf' | 'speakerOf'>, needs: Needs): Route[] {
  const { storage, clock, newId } = needs
  const store = phraseStore(storage)
  return [
    serve(talkState, async ({ DID: did, Channel: channel }, { companyId }) => {
      const place = { companyId, did, channel }
      const ability = await talks.abilityOf(place)
      if (!ability.ok) throw new Refusal('deviceOffline')
      const { format } = ability
      const Speaker = talks.speakerOf(place) ?? ''
      return { CanTalk: format !== undefined, Codec: format?.codec ?? ('' as const), Speaker }
    }),

    serve(phraseList, async (_body, { companyId }) => {
      const rows = await store.all(companyId)
      const List = rows.map(({ id, name, ms }) => ({ PhraseID: id, Name: name, Ms: ms }))
      return { Total: List.length, List }
    }),

    serve(phraseSound, async ({ PhraseID }, { companyId }) => {
      const sound = await store.sound(companyId, PhraseID)
      if (sound === undefined) throw new Refusal('noDataAuthority')
      return { Sound: sound }
    }),

    serve(addPhrase, async ({ Name, Sound }, { companyId }, visitor) => {
      visitor.tell({ name: Name })
      const id = newId()
      const ms = Math.round((Buffer.byteLength(Sound, 'base64') / PHRASE_HZ) * 1000)
      await storage.transaction(async (transaction) => {
        const before = await store.allIn(companyId, transaction)
        if (before.some(({ name }) => name === Name)) throw fault('badInput', 'Name', 'phraseName')
        if (before.length >= MOST_PHRASES) throw fault('badInput', 'Name', 'tooMany', { Most: MOST_PHRASES })
        const row = { id, name: Name, ms, sound: Sound, saved_at: clock.now() }
        await store.add(companyId, row, transaction)
      })
      return { PhraseID: id }
    }),

    serve(removePhrase, async ({ PhraseID }, { companyId }) => {
      if (!(await store.remove(companyId, PhraseID))) throw new Refusal('noDataAuthority')
      return {}
    }),
  ]
}
