import { type ReactNode, Suspense } from 'react'

import { Preview } from '../Preview.tsx'
import { TalkBar } from './lazy-talk-bar.ts'
import { useCanTalk } from './use-talk.ts'

/** The last that a page has: neither the wall nor another picture uses it. */
const DOOR_WINDOW = 199

interface DoorTalkProps {
  did: string
  channel: number
  name: string
}

/** Who rang, seen, heard and spoken to at once. */
export function DoorTalk({ did, channel, name }: DoorTalkProps): ReactNode {
  const device = { did, channel }
  const ability = useCanTalk(device)
  return (
    <Preview did={did} channel={channel} name={name} quality="sub" window={DOOR_WINDOW} isHeard>
      {ability && (
        <Suspense>
          <TalkBar device={device} name={name} ability={ability} isOpenAtOnce />
        </Suspense>
      )}
    </Preview>
  )
}
