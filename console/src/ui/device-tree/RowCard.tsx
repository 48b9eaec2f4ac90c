import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { CameraCard } from '../camera-card/CameraCard.tsx'
import type { Row, TreeModel } from './tree-model.ts'
import { channelOf, PresenceDot, presenceKey } from './TreeRow.tsx'

interface Props {
  model: TreeModel
  row: Row
  /** The row's id in the document. */
  beside: string
}

/** The card of a row's camera; regions have none. */
export function RowCard({ model, row, beside }: Props): ReactNode {
  const t = useT()
  const item = model.at(row)
  if (item.kind === 'region') return null
  const device = item.kind === 'device' ? item : model.device(item.did)
  const channel = item.kind === 'channel' ? t('live.channel', { number: item.channel + 1 }) : ''
  return (
    <CameraCard
      camera={channelOf(item)}
      devType={device?.devType ?? 1}
      presence={item.presence}
      name={channel ? t('live.channelOf', { name: item.name, channel }) : item.name}
      shownId={device?.shownId ?? item.did}
      state={
        <>
          <PresenceDot {...item} />
          {t(presenceKey(item))}
        </>
      }
      region={regionsAbove(model, row).join(' / ')}
      beside={beside}
    />
  )
}

function regionsAbove(model: TreeModel, row: Row): string[] {
  const parent = model.parent(row)
  if (parent === undefined) return []
  const item = model.at(parent)
  return [...regionsAbove(model, parent), ...(item.kind === 'region' ? [item.name] : [])]
}
