import { useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import { addByAddress, probeDevice } from '@vedette/contract/calls/device'
import type { GroupNode } from '@vedette/contract/calls/group'
import {
  DEVICE_TYPES,
  deviceTypeOf,
  devTypeNumber,
  type DeviceType,
  hasVideo,
} from '@vedette/contract/devices'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { TextField } from '../../ui/Field.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { TaskProgress } from '../../ui/TaskProgress.tsx'
import { say } from '../../ui/toasts.ts'
import { ask } from '../../wire/send.ts'
import { COLUMN_HEADS } from './columns.tsx'
import { placeFault, putInPlace } from './device-place.ts'
import { DeviceFields, type DeviceValue, firstRegion, LoginFields, missingOf } from './DeviceFields.tsx'
import { useFormFaults } from '../../ui/use-form-faults.ts'
import { Probed } from './Probed.tsx'
import { refreshDevices } from './queries.ts'
import { Snapshot } from './Snapshot.tsx'

interface Props {
  forest: readonly GroupNode[]
  /** The region that is chosen in the tree. */
  gid: string
  onAdded: () => void
}

const VIDEO_TYPES = DEVICE_TYPES.filter((type) => hasVideo(devTypeNumber(type)))

/** A person may leave the scheme away: then the device itself is asked. */
function withScheme(address: string): string {
  const typed = address.trim()
  return typed === '' || typed.includes('://') ? typed : `http://${typed}`
}

/** Asks what stands at an address, shows it with a picture and plain advice, and adds it. */
export function AddByAddress({ forest, gid, onAdded }: Props): ReactNode {
  const t = useT()
  const client = useQueryClient()
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const [isProbing, setProbing] = useState(false)
  const [found, setFound] = useState<ReplyOf<typeof probeDevice>>()
  const [device, setDevice] = useState<DeviceValue<DeviceType>>({
    name: '',
    type: 'camera',
    gid: firstRegion(gid, forest),
  })
  const [url, setUrl] = useState('')
  const [subUrl, setSubUrl] = useState('')
  const [license, setLicense] = useState('')
  const mayPlace = useCan('deviceManger', 'edit')
  const [where, setWhere] = useState('')
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const place = { Url: withScheme(url), Username: username, Password: password }
  const isStream = /^rtsps?:/i.test(place.Url)

  const changed = (set: (value: string) => void) => (value: string) => {
    set(value)
    setFound(undefined)
  }

  const probe = async (): Promise<void> => {
    if (place.Url === '') return setFaults({ Url: t('devices.required') })
    setProbing(true)
    await attempt(['Url', 'Username', 'Password'], async () => {
      const told = await ask(probeDevice, place)
      setFound(told)
      setDevice((typed) => ({
        ...typed,
        name: typed.name || told.Name || told.Model,
        type: deviceTypeOf(told.DevType),
      }))
    })
    setProbing(false)
  }

  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { name, type, gid: GID } = device
    const missing = { ...missingOf(t, { Url: place.Url, DevName: name }, GID), ...placeFault(t, where) }
    if (GID === undefined || Object.keys(missing).length > 0) return setFaults(missing)
    const isAdded = await attempt(['Url', 'SubUrl', 'DevName', 'GID', 'DevType', 'License'], async () => {
      const { DID, IsKnown } = await ask(addByAddress, {
        ...place,
        GID,
        DevName: name,
        DevType: devTypeNumber(type),
        License: license,
        ...(isStream && subUrl.trim() !== '' ? { SubUrl: subUrl.trim() } : {}),
      })
      await putInPlace(DID, where)
      say('success', IsKnown ? t('devices.readdressed', { did: DID }) : t('devices.addedOne', { name }))
    })
    if (!isAdded) return
    await refreshDevices(client)
    onAdded()
  }

  return (
    <form className="dialog-form" noValidate aria-busy={isBusy} onSubmit={(event) => void add(event)}>
      <TextField
        label={t('devices.address')}
        hint={t('devices.addressHint')}
        isRequired
        maxLength={1000}
        value={url}
        onType={changed(setUrl)}
        fault={faults['Url']}
      />
      <LoginFields
        username={username}
        password={password}
        onUsername={changed(setUsername)}
        onPassword={changed(setPassword)}
        faults={faults}
      />
      {/* It stays, so that the focus is on it again when the device has answered. */}
      <button type="button" className="button" disabled={isBusy} onClick={() => void probe()}>
        {t('devices.probe')}
      </button>
      {isProbing && <TaskProgress label={t('devices.probing')} total={undefined} done={0} />}
      {found && (
        <Probed device={found}>
          <Snapshot place={place} name={device.name || place.Url} />
        </Probed>
      )}
      {isStream && (
        <TextField
          label={t('devices.subAddress')}
          maxLength={1000}
          value={subUrl}
          onType={setSubUrl}
          fault={faults['SubUrl']}
        />
      )}
      <DeviceFields
        value={device}
        onChange={setDevice}
        types={VIDEO_TYPES}
        forest={forest}
        faults={faults}
        place={mayPlace ? { value: where, onChange: setWhere } : undefined}
      >
        <TextField
          label={t(COLUMN_HEADS.license)}
          maxLength={64}
          value={license}
          onType={setLicense}
          fault={faults['License']}
        />
      </DeviceFields>
      <FormEnd fault={faults['']} isBusy={isBusy} submit={t('devices.addNow')} />
    </form>
  )
}
