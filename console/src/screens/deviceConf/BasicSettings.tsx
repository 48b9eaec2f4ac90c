import type { DeviceConfig, DeviceInfo } from '@vedette/contract/calls/device-config'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { say } from '../../ui/toasts.ts'
import { useHeard } from '../../ui/use-unsaved.tsx'
import { codecName, isUnplayable } from './codec-name.ts'
import { CopySettings } from './CopySettings.tsx'
import { AudioForm, ClockForm, NamesForm, Network } from './parts.tsx'
import { PictureForm } from './PictureForm.tsx'
import { useConfig } from './queries.ts'
import { changeOf, SettingParts, useSettingParts } from './setting-parts.ts'
import { StreamForm } from './StreamForm.tsx'
import { PART_TEXTS, useSaving } from './use-saving.ts'

const TROUBLES = {
  noService: 'deviceConf.noService',
  unreachable: 'deviceConf.unreachable',
  refused: 'deviceConf.unreachable',
  certificate: 'deviceConf.certificate',
  credentials: 'deviceConf.credentials',
} as const satisfies Record<Exclude<DeviceConfig['Trouble'], 'none'>, string>

interface Props {
  device: DeviceInfo
  channel: number
  /** Hears whether anything is typed and not saved. */
  onUnsaved: (isUnsaved: boolean) => void
}

/** Name, picture, streams, sound, clock and network, as the device has them. */
export function BasicSettings({ device, channel, onUnsaved }: Props): ReactNode {
  const t = useT()
  const config = useConfig(device.DID, channel)
  const [isCopying, setCopying] = useState(false)
  const { registry, changed, parts: changedParts } = useSettingParts()
  const { isBusy, save } = useSaving(device.DID, channel)
  const isUnsaved = changed.length > 0
  useHeard(isUnsaved, onUnsaved)
  if (config.isPending) return <Skeleton shape="form" count={12} />
  if (!config.data)
    return (
      <div className="conf-note" role="alert">
        <p>{t('ui.loadFailed')}</p>
        <button type="button" className="button" onClick={() => void config.refetch()}>
          {t('ui.tryAgain')}
        </button>
      </div>
    )
  const { data } = config
  const { Trouble, Pending, Picture, Streams, Audio, Clock } = data
  const place = { did: device.DID, channel }
  const unplayable = [
    ...new Set(
      Streams.map(({ Encoding }) => Encoding)
        .filter(isUnplayable)
        .map(codecName),
    ),
  ]
  const parts = Pending.map((part) => t(PART_TEXTS[part])).join(t('ui.comma'))
  const saveAll = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!isUnsaved) return
    const all = changedParts()
    for (const part of all) if (part.save && !(await part.save())) return
    const change = changeOf(all)
    if (Object.keys(change).length === 0) say('success', t('deviceConf.saved'))
    else if (!(await save(change))) return
    for (const part of all) part.settle()
  }
  const form = (
    <form className="conf-parts" onSubmit={(event) => void saveAll(event)} aria-busy={isBusy}>
      <NamesForm device={device} deviceName={Trouble === 'none' ? data.Name : undefined} />
      {Picture && <PictureForm {...place} picture={Picture} />}
      {Streams.map((stream) => (
        <StreamForm key={stream.Token} stream={stream} />
      ))}
      {Audio[0] && <AudioForm audio={Audio[0]} />}
      {Clock && <ClockForm {...place} clock={Clock} />}
      <div className="conf-save" data-changed={isUnsaved}>
        <span role="status">
          {isUnsaved && t('deviceConf.changed', { parts: changed.join(t('ui.comma')) })}
        </span>
        {isUnsaved && (
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => changedParts().forEach((part) => part.discard())}
          >
            {t('ui.discard')}
          </button>
        )}
        {/* Not disabled: it keeps the focus when all is saved. */}
        <button type="submit" className="button button-primary" disabled={isBusy} aria-disabled={!isUnsaved}>
          {t('deviceConf.save')}
        </button>
      </div>
    </form>
  )
  return (
    <div className="conf-parts">
      {Trouble !== 'none' && (
        <div className="conf-trouble" role="status">
          <p>{t(TROUBLES[Trouble])}</p>
          {Trouble !== 'noService' && (
            <button type="button" className="button" onClick={() => void config.refetch()}>
              {t('ui.tryAgain')}
            </button>
          )}
        </div>
      )}
      {parts && (
        <p className="conf-trouble" role="status">
          {t('deviceConf.pending', { parts })}
        </p>
      )}
      <SettingParts value={registry}>{form}</SettingParts>
      {data.Network.length > 0 && <Network network={data.Network} />}
      <div className="conf-actions">
        <button type="button" className="button" onClick={() => setCopying(true)}>
          {t('deviceConf.copy')}
        </button>
      </div>
      {isCopying && <CopySettings {...place} unplayable={unplayable} onClose={() => setCopying(false)} />}
    </div>
  )
}
