import { PRESENCE, type Presence } from '@vedette/contract/devices'
import type { DragEvent, MouseEvent } from 'react'

import { useT } from '../../i18n/language.ts'
import { type DeviceChannel, deviceToText, DRAGGED_DEVICE } from './device-text.ts'
import type { ChannelRow, DeviceRow, TreeItem } from './tree-model.ts'

const INDENT_PX = 16

interface TreeRowProps {
  id: string
  item: TreeItem
  top: number
  isOpen: boolean
  isChosen: boolean
  isPlaying: boolean
  onChoose: (event: MouseEvent) => void
  /** A double click. */
  onActivate: () => void
}

export function TreeRow({ id, item, top, isOpen, isChosen, isPlaying, onChoose, onActivate }: TreeRowProps) {
  const t = useT()
  const place = { transform: `translateY(${top}px)`, paddingInlineStart: 10 + item.depth * INDENT_PX }
  const shared = {
    id,
    role: 'treeitem',
    className: 'device-tree-row',
    style: place,
    'aria-level': item.depth + 1,
    'aria-selected': isChosen,
    onClick: onChoose,
  } as const
  if (item.kind === 'region') {
    return (
      <div {...shared} aria-expanded={isOpen}>
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
  const name = item.kind === 'channel' ? t('live.channel', { number: item.channel + 1 }) : item.name
  const isRecorder = item.kind === 'device' && item.channels > 1
  return (
    <div
      {...shared}
      {...(isRecorder ? { 'aria-expanded': isOpen } : draggable(item))}
      aria-label={t('live.device', { name, presence: t(presenceKey(item)) })}
      title={item.did}
      data-did={item.did}
      data-channel={item.kind === 'channel' ? item.channel : undefined}
      data-playing={isPlaying}
      onDoubleClick={onActivate}
    >
      {isRecorder && <span className="device-tree-arrow" aria-hidden="true" />}
      <PresenceDot {...item} />
      <span className="device-tree-name">{name}</span>
      {isRecorder && (
        <span className="device-tree-count" title={t('live.channels', { count: item.channels })}>
          {item.channels}
        </span>
      )}
    </div>
  )
}

function draggable(item: DeviceRow | ChannelRow) {
  return {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.setData(DRAGGED_DEVICE, deviceToText(channelOf(item)))
      dataTransfer.effectAllowed = 'copy'
    },
  }
}

/** What plays when the row is played. */
export function channelOf(item: DeviceRow | ChannelRow): DeviceChannel {
  return { did: item.did, channel: item.kind === 'channel' ? item.channel : 0 }
}

interface Seen {
  presence: Presence
  isUpgrading: boolean
}

export function PresenceDot({ presence, isUpgrading }: Seen) {
  const name = isUpgrading ? 'upgrading' : PRESENCE_NAME[presence]
  return <i className="presence-dot" data-presence={name} aria-hidden="true" />
}

function presenceKey({ presence, isUpgrading }: Seen) {
  return isUpgrading ? 'live.presenceUpgrading' : PRESENCE_TEXT[presence]
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
