import type { MapDevice } from '@vedette/contract/calls/device-map'
import { hasVideo, PRESENCE } from '@vedette/contract/devices'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { degreesText } from '../../map/coordinates.ts'
import { DEVICE_ID_LABEL, shownId } from '../../ui/device-id.ts'
import { useThumbnails } from '../../ui/thumbnails.ts'
import { Preview } from '../live/index.ts'
import { nameOf, stateText, typeText } from './device-texts.ts'
import type { DraftedView } from './ViewCones.tsx'

const ViewEditor = lazy(async () => ({ default: (await import('./ViewEditor.tsx')).ViewEditor }))

interface Props {
  device: MapDevice
  /** What its first button does, for those who may edit devices. */
  move?: { label: string; run: () => void }
  /** Keeps a card that was only hovering. */
  onKeep?: () => void
  /** A field of view that is being changed; without it none can be. */
  onDraft?: (drafted: DraftedView | undefined) => void
  onChanged?: () => Promise<unknown>
}

/** What the map tells of one device: section 2's lines and buttons. */
export function DeviceCard({ device, move, onKeep, onDraft, onChanged }: Props): ReactNode {
  const t = useT()
  const mayMove = useCan('deviceManger', 'edit')
  const [isWatching, setIsWatching] = useState(false)
  const [isViewing, setIsViewing] = useState(false)
  const draft = useCallback(
    (drafted: Pick<DraftedView, 'view' | 'isChanged'> | undefined) =>
      onDraft?.(drafted && { did: device.DID, ...drafted }),
    [onDraft, device.DID],
  )
  const { DID, GroupName, DevType, Lng, Lat, Presence, HasSub } = device
  const isWatchable = Presence === PRESENCE.online && hasVideo(DevType)
  const why = hasVideo(DevType) ? t('map.notOnline') : t('map.noVideo')
  const name = nameOf(device)
  const lines: [string, string][] = [
    [t('devices.name'), name],
    [t(DEVICE_ID_LABEL), shownId(device)],
    [t('map.group'), GroupName || '-'],
    [t('devices.type'), typeText(t, device)],
    [t('map.longitude'), Lng === null ? '-' : degreesText(Lng)],
    [t('map.latitude'), Lat === null ? '-' : degreesText(Lat)],
    [t('map.time'), '-'],
  ]
  return (
    <>
      <h2>
        {name}
        <small data-presence={Presence}>{stateText(t, device)}</small>
      </h2>
      {isWatching && isWatchable && (
        <Preview did={DID} channel={0} name={name} quality={HasSub ? 'sub' : 'main'} />
      )}
      {!(isWatching && isWatchable) && <LastPicture did={DID} />}
      <dl>
        {lines.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {isViewing && onDraft && onChanged && (
        <Suspense>
          <ViewEditor
            did={DID}
            value={device.View}
            onDraft={draft}
            onSaved={onChanged}
            onClose={() => setIsViewing(false)}
          />
        </Suspense>
      )}
      <div className="map-card-actions">
        {mayMove && onDraft && hasVideo(DevType) && Lng !== null && !isViewing && (
          <button
            type="button"
            className="button"
            onClick={() => {
              setIsViewing(true)
              onKeep?.()
            }}
          >
            {t('map.fieldOfView')}
          </button>
        )}
        {mayMove && move && (
          <button type="button" className="button" onClick={move.run}>
            {move.label}
          </button>
        )}
        <button
          type="button"
          className="button button-primary"
          disabled={!isWatchable}
          title={isWatchable ? undefined : why}
          onClick={() => {
            setIsWatching(!isWatching)
            onKeep?.()
          }}
        >
          {isWatching && isWatchable ? t('map.stopVideo') : t('map.currentVideo')}
        </button>
      </div>
    </>
  )
}

/** What its last alarm saw, with the time: nobody takes it for the present. */
function LastPicture({ did }: { did: string }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const picture = useThumbnails([did]).get(did)
  if (!picture) return null
  const text = t('map.lastAlarm', { time: time.since(picture.at) })
  return (
    <figure className="map-card-picture">
      <img src={picture.url} alt={text} />
      <figcaption aria-hidden="true">{text}</figcaption>
    </figure>
  )
}
