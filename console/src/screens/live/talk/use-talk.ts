/** Talking to one device: whether it can be, and how it goes. */
import { useQuery } from '@tanstack/react-query'
import { talkState, type TalkState } from '@vedette/contract/calls/talk'
import { useEffect, useMemo, useState } from 'react'

import { Phrase } from '../../../player/talk/phrase.ts'
import { SILENT, Talker, type TalkView } from '../../../player/talk/talker.ts'
import type { DeviceChannel } from '../../../ui/device-tree/device-text.ts'
import { ask } from '../../../wire/send.ts'
import { liveLink } from '../live-link.ts'

const REMEMBERED_MS = 10 * 60_000

/** Asked of the device once; undefined for one that cannot be spoken to, and until it has answered. */
export function useCanTalk(device: DeviceChannel | undefined): TalkState | undefined {
  const { did = '', channel = 0 } = device ?? {}
  const { data } = useQuery({
    queryKey: [talkState.path, did, channel],
    queryFn: ({ signal }) => ask(talkState, { DID: did, Channel: channel }, { signal }),
    enabled: did !== '',
    staleTime: REMEMBERED_MS,
    retry: 1,
  })
  return data?.CanTalk === true ? data : undefined
}

export interface TalkControls {
  view: TalkView
  start: () => void
  /** Says a phrase: G.711 µ-law, 8 kHz. */
  say: (sound: Uint8Array) => void
  stop: () => void
}

export function useTalk({ did, channel }: DeviceChannel, { Codec }: TalkState): TalkControls {
  const [view, setView] = useState<TalkView>(SILENT)
  const talker = useMemo(() => new Talker(liveLink(), { did, channel }, setView), [did, channel])
  useEffect(() => {
    const stop = (): void => talker.stop()
    addEventListener('pagehide', stop)
    return () => {
      removeEventListener('pagehide', stop)
      talker.close()
    }
  }, [talker])
  return {
    view,
    start: () => {
      if (Codec !== '') void talker.start(Codec)
    },
    say: (sound) => {
      if (Codec !== '') void talker.start(Codec, new Phrase(sound))
    },
    stop: () => talker.stop(),
  }
}
