import { STREAM_CODECS, type StreamConfig } from '@vedette/contract/calls/device-config'
import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { codecName, isUnplayable } from './codec-name.ts'
import { useSettingPart } from './setting-parts.ts'
import { useDraft } from './use-draft.ts'

interface Props {
  stream: StreamConfig
}

type Option = StreamConfig['Options'][number]

/** One stream's codec, size and rates, within what the device offers. */
export function StreamForm({ stream }: Props): ReactNode {
  const t = useT()
  const { draft, type, settle, isChanged, discard } = useDraft({
    encoding: stream.Encoding,
    profile: stream.Profile,
    size: sizeText(stream),
    FrameRate: String(stream.FrameRate),
    BitrateKbps: String(stream.BitrateKbps),
    Gop: String(stream.Gop ?? ''),
  })
  const { encoding, profile, size } = draft
  const optionsOf = (codec: string): Option | undefined => stream.Options.find((it) => it.Encoding === codec)
  const options = optionsOf(encoding)
  const sizes = [...new Set([size, ...(options?.Resolutions ?? []).map(sizeText)])]
  const profiles = options?.Profiles ?? []
  const isProfileOffered = profiles.includes(profile)
  // What could not be played is shown where it is so, and never offered.
  const offered = stream.Options.map((it) => it.Encoding).filter((it) => !isUnplayable(it))
  const encodings = [...new Set([stream.Encoding, ...offered])]
  const { Quality } = stream
  const isOther = Quality === 'other'
  const numeric = [
    ['FrameRate', 'deviceConf.frameRate', options?.FrameRate],
    ['BitrateKbps', 'deviceConf.bitrate', options?.BitrateKbps],
    ['Gop', 'deviceConf.gop', options?.Gop],
  ] as const
  // Each of its pictures is a key frame.
  const hasGop = encoding !== 'JPEG'

  /** Another codec has rates of its own: what it cannot do becomes the nearest that it can. */
  const chooseEncoding = (codec: string): void => {
    const { FrameRate, BitrateKbps, Gop } = optionsOf(codec) ?? {}
    type({
      encoding: codec,
      FrameRate: within(draft.FrameRate, FrameRate),
      BitrateKbps: within(draft.BitrateKbps, BitrateKbps),
      Gop: within(draft.Gop, Gop),
    })
  }

  const [Width = 0, Height = 0] = size.split('×').map(Number)
  useSettingPart({
    label: t(`deviceConf.${Quality}`),
    isChanged: isChanged && !isOther,
    change: isOther
      ? undefined
      : {
          Streams: [
            {
              Quality,
              Encoding: STREAM_CODECS.find((it) => it === encoding),
              ...(isProfileOffered ? { Profile: profile } : {}),
              Width,
              Height,
              FrameRate: Number(draft.FrameRate),
              BitrateKbps: Number(draft.BitrateKbps),
              Gop: hasGop && draft.Gop !== '' ? Number(draft.Gop) : undefined,
            },
          ],
        },
    settle: () => settle(draft),
    discard,
  })
  return (
    <fieldset className="conf-card conf-grid" disabled={isOther}>
      <legend>{t(`deviceConf.${Quality}`)}</legend>
      <SelectField
        label={t('deviceConf.codec')}
        value={encoding}
        options={encodings.map((value) => ({ value, label: codecName(value) }))}
        onChoose={chooseEncoding}
      />
      {profiles.length > 1 && (
        <SelectField
          label={t('deviceConf.profile')}
          value={isProfileOffered ? profile : ''}
          options={[...(isProfileOffered ? [] : ['']), ...profiles].map((value) => ({
            value,
            label: value === '' ? t('deviceConf.profileOfDevice') : value,
          }))}
          onChoose={(chosen) => type({ profile: chosen })}
        />
      )}
      <SelectField
        label={t('deviceConf.resolution')}
        value={size}
        options={sizes.map((value) => ({ value, label: value }))}
        onChoose={(chosen) => type({ size: chosen })}
      />
      {numeric
        .filter(([name]) => hasGop || name !== 'Gop')
        .map(([name, label, range]) => (
          <TextField
            key={name}
            label={t(label)}
            type="number"
            step="any"
            {...(range ? { min: range.Min, max: range.Max, hint: `${range.Min}–${range.Max}` } : { min: 1 })}
            value={draft[name]}
            onType={(value) => type({ [name]: value })}
          />
        ))}
      {isUnplayable(encoding) && (
        <p className="conf-trouble conf-whole" role="status">
          {t('deviceConf.unplayable', { codec: codecName(encoding) })}
        </p>
      )}
    </fieldset>
  )
}

function within(number: string, range: { Min: number; Max: number } | null | undefined): string {
  if (number === '' || !range) return number
  return String(Math.min(range.Max, Math.max(range.Min, Number(number))))
}

function sizeText({ Width, Height }: { Width: number; Height: number }): string {
  return `${Width}×${Height}`
}
