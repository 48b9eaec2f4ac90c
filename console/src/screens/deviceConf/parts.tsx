/** The smaller forms of the basic settings. */
import { useQueryClient } from '@tanstack/react-query'
import { type DeviceConfig, type DeviceInfo, getDeviceInfo } from '@vedette/contract/calls/device-config'
import { updateDeviceAlias, updateDeviceName } from '@vedette/contract/calls/device-edit'
import type { ReactNode } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import { codecName } from './codec-name.ts'
import { useSettingPart } from './setting-parts.ts'
import { useDraft } from './use-draft.ts'
import { useSaving } from './use-saving.ts'

interface Place {
  did: string
  channel: number
}

const LONGEST_NAME = 50

interface NamesProps {
  device: DeviceInfo
  /** The name that the device gives itself; undefined where it was not asked. */
  deviceName: string | undefined
}

/** The platform's name of the device, which is written to the device as well, and its alias. */
export function NamesForm({ device, deviceName }: NamesProps): ReactNode {
  const t = useT()
  const mayEdit = useCan('deviceManger', 'edit')
  const queries = useQueryClient()
  const { draft, type, settle, isChanged, discard } = useDraft({ name: device.DevName, alias: device.Alias })
  const { name, alias } = draft
  const [DevName, Alias] = [name.trim(), alias.trim()]
  useSettingPart({
    label: t('deviceConf.names'),
    isChanged,
    change: device.Driver === 'onvif' && DevName !== deviceName ? { Name: DevName } : undefined,
    save: () =>
      succeeds(async () => {
        const { DID } = device
        if (DevName !== device.DevName) await send(updateDeviceName, { DID, DevName })
        if (Alias !== device.Alias) await send(updateDeviceAlias, { DID, Alias })
        await queries.invalidateQueries({ queryKey: [getDeviceInfo.path, DID] })
      }),
    settle: () => settle(draft),
    discard,
  })
  return (
    <fieldset className="conf-card conf-grid" disabled={!mayEdit}>
      <legend>{t('deviceConf.names')}</legend>
      <TextField
        label={t('deviceConf.name')}
        value={name}
        maxLength={LONGEST_NAME}
        required
        onType={(value) => type({ name: value })}
      />
      <TextField
        label={t('deviceConf.alias')}
        value={alias}
        maxLength={LONGEST_NAME}
        onType={(value) => type({ alias: value })}
      />
    </fieldset>
  )
}

/** What devices of ONVIF can send, beside what this one has. */
const AUDIO_ENCODINGS = ['G711', 'AAC', 'PCMU', 'MP4A-LATM']

export function AudioForm({ audio }: { audio: DeviceConfig['Audio'][number] }): ReactNode {
  const t = useT()
  const { draft, type, settle, isChanged, discard } = useDraft({
    encoding: audio.Encoding,
    bitrate: String(audio.BitrateKbps),
    rate: String(audio.SampleRateKhz),
  })
  const { encoding, bitrate, rate } = draft
  useSettingPart({
    label: t('deviceConf.audio'),
    isChanged,
    change: {
      Audio: { Encoding: encoding, BitrateKbps: Number(bitrate), SampleRateKhz: Number(rate) },
    },
    settle: () => settle(draft),
    discard,
  })
  return (
    <fieldset className="conf-card conf-grid">
      <legend>{t('deviceConf.audio')}</legend>
      <SelectField
        label={t('deviceConf.codec')}
        value={encoding}
        options={[...new Set([audio.Encoding, ...AUDIO_ENCODINGS])].map((value) => ({
          value,
          label: codecName(value),
        }))}
        onChoose={(value) => type({ encoding: value })}
      />
      <TextField
        label={t('deviceConf.bitrate')}
        type="number"
        min={1}
        value={bitrate}
        onType={(value) => type({ bitrate: value })}
      />
      <TextField
        label={t('deviceConf.sampleRate')}
        type="number"
        min={1}
        value={rate}
        onType={(value) => type({ rate: value })}
      />
    </fieldset>
  )
}

/** Clocks that differ by less are the same to people. */
const AHEAD_SHOWN_MS = 1000

export function ClockForm({
  did,
  channel,
  clock,
}: Place & { clock: NonNullable<DeviceConfig['Clock']> }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const { isBusy, save } = useSaving(did, channel)
  const { draft, type, settle, isChanged, discard } = useDraft({ zone: clock.TimeZone, source: clock.Source })
  const { zone, source } = draft
  const seconds = Math.round(Math.abs(clock.AheadMs) / 1000)
  const off =
    Math.abs(clock.AheadMs) < AHEAD_SHOWN_MS
      ? ''
      : t(clock.AheadMs > 0 ? 'deviceConf.ahead' : 'deviceConf.behind', { seconds })
  useSettingPart({
    label: t('deviceConf.time'),
    isChanged,
    change: { Clock: { TimeZone: zone, Source: source } },
    settle: () => settle(draft),
    discard,
  })
  return (
    <fieldset className="conf-card conf-grid">
      <legend>{t('deviceConf.time')}</legend>
      {clock.Time !== null && (
        <p className="conf-whole">
          {t('deviceConf.deviceTime')}: {time.day(clock.Time)} {time.clock(clock.Time)} {off}
        </p>
      )}
      <TextField
        label={t('deviceConf.timeZone')}
        value={zone}
        maxLength={64}
        onType={(value) => type({ zone: value })}
      />
      <SelectField
        label={t('deviceConf.timeSource')}
        value={source}
        options={[
          { value: 'Manual', label: t('deviceConf.timeManual') },
          { value: 'NTP', label: t('deviceConf.timeNtp') },
        ]}
        onChoose={(value) => type({ source: value })}
      />
      <div className="conf-actions">
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() => void save({ Clock: { IsSetNow: true } })}
        >
          {t('deviceConf.setNow')}
        </button>
      </div>
    </fieldset>
  )
}

export function Network({ network }: { network: DeviceConfig['Network'] }): ReactNode {
  const t = useT()
  return (
    <section className="conf-card" aria-label={t('deviceConf.network')}>
      <h3>{t('deviceConf.network')}</h3>
      <dl className="conf-facts">
        {network.map(({ Name, Mac, Addresses, IsDhcp }) => (
          <div key={Name + Mac}>
            <dt>{[Name, Mac].filter(Boolean).join(t('ui.comma'))}</dt>
            <dd>
              {Addresses.join(t('ui.comma'))} ({t(IsDhcp ? 'deviceConf.dhcp' : 'deviceConf.fixed')})
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
