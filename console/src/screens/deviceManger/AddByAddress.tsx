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

import { useT } from '../../i18n/language.ts'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { TaskProgress } from '../../ui/TaskProgress.tsx'
import { say } from '../../ui/toasts.ts'
import { regionNodes } from '../../ui/tree/region-nodes.ts'
import { TreeSelect } from '../../ui/tree/TreeSelect.tsx'
import { ask } from '../../wire/send.ts'
import { useFormFaults } from './form-faults.ts'
import { Probed } from './Probed.tsx'
import { refreshDevices } from './queries.ts'

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

/** Asks what stands at an address, shows it with plain advice, and adds it. */
export function AddByAddress({ forest, gid: startGid, onAdded }: Props): ReactNode {
  const t = useT()
  const client = useQueryClient()
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const [isProbing, setProbing] = useState(false)
  const [found, setFound] = useState<ReplyOf<typeof probeDevice>>()
  const [name, setName] = useState('')
  const [type, setType] = useState<DeviceType>('camera')
  const [gid, setGid] = useState<string | undefined>(startGid || forest[0]?.GID)
  const [url, setUrl] = useState('')
  const [subUrl, setSubUrl] = useState('')
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
      const device = await ask(probeDevice, place)
      setFound(device)
      if (name === '') setName(device.Name || device.Model)
      setType(deviceTypeOf(device.DevType))
    })
    setProbing(false)
  }

  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (gid === undefined) return setFaults({ GID: t('devices.regionRequired') })
    if (place.Url === '' || name.trim() === '')
      return setFaults({
        ...(place.Url === '' ? { Url: t('devices.required') } : {}),
        ...(name.trim() === '' ? { DevName: t('devices.required') } : {}),
      })
    const isAdded = await attempt(['Url', 'SubUrl', 'DevName', 'GID', 'DevType'], async () => {
      const { DID, IsKnown } = await ask(addByAddress, {
        ...place,
        GID: gid,
        DevName: name,
        DevType: devTypeNumber(type),
        ...(isStream && subUrl.trim() !== '' ? { SubUrl: subUrl.trim() } : {}),
      })
      say('success', IsKnown ? t('devices.readdressed', { did: DID }) : t('devices.addedOne', { name }))
    })
    if (!isAdded) return
    await refreshDevices(client)
    onAdded()
  }

  return (
    <form className="dialog-form" aria-busy={isBusy} onSubmit={(event) => void add(event)}>
      <TextField
        label={t('devices.address')}
        hint={t('devices.addressHint')}
        isRequired
        maxLength={1000}
        value={url}
        onType={changed(setUrl)}
        fault={faults['Url']}
      />
      <div className="device-login">
        <TextField
          label={t('devices.username')}
          value={username}
          maxLength={128}
          onType={changed(setUsername)}
          fault={faults['Username']}
        />
        <TextField
          label={t('devices.password')}
          type="password"
          autoComplete="new-password"
          maxLength={128}
          value={password}
          onType={changed(setPassword)}
          fault={faults['Password']}
        />
      </div>
      {isProbing ? (
        <TaskProgress label={t('devices.probing')} total={undefined} done={0} />
      ) : (
        <button type="button" className="button" disabled={isBusy} onClick={() => void probe()}>
          {t('devices.probe')}
        </button>
      )}
      {found && <Probed device={found} />}
      {isStream && (
        <TextField
          label={t('devices.subAddress')}
          maxLength={1000}
          value={subUrl}
          onType={setSubUrl}
          fault={faults['SubUrl']}
        />
      )}
      <TextField
        label={t('devices.name')}
        isRequired
        maxLength={50}
        value={name}
        onType={setName}
        fault={faults['DevName']}
      />
      <SelectField
        label={t('devices.type')}
        value={type}
        options={VIDEO_TYPES.map((value) => ({ value, label: t(`devices.${value}`) }))}
        onChoose={setType}
        fault={faults['DevType']}
      />
      <TreeSelect
        label={t('devices.region')}
        isRequired
        nodes={regionNodes(forest)}
        emptyText={t('devices.noRegions')}
        value={gid}
        onChoose={setGid}
        fault={faults['GID']}
      />
      <p className="fault" role="alert">
        {faults['']}
      </p>
      <div className="dialog-actions">
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {t('devices.addNow')}
        </button>
      </div>
    </form>
  )
}
