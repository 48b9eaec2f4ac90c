import './camera-card.css'

import { PRESENCE } from '@vedette/contract/devices'
import { type ReactNode, useCallback, useState } from 'react'

import { DeviceIcon } from '../DeviceIcon.tsx'
import { Still } from './Still.tsx'
import { useThumbnail } from './use-thumbnail.ts'

interface Props {
  did: string
  devType: number
}

/** What a camera's last alarm saw, beside its name in a list; asked for once it is in sight. */
export function CameraThumbnail({ did, devType }: Props): ReactNode {
  const [isSeen, setIsSeen] = useState(false)
  const watch = useCallback((element: HTMLSpanElement) => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const { data } = useThumbnail(isSeen ? did : undefined)
  return (
    <span className="camera-thumbnail" ref={watch} aria-hidden="true">
      <Still picture={data ?? undefined} icon={<DeviceIcon devType={devType} presence={PRESENCE.online} />} />
    </span>
  )
}
