import type { DeviceConfig, DeviceInfo } from '@vedette/contract/calls/device-config'
import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { CopySettings } from './CopySettings.tsx'
import { AudioForm, ClockForm, NamesForm, Network } from './parts.tsx'
import { PictureForm } from './PictureForm.tsx'
import { useConfig } from './queries.ts'
import { isUnplayable, StreamForm } from './StreamForm.tsx'
import { PART_TEXTS } from './use-saving.ts'

const TROUBLES = {
  noService: 'deviceConf.noService',
  unreachable: 'deviceConf.unreachable',
  refused: 'deviceConf.unreachable',
  credentials: 'deviceConf.credentials',
} as const satisfies Record<Exclude<DeviceConfig['Trouble'], 'none'>, string>

/** Name, picture, streams, sound, clock and network, as the device has them. */
export function BasicSettings({ device, channel }: { device: DeviceInfo; channel: number }): ReactNode {
  const t = useT()
  const config = useConfig(device.DID, channel)
  const [isCopying, setCopying] = useState(false)
  if (config.isPending) return <p className="conf-note">{t('ui.loading')}</p>
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
  const unplayable = [...new Set(Streams.map(({ Encoding }) => Encoding).filter(isUnplayable))]
  const parts = Pending.map((part) => t(PART_TEXTS[part])).join(t('ui.comma'))
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
      <NamesForm device={device} deviceName={Trouble === 'none' ? data.Name : undefined} channel={channel} />
      {Picture && <PictureForm {...place} picture={Picture} />}
      {Streams.map((stream) => (
        <StreamForm key={stream.Token} {...place} stream={stream} />
      ))}
      {Audio[0] && <AudioForm {...place} audio={Audio[0]} />}
      {Clock && <ClockForm {...place} clock={Clock} />}
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
