import { PRESENCE, type Presence } from '@vedette/contract/devices'

import { useT } from '../../i18n/language.ts'
import type { DeviceRow, RegionRow } from './tree-model.ts'

/** The name under which a dragged device's DID travels. */
export const DRAGGED_DID = 'text/x-vedette-did'

const INDENT_PX = 16

interface TreeRowProps {
  id: string
  item: RegionRow | DeviceRow
  top: number
  isOpen: boolean
  isChosen: boolean
  isPlaying: boolean
  onChoose: () => void
  onPlay: () => void
}

export function TreeRow({ id, item, top, isOpen, isChosen, isPlaying, onChoose, onPlay }: TreeRowProps) {
  const t = useT()
  const place = { transform: `translateY(${top}px)`, paddingInlineStart: 10 + item.depth * INDENT_PX }
  const shared = {
    id,
    role: 'treeitem',
    className: 'device-tree-row',
    style: place,
    onClick: onChoose,
  } as const
  if (item.kind === 'region') {
    return (
      <div {...shared} aria-level={item.depth + 1} aria-expanded={isOpen} aria-selected={isChosen}>
        <span className="device-tree-arrow" aria-hidden="true" />
        <span className="device-tree-name">{item.name}</span>
        <span
          className="device-tree-count"
          title={t('live.onlineOf', { online: item.online, total: item.total })}
        >
          {item.online}/{item.total}
        </span>
      </div>
    )
  }
  return (
    <div
      {...shared}
      aria-level={item.depth + 1}
      aria-selected={isChosen}
      aria-label={t('live.device', { name: item.name, presence: t(PRESENCE_TEXT[item.presence]) })}
      title={item.did}
      data-did={item.did}
      data-playing={isPlaying}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED_DID, item.did)
        event.dataTransfer.effectAllowed = 'copy'
      }}
      onDoubleClick={onPlay}
    >
      <PresenceDot presence={item.presence} />
      <span className="device-tree-name">{item.name}</span>
    </div>
  )
}

export function PresenceDot({ presence }: { presence: Presence }) {
  return <i className="presence-dot" data-presence={PRESENCE_NAME[presence]} aria-hidden="true" />
}

const PRESENCE_NAME = {
  [PRESENCE.online]: 'online',
  [PRESENCE.offline]: 'offline',
  [PRESENCE.sleeping]: 'sleeping',
} as const

const PRESENCE_TEXT = {
  [PRESENCE.online]: 'live.presenceOnline',
  [PRESENCE.offline]: 'live.presenceOffline',
  [PRESENCE.sleeping]: 'live.presenceSleeping',
} as const
