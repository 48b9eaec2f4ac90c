import { useQuery } from '@tanstack/react-query'
import type { BodyOf, ReplyOf } from '@vedette/contract/call'
import { probePicture } from '@vedette/contract/calls/device'
import { type ReactNode, useCallback, useId, useState } from 'react'

import { useLanguage, useT } from '../../i18n/language.ts'
import { failureText } from '../../i18n/translate.ts'
import { CallFailure } from '../../wire/failure.ts'
import { ask } from '../../wire/send.ts'
import { pictureQueue } from './picture-queue.ts'

type Picture = ReplyOf<typeof probePicture>

interface Props {
  place: BodyOf<typeof probePicture>
  /** How the device is called. */
  name: string
  /** Small enough for a row of a table. */
  isSmall?: boolean
}

/** What a device that is not added yet sees, asked of it once. */
export function Snapshot({ place, name, isSmall = false }: Props): ReactNode {
  const t = useT()
  const language = useLanguage((choice) => choice.language)
  const id = useId()
  const { data, error } = useQuery({
    // The key holds no part of the place, which has a password in it.
    queryKey: [probePicture.path, id],
    queryFn: ({ signal }) => pictureQueue.take(signal, () => ask(probePicture, place, { signal })),
    staleTime: Infinity,
    gcTime: 0,
  })
  const why = error instanceof CallFailure ? failureText(language, error) : undefined
  return (
    <div
      className="device-snapshot"
      data-small={isSmall}
      data-state={data ? 'shown' : error ? 'none' : 'loading'}
    >
      {data ? (
        <Taken picture={data} name={name} />
      ) : (
        <p role="status">
          {error ? t('devices.noSnapshot', { why: why ?? t('ui.loadFailed') }) : t('devices.snapshotLoading')}
        </p>
      )}
    </div>
  )
}

/** A key frame is a film of one picture: the browser has the decoder. */
function Taken({ picture, name }: { picture: Picture; name: string }): ReactNode {
  const t = useT()
  const [isUnplayable, setUnplayable] = useState(false)
  const show = useCallback(
    (shown: HTMLImageElement | HTMLVideoElement | null) => (shown ? showIn(shown, picture) : undefined),
    [picture],
  )
  const label = t('devices.snapshot', { name })
  if (isUnplayable) return <p role="status">{t('devices.stillUnplayable')}</p>
  const onError = (): void => setUnplayable(true)
  return picture.Type === 'image/webp' ? (
    <img ref={show} alt={label} onError={onError} />
  ) : (
    <video ref={show} aria-label={label} muted playsInline preload="auto" onError={onError} />
  )
}

/** Returns what gives the memory back. */
function showIn(shown: { src: string }, { Type, Data }: Picture): () => void {
  const bytes = Uint8Array.from(atob(Data), (letter) => letter.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type: Type }))
  shown.src = url
  return () => URL.revokeObjectURL(url)
}
