import { useQueryClient } from '@tanstack/react-query'
import { alarmTargetList, setAlarmTarget } from '@vedette/contract/calls/alarm-settings'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import { Choice } from '../../../ui/Choice.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { succeeds } from '../../../wire/failure.ts'
import { send } from '../../../wire/send.ts'

const NOTHING = { Url: '', UserName: '', Password: '', Topic: '' }

export function NewTarget(): ReactNode {
  const t = useT()
  const queries = useQueryClient()
  const [kind, setKind] = useState<'webhook' | 'mqtt'>('webhook')
  const [typed, setTyped] = useState(NOTHING)
  const [key, setKey] = useState('')
  const scheme = kind === 'webhook' ? /^https?:\/\/[^/]/i : /^mqtts?:\/\/[^/]/i
  const isReady = scheme.test(typed.Url.trim())
  const field = (name: keyof typeof NOTHING) => ({
    value: typed[name],
    onType: (text: string) => setTyped({ ...typed, [name]: text }),
  })
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!isReady) return
    const { Url, UserName, Password, Topic } = typed
    const login = { UserName, Topic, ...(Password === '' ? {} : { Password }) }
    await succeeds(async () => {
      const made = await send(setAlarmTarget, { Kind: kind, Url, ...(kind === 'mqtt' ? login : {}) })
      setKey(made.Key)
      setTyped(NOTHING)
      await queries.invalidateQueries({ queryKey: [alarmTargetList.path] })
    })
  }
  return (
    <form className="alarm-settings-new" onSubmit={(event) => void add(event)}>
      <Choice
        label={t('alarmSettings.kind')}
        isBare
        options={[
          { value: 'webhook', label: 'Webhook' },
          { value: 'mqtt', label: 'MQTT' },
        ]}
        value={kind}
        onChoose={setKind}
      />
      <TextField
        label={t('alarmSettings.url')}
        placeholder={kind === 'webhook' ? 'https://' : 'mqtts://'}
        hint={t('alarmSettings.urlHint')}
        {...field('Url')}
      />
      {kind === 'mqtt' && (
        <>
          <TextField label={t('alarmSettings.topic')} placeholder="vedette/alarms" {...field('Topic')} />
          <TextField label={t('alarmSettings.userName')} {...field('UserName')} />
          <TextField
            label={t('alarmSettings.password')}
            type="password"
            {...field('Password')}
            autoComplete="new-password"
          />
        </>
      )}
      {/* Not disabled: it keeps the focus when the address is added. */}
      <button type="submit" className="button button-primary" aria-disabled={!isReady}>
        {t('alarmSettings.add')}
      </button>
      {key !== '' && (
        <p role="status">
          {t('alarmSettings.key')} <code>{key}</code>
        </p>
      )}
    </form>
  )
}
