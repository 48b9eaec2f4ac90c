import { PRESENCE, type Presence } from '@vedette/contract/devices'
import type { DragEvent, MouseEvent, PointerEvent } from 'react'

import { useT } from '../../i18n/language.ts'
import {
  type DeviceChannel,
  devicesToText,
  deviceToText,
  DRAGGED_DEVICE,
  DRAGGED_DEVICES,
} from './device-text.ts'
import type { ChannelRow, DeviceRow, TreeItem } from './tree-model.ts'

const INDENT_PX = 16

interface TreeRowProps {
  id: string
  item: TreeItem
  /** Among the rows below the same parent, from 1, and how many those are: most are not in the document. */
  place: number | undefined
  siblings: number | undefined
  top: number
  isOpen: boolean
  isChosen: boolean
  isPlaying: boolean
  onChoose: (event: MouseEvent) => void
  /** A double click. */
  onActivate: () => void
  /** Undefined but for a region or a recorder. */
  onPlayAll: (() => void) | undefined
  /** What a dragged region or recorder brings. */
  below: () => readonly DeviceChannel[]
  /** A mouse has come, or gone. */
  onRest: () => void
  onLeave: () => void
}

export function TreeRow({
  id,
  item,
  place,
  siblings,
  top,
  isOpen,
  isChosen,
  isPlaying,
  onChoose,
  onActivate,
  onPlayAll,
  below,
  onRest,
  onLeave,
}: TreeRowProps) {
  const t = useT()
  const style = { transform: `translateY(${top}px)`, paddingInlineStart: 10 + item.depth * INDENT_PX }
  const shared = {
    id,
    role: 'treeitem',
    className: 'device-tree-row',
    style,
    'aria-level': item.depth + 1,
    'aria-posinset': place,
    'aria-setsize': siblings,
    'aria-selected': isChosen,
    onClick: onChoose,
  } as const
  if (item.kind === 'region') {
    return (
      <div {...shared} {...draggableAll(item.name, below)} aria-expanded={isOpen} onDoubleClick={onActivate}>
        <span className="device-tree-arrow" aria-hidden="true" />
        <span className="device-tree-name">{item.name}</span>
        <span
          className="device-tree-count"
          title={t('live.onlineOf', { online: item.online, total: item.total })}
        >
          {t('ui.partOf', { part: item.online, total: item.total })}
        </span>
        {onPlayAll && item.total > 0 && <PlayAll name={item.name} run={onPlayAll} />}
      </div>
    )
  }
  const name = item.kind === 'channel' ? t('live.channel', { number: item.channel + 1 }) : item.name
  const isRecorder = item.kind === 'device' && item.channels > 1
  const label = t('live.device', { name, presence: t(presenceKey(item)) })
  return (
    <div
      {...shared}
      {...(isRecorder ? { 'aria-expanded': isOpen, ...draggableAll(item.name, below) } : draggable(item))}
      // A recorder is called by what is in it, its number of channels too.
      aria-label={isRecorder ? undefined : label}
      onPointerEnter={({ pointerType }: PointerEvent) => pointerType === 'mouse' && onRest()}
      onPointerLeave={onLeave}
      data-did={item.did}
      data-channel={item.kind === 'channel' ? item.channel : undefined}
      data-playing={isPlaying}
      onDoubleClick={onActivate}
    >
      {isRecorder && <span className="device-tree-arrow" aria-hidden="true" />}
      <PresenceDot {...item} />
      {isRecorder && <span className="unseen">{label}</span>}
      <span className="device-tree-name" aria-hidden={isRecorder}>
        {name}
      </span>
      {isRecorder && (
        <span className="device-tree-count" title={t('live.channels', { count: item.channels })}>
          {t('ui.number', { value: item.channels })}
        </span>
      )}
      {onPlayAll && isRecorder && <PlayAll name={item.name} run={onPlayAll} />}
    </div>
  )
}

/** For the mouse alone: the row's own key is Shift and Enter. */
function PlayAll({ name, run }: { name: string; run: () => void }) {
  const t = useT()
  return (
    <span
      className="device-tree-play"
      aria-hidden="true"
      title={t('live.playAll', { name })}
      onClick={(event) => {
        event.stopPropagation()
        run()
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      ▶
    </span>
  )
}

function draggableAll(name: string, below: () => readonly DeviceChannel[]) {
  return {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.setData(DRAGGED_DEVICES, devicesToText(name, below()))
      dataTransfer.effectAllowed = 'copy'
    },
  }
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

export function presenceKey({ presence, isUpgrading }: Seen) {
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
