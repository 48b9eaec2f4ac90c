import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import type { DeviceItem } from '@vedette/contract/calls/device'
import { deviceAddress, updateDeviceAddress } from '@vedette/contract/calls/device'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { TextField } from '../../ui/Field.tsx'
import { NotYet } from '../../ui/NotYet.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { say } from '../../ui/toasts.ts'
import { ask, send } from '../../wire/send.ts'
import { LoginFields } from './DeviceFields.tsx'
import { useFormFaults } from '../../ui/use-form-faults.ts'
import { refreshDevices } from './queries.ts'

/** Where a device is and who asks it, for one that got another address or another password. */
export function DeviceAddress({ device, onSaved }: { device: DeviceItem; onSaved: () => void }): ReactNode {
  const t = useT()
  const { DID } = device
  const [isOpen, setOpen] = useState(false)
  const { data, isError, refetch } = useQuery({
    queryKey: [deviceAddress.path, DID],
    queryFn: ({ signal }) => send(deviceAddress, { DID }, { signal }),
    staleTime: 0,
    gcTime: 0,
    enabled: isOpen,
  })
  return (
    <details className="device-address" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('devices.addressAndLogin')}</summary>
      {data ? (
        <AddressForm device={device} before={data} onSaved={onSaved} />
      ) : (
        <NotYet isFailed={isError} onRetry={() => void refetch()} shape="form" count={3} />
      )}
    </details>
  )
}

interface FormProps {
  device: DeviceItem
  before: ReplyOf<typeof deviceAddress>
  onSaved: () => void
}

function AddressForm({ device: { DID, DevName }, before, onSaved }: FormProps): ReactNode {
  const t = useT()
  const client = useQueryClient()
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const [url, setUrl] = useState(before.Url)
  const [subUrl, setSubUrl] = useState(before.SubUrl)
  const [username, setUsername] = useState(before.Username)
  const [password, setPassword] = useState('')

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (url.trim() === '') return setFaults({ Url: t('devices.required') })
    const { Transport, Tls } = before
    const isSaved = await attempt(['Url', 'SubUrl', 'Username', 'Password'], () =>
      ask(updateDeviceAddress, {
        DID,
        Url: url,
        Username: username,
        Password: password,
        Transport,
        Tls,
        ...(subUrl.trim() === '' ? {} : { SubUrl: subUrl }),
      }),
    )
    if (!isSaved) return
    say('success', t('devices.readdressed', { did: DevName }))
    await refreshDevices(client)
    onSaved()
  }

  return (
    <form className="dialog-form" noValidate aria-busy={isBusy} onSubmit={(event) => void save(event)}>
      <p className="hint">{t('devices.addressAndLoginHint')}</p>
      <TextField
        label={t('devices.address')}
        isRequired
        maxLength={1000}
        value={url}
        onType={setUrl}
        fault={faults['Url']}
      />
      {before.Protocol === 'rtsp' && (
        <TextField
          label={t('devices.subAddress')}
          maxLength={1000}
          value={subUrl}
          onType={setSubUrl}
          fault={faults['SubUrl']}
        />
      )}
      <LoginFields
        username={username}
        password={password}
        onUsername={setUsername}
        onPassword={setPassword}
        faults={faults}
      />
      <FormEnd fault={faults['']} isBusy={isBusy} submit={t('devices.checkAndSave')} />
    </form>
  )
}
