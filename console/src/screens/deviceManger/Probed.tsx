import type { ReplyOf } from '@vedette/contract/call'
import type { probeDevice } from '@vedette/contract/calls/device'
import type { ReactNode } from 'react'

import { type Translate, useT } from '../../i18n/language.ts'
import { adviceText } from './device-words.ts'

type Found = ReplyOf<typeof probeDevice>
type Stream = Found['Channels'][number]['Streams'][number]

/** What a device said of itself, with its picture and plain advice. */
export function Probed({ device, children }: { device: Found; children: ReactNode }): ReactNode {
  const t = useT()
  const [first] = device.Channels
  const sound = device.Streams.find(({ Kind }) => Kind === 'audio')?.Codec
  const facts = [
    [t('devices.vendor'), device.Vendor],
    [t('devices.model'), device.Model],
    [t('devices.firmware'), device.Firmware],
    ...(first?.Streams ?? []).map((stream) => [
      t(stream.Quality === 'main' ? 'devices.mainStream' : 'devices.subStream'),
      streamText(t, stream),
    ]),
    [t('devices.sound'), sound ?? ''],
  ].filter(([, value]) => value !== '')
  return (
    <section className="probed" aria-label={t('devices.probed')}>
      {children}
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {device.Channels.length > 1 && <p>{t('devices.channelCount', { count: device.Channels.length })}</p>}
      {device.HasPTZ && <p>{t('devices.ptz')}</p>}
      {device.KnownDID !== undefined && (
        <p className="probed-known">{t('devices.knownAlready', { did: device.KnownDID })}</p>
      )}
      {device.Advice.length > 0 && (
        <ul>
          {device.Advice.map((advice) => (
            <li key={advice.Word}>{adviceText(t, advice)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function streamText(t: Translate, { Codec, Width, Height, FrameRate }: Stream): string {
  if (Width === 0) return Codec
  return t('devices.stream', { codec: Codec, width: Width, height: Height, rate: FrameRate })
}
