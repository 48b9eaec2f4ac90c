import { addPhrase, MOST_PHRASE_S, PHRASE_HZ, PHRASE_NAME_MAX } from '@vedette/contract/calls/phrase'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import { decodeG711 } from '@vedette/contract/footage/g711'
import type { MicrophoneTrouble } from '../../../player/talk/microphone.ts'
import { type Recording, recordPhrase } from '../../../player/talk/recording.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { useFormFaults } from '../../../ui/use-form-faults.ts'
import { ask } from '../../../wire/send.ts'

interface Props {
  onSaved: () => Promise<void>
  onClose: () => void
}

/** A phrase from the microphone, heard before it is kept. */
export function RecordPhrase({ onSaved, onClose }: Props): ReactNode {
  const t = useT()
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const [name, setName] = useState('')
  const [sound, setSound] = useState<Uint8Array>()
  const recorder = useRecorder(setSound)
  const save = async (event: FormEvent, close: () => void): Promise<void> => {
    event.preventDefault()
    if (!sound) return setFaults({ Sound: t('talk.soundMissing') })
    const Sound = btoa(String.fromCharCode(...sound))
    const isSaved = await attempt(['Name'], () => ask(addPhrase, { Name: name, Sound }))
    if (!isSaved) return
    await onSaved()
    close()
  }
  const trouble = recorder.trouble && t(`talk.${recorder.trouble}`)
  return (
    <Dialog title={t('talk.newPhrase')} onClose={onClose}>
      {(close) => (
        <form className="dialog-form" noValidate onSubmit={(event) => void save(event, close)}>
          <TextField
            label={t('talk.phraseName')}
            value={name}
            maxLength={PHRASE_NAME_MAX}
            isRequired
            fault={faults['Name']}
            onType={setName}
          />
          <div className="talk-record" role="group" aria-label={t('talk.record')}>
            {recorder.isOn ? (
              <button type="button" className="button" onClick={recorder.stop}>
                {t('talk.stopRecording')}
              </button>
            ) : (
              <button type="button" className="button" onClick={() => void recorder.start()}>
                {t(sound ? 'talk.recordAgain' : 'talk.record')}
              </button>
            )}
            {sound && !recorder.isOn && (
              <button type="button" className="button" onClick={() => void playBack(sound)}>
                {t('talk.playBack')}
              </button>
            )}
            <meter aria-label={t('talk.level')} min={0} max={1} value={recorder.level} />
            <span>{t('talk.recorded', { seconds: Math.floor(recorder.seconds), most: MOST_PHRASE_S })}</span>
          </div>
          <FormEnd
            fault={trouble ?? faults['Sound'] ?? faults['']}
            isBusy={isBusy || recorder.isOn}
            submit={t('ui.save')}
            onCancel={close}
          />
        </form>
      )}
    </Dialog>
  )
}

interface Recorder {
  isOn: boolean
  level: number
  seconds: number
  trouble: MicrophoneTrouble | undefined
  start: () => Promise<void>
  stop: () => void
}

function useRecorder(onSound: (sound: Uint8Array | undefined) => void): Recorder {
  const running = useRef<Recording>(undefined)
  /** Counts the presses: what a closed dialog or an earlier press asked for is given back. */
  const turn = useRef(0)
  const [isOn, setIsOn] = useState(false)
  const [{ level, seconds }, setHeard] = useState({ level: 0, seconds: 0 })
  const [trouble, setTrouble] = useState<MicrophoneTrouble>()
  // The microphone is given back with the dialog.
  useEffect(
    () => () => {
      turn.current++
      running.current?.stop()
    },
    [],
  )
  const stop = (): void => {
    const sound = running.current?.stop()
    running.current = undefined
    setIsOn(false)
    setHeard((before) => ({ ...before, level: 0 }))
    if (sound && sound.length > 0) onSound(sound)
  }
  return {
    isOn,
    level,
    seconds,
    trouble,
    stop,
    async start() {
      const own = ++turn.current
      setTrouble(undefined)
      onSound(undefined)
      setHeard({ level: 0, seconds: 0 })
      const outcome = await recordPhrase({
        onSound: (now, length) => setHeard({ level: now, seconds: length }),
        onFull: stop,
        mostSeconds: MOST_PHRASE_S,
      })
      if (own !== turn.current) return void (outcome.ok && outcome.recording.stop())
      if (!outcome.ok) return setTrouble(outcome.trouble)
      running.current = outcome.recording
      setIsOn(true)
    },
  }
}

async function playBack(sound: Uint8Array): Promise<void> {
  const context = new AudioContext()
  const samples = decodeG711('ulaw', sound)
  const buffer = context.createBuffer(1, samples.length, PHRASE_HZ)
  buffer.copyToChannel(samples, 0)
  const player = new AudioBufferSourceNode(context, { buffer })
  player.connect(context.destination)
  player.addEventListener('ended', () => void context.close())
  await context.resume()
  player.start()
}
