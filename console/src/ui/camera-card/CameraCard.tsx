import './camera-card.css'

import type { Presence } from '@vedette/contract/devices'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { DeviceIcon } from '../DeviceIcon.tsx'
import type { DeviceChannel } from '../device-tree/device-text.ts'
import { Still } from './Still.tsx'
import { useLastPicture } from './last-picture.ts'

const MARGIN_PX = 8

interface Props {
  camera: DeviceChannel
  devType: number
  presence: Presence
  name: string
  /** By what people know it. */
  shownId: string
  /** The dot's. */
  state: ReactNode
  region: string
  /** The row that it stands beside, by its id. */
  beside: string
}

/**
 * Which camera that is, at a glance: its last picture, where it is and how it is. It lies beside its row, above everything, and takes no
 * press. To a screen reader the row has said the same.
 */
export function CameraCard({
  camera,
  devType,
  presence,
  name,
  shownId,
  state,
  region,
  beside,
}: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const card = useRef<HTMLDivElement>(null)
  const { picture, isPending } = useLastPicture(camera)
  useLayoutEffect(() => {
    const row = document.getElementById(beside)
    if (!card.current || !row) return
    card.current.showPopover()
    put(card.current, row)
  }, [beside])
  const told = { time: picture ? time.since(picture.at) : '' }
  return (
    <div ref={card} className="camera-card" popover="manual" aria-hidden="true" data-did={camera.did}>
      <Still
        picture={picture}
        isPending={isPending}
        icon={<DeviceIcon devType={devType} presence={presence} />}
        none={t('live.noPictureYet')}
      />
      {picture && (
        <p className="camera-card-when">
          {picture.from === 'recording' ? t('live.recordedAt', told) : t('live.alarmAt', told)}
        </p>
      )}
      <p className="camera-card-name">{name}</p>
      <p className="camera-card-state">{state}</p>
      {region && <p>{region}</p>}
      <p className="camera-card-id">{shownId}</p>
    </div>
  )
}

/** At the side of its list where there is room, as high as its row, and within the window. */
function put(card: HTMLElement, row: HTMLElement): void {
  const { top } = row.getBoundingClientRect()
  const list = (row.closest('[role="tree"]') ?? row).getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = card
  const right = list.right + MARGIN_PX
  const left = right + width + MARGIN_PX > innerWidth ? list.left - width - MARGIN_PX : right
  card.style.left = `${Math.max(MARGIN_PX, left)}px`
  card.style.top = `${Math.max(MARGIN_PX, Math.min(top, innerHeight - height - MARGIN_PX))}px`
}
