import { type Area, entranceCameras, setEntranceCameras } from '@vedette/contract/calls/community'
import { deviceList } from '@vedette/contract/calls/device'
import { DEVICE_TYPES, devTypeNumber, hasVideo } from '@vedette/contract/devices'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { CameraThumbnail } from '../../ui/camera-card/CameraThumbnail.tsx'
import { shownId } from '../../ui/device-id.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { useFormFaults } from '../../ui/use-form-faults.ts'
import { ask } from '../../wire/send.ts'
import { Preview } from '../live/index.ts'
import { useCommunityChanged, useListed } from './queries.ts'

const VIDEO_TYPES = DEVICE_TYPES.map(devTypeNumber).filter(hasVideo)
const MOST_FOUND = 20
const MOST_CAMERAS = 50

interface Camera {
  DID: string
  DevName: string
  Alias: string
}

/** What is drawn of those that have no picture. */
const CAMERA = 1

const nameOf = ({ Alias, DevName }: Camera): string => Alias || DevName

const intoSight = (it: HTMLElement | null): void => it?.scrollIntoView({ block: 'nearest' })

/** The cameras of an area's entrances, each to be watched in place. */
export function EntrancesOf({ areaId }: { areaId: string }): ReactNode {
  const t = useT()
  const cameras = useListed(entranceCameras, { AreaID: areaId }).data
  const mayWatch = useCan('realTimeVideo')
  const [watched, setWatched] = useState<string>()
  return (
    <>
      <h3>{t('community.entranceCameras')}</h3>
      {cameras?.Total === 0 && <p className="field-hint">{t('community.noEntranceCameras')}</p>}
      <ul className="community-entrances">
        {cameras?.List.map((camera) => (
          // It may be below the drawer's edge, and plays in sight alone.
          <li key={camera.DID} ref={watched === camera.DID ? intoSight : undefined}>
            {mayWatch ? (
              <button
                type="button"
                className="button"
                title={shownId(camera)}
                aria-pressed={watched === camera.DID}
                onClick={() => setWatched(watched === camera.DID ? undefined : camera.DID)}
              >
                {nameOf(camera)}
              </button>
            ) : (
              nameOf(camera)
            )}
            {watched === camera.DID && <Preview did={camera.DID} channel={0} name={nameOf(camera)} />}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Chooses them. */
export function EntrancesForm({ area, onClose }: { area: Area; onClose: () => void }): ReactNode {
  const t = useT()
  const saved = useListed(entranceCameras, { AreaID: area.AreaID }).data?.List
  const [isUnsaved, setUnsaved] = useState(false)
  return (
    <Dialog
      title={t('community.entrancesOf', { name: area.Name })}
      kind="drawer"
      isUnsaved={isUnsaved}
      onClose={onClose}
    >
      {(close) =>
        saved && (
          <Cameras areaId={area.AreaID} saved={saved} onChange={() => setUnsaved(true)} onDone={close} />
        )
      }
    </Dialog>
  )
}

interface CamerasProps {
  areaId: string
  saved: readonly Camera[]
  onChange: () => void
  onDone: () => void
}

function Cameras({ areaId, saved, onChange, onDone }: CamerasProps): ReactNode {
  const t = useT()
  const changed = useCommunityChanged()
  const { faults, isBusy, attempt } = useFormFaults()
  const [cameras, setCameras] = useState(saved)
  const put = (chosen: readonly Camera[]): void => {
    setCameras(chosen)
    onChange()
  }
  const [text, setText] = useState('')
  const { data } = useListed(deviceList, {
    Keyword: text.trim(),
    DevTypes: VIDEO_TYPES,
    PageSize: MOST_FOUND,
  })
  const others = (data?.List ?? []).filter(({ DID }) => !cameras.some((it) => it.DID === DID))
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const DIDs = cameras.map(({ DID }) => DID)
    if (!(await attempt([], () => ask(setEntranceCameras, { AreaID: areaId, DIDs })))) return
    onDone()
    await changed()
  }
  return (
    <form className="dialog-form" noValidate aria-busy={isBusy} onSubmit={(event) => void save(event)}>
      <ul className="community-entrances">
        {cameras.map((camera) => (
          <li key={camera.DID}>
            <CameraThumbnail did={camera.DID} devType={CAMERA} />
            <span>{nameOf(camera)}</span>
            <button
              type="button"
              className="icon-button"
              aria-label={t('community.removeCamera', { name: nameOf(camera) })}
              onClick={() => put(cameras.filter((it) => it !== camera))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {cameras.length === 0 && <p className="field-hint">{t('community.noEntranceCameras')}</p>}
      <TextField
        label={t('community.searchCameras')}
        type="search"
        maxLength={64}
        value={text}
        onType={setText}
      />
      <ul className="community-entrances">
        {others.map(({ DID, DevName, Alias, GroupName, DevType }) => (
          <li key={DID}>
            <CameraThumbnail did={DID} devType={DevType} />
            <span>
              {nameOf({ DID, DevName, Alias })} <small>{GroupName}</small>
            </span>
            <button
              type="button"
              className="button"
              disabled={cameras.length >= MOST_CAMERAS}
              aria-label={t('community.addCamera', { name: nameOf({ DID, DevName, Alias }) })}
              onClick={() => put([...cameras, { DID, DevName, Alias }])}
            >
              {t('community.add')}
            </button>
          </li>
        ))}
      </ul>
      <FormEnd fault={faults['']} isBusy={isBusy} submit={t('community.save')} onCancel={onDone} />
    </form>
  )
}
