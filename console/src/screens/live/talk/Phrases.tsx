import { useQuery, useQueryClient } from '@tanstack/react-query'
import { addPhrase, phraseList, phraseSound, removePhrase } from '@vedette/contract/calls/phrase'
import { type ReactNode, useState } from 'react'

import { useCan } from '../../../app/session.ts'
import { useT } from '../../../i18n/language.ts'
import { DropDown } from '../../../ui/DropDown.tsx'
import { NotYet } from '../../../ui/NotYet.tsx'
import { IconBin } from '../../../ui/page-icons.tsx'
import { say } from '../../../ui/toasts.ts'
import { succeeds } from '../../../wire/failure.ts'
import { ask, send } from '../../../wire/send.ts'
import { RecordPhrase } from './RecordPhrase.tsx'

interface Props {
  /** One thing is said at a time. */
  isTalking: boolean
  /** G.711 µ-law, 8 kHz. */
  onSay: (sound: Uint8Array) => void
}

/** What was recorded before, said at a press; who manages devices records more. */
export function Phrases({ isTalking, onSay }: Props): ReactNode {
  const t = useT()
  const queries = useQueryClient()
  const mayChange = useCan('deviceManger', 'edit')
  const [isRecording, setIsRecording] = useState(false)
  const phrases = useQuery({
    queryKey: [phraseList.path],
    queryFn: async ({ signal }) => (await ask(phraseList, {}, { signal })).List,
  })
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: [phraseList.path] })
  const soundOf = async (id: string): Promise<string> => (await send(phraseSound, { PhraseID: id })).Sound
  const play = (id: string): Promise<boolean> =>
    succeeds(async () => onSay(Uint8Array.from(atob(await soundOf(id)), (it) => it.charCodeAt(0))))
  const remove = (id: string, name: string): Promise<boolean> =>
    succeeds(async () => {
      const sound = await soundOf(id)
      await send(removePhrase, { PhraseID: id })
      await changed()
      const putBack = (): Promise<boolean> =>
        succeeds(async () => {
          await send(addPhrase, { Name: name, Sound: sound })
          await changed()
        })
      const undo = { label: t('ui.undo'), run: () => void putBack() }
      say('success', t('talk.phraseRemoved', { name }), undo)
    })
  const list = phrases.data ?? []
  if (list.length === 0 && !mayChange) return null
  return (
    <>
      <DropDown label={t('talk.phrases')} className="talk-phrases">
        {(close) => (
          <>
            {!phrases.data && (
              <NotYet
                isFailed={phrases.isError}
                onRetry={() => void phrases.refetch()}
                shape="rows"
                count={2}
              />
            )}
            {phrases.data?.length === 0 && <p>{t('talk.noPhrases')}</p>}
            <ul aria-label={t('talk.phrases')}>
              {list.map(({ PhraseID, Name, Ms }) => (
                <li key={PhraseID}>
                  <button
                    type="button"
                    className="button"
                    disabled={isTalking}
                    onClick={() => {
                      close()
                      void play(PhraseID)
                    }}
                  >
                    {t('talk.phraseOf', { name: Name, seconds: Math.max(1, Math.round(Ms / 1000)) })}
                  </button>
                  {mayChange && (
                    <button
                      type="button"
                      className="icon-button"
                      aria-label={t('talk.removePhrase', { name: Name })}
                      title={t('talk.removePhrase', { name: Name })}
                      onClick={() => void remove(PhraseID, Name)}
                    >
                      <IconBin />
                    </button>
                  )}
                </li>
              ))}
            </ul>
            {mayChange && (
              <button
                type="button"
                className="button"
                onClick={() => {
                  close()
                  setIsRecording(true)
                }}
              >
                {t('talk.newPhrase')}
              </button>
            )}
          </>
        )}
      </DropDown>
      {isRecording && <RecordPhrase onSaved={changed} onClose={() => setIsRecording(false)} />}
    </>
  )
}
