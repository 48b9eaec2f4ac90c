import type { MapDevice } from '@vedette/contract/calls/device-map'
import { type ReactNode, useState } from 'react'

import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { DeviceIcon } from '../../ui/DeviceIcon.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { TextField } from '../../ui/Field.tsx'
import { nameOf } from './device-texts.ts'

interface Props {
  devices: readonly MapDevice[]
  onPlace: (device: MapDevice) => void
  onClose: () => void
}

const MOST_SHOWN = 100

/** The devices that no marker stands for. */
export function Unplaced({ devices, onPlace, onClose }: Props): ReactNode {
  const t = useT()
  const mayPlace = useCan('deviceManger', 'edit')
  const [text, setText] = useState('')
  const part = text.trim().toLowerCase()
  const missing = devices.filter(({ Lng }) => Lng === null)
  const found = missing.filter(({ DID, DevName, Alias, License }) =>
    [DID, DevName, Alias, License].some((it) => it.toLowerCase().includes(part)),
  )
  return (
    <Dialog title={t('map.unplacedTitle')} kind="drawer" onClose={onClose}>
      {() =>
        missing.length === 0 ? (
          <EmptyState title={t('map.unplacedNone')} text={t('map.unplacedNoneText')} drawing="map" />
        ) : (
          <>
            <TextField label={t('map.unplacedFilter')} type="search" value={text} onType={setText} />
            <ul className="map-card-list">
              {found.slice(0, MOST_SHOWN).map((device) => (
                <li key={device.DID}>
                  <button
                    type="button"
                    disabled={!mayPlace}
                    title={t('map.setLocation', { name: nameOf(device) })}
                    onClick={() => onPlace(device)}
                  >
                    <DeviceIcon devType={device.DevType} presence={device.Presence} />
                    <span>{nameOf(device)}</span>
                    <small>{device.GroupName}</small>
                  </button>
                </li>
              ))}
            </ul>
            {found.length === 0 && <p role="status">{t('map.searchNothing')}</p>}
            {found.length > MOST_SHOWN && <p>{t('map.unplacedMore', { n: found.length - MOST_SHOWN })}</p>}
          </>
        )
      }
    </Dialog>
  )
}
