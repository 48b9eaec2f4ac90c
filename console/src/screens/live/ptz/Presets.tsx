import { PRESET_NAME_MAX, type PtzState } from '@vedette/contract/calls/device-message'
import { type ReactNode, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { useShortcuts } from '../../../ui/shortcuts/shortcuts.ts'
import { say } from '../../../ui/toasts.ts'
import { requestBase } from '../../../wire/settings.ts'
import { SignButton } from '../SignButton.tsx'
import { quietly } from './quietly.ts'
import type { PtzControls } from './use-ptz.ts'

const NUMBERED = 9

type Preset = PtzState['Presets'][number]

/** Places that the camera knows; the first nine have a key. */
export function Presets({ controls }: { controls: PtzControls }): ReactNode {
  const t = useT()
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isEditing, setIsEditing] = useState(false)
  const { state, goPreset, savePreset, home } = controls
  const presets = state?.Presets ?? []
  useShortcuts(
    presets.slice(0, NUMBERED).map(({ Token }, at) => ({
      keys: [String(at + 1)],
      label: t('ptz.goNumber'),
      group: t('ptz.group'),
      run: () => void quietly(goPreset(Token)),
    })),
  )
  if (!state) return null
  const save = async (): Promise<void> => {
    const wanted = name.trim()
    setMissing(wanted === '')
    if (wanted === '' || !(await quietly(savePreset(wanted)))) return
    setName('')
    say('success', t('ptz.saved', { name: wanted }))
  }
  const setHome = async (): Promise<void> => {
    if (await quietly(home('set'))) say('success', t('ptz.homeSet'))
  }
  return (
    <div className="ptz-presets">
      <h3>
        {t('ptz.presets')} {presets.length > 0 && <small>{t('ptz.presetKeys')}</small>}
      </h3>
      {presets.length === 0 && <p className="ptz-note">{t('ptz.noPresets')}</p>}
      <ol className="ptz-places" data-editing={isEditing}>
        {presets.map((preset, at) => (
          <li key={preset.Token}>
            {isEditing ? (
              <EditedPreset preset={preset} controls={controls} />
            ) : (
              <button
                type="button"
                className="ptz-place"
                data-preset={preset.Token}
                title={t('ptz.go', { name: preset.Name })}
                onClick={() => void quietly(goPreset(preset.Token))}
              >
                <Seen preset={preset} />
                <span>
                  {at < NUMBERED && <b>{at + 1}</b>} {preset.Name}
                </span>
              </button>
            )}
          </li>
        ))}
      </ol>
      <form
        className="ptz-save"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <input
          type="text"
          className="input"
          value={name}
          maxLength={PRESET_NAME_MAX}
          placeholder={t('ptz.name')}
          aria-label={t('ptz.name')}
          aria-invalid={isMissing}
          aria-describedby="ptz-save-fault"
          onChange={({ currentTarget }) => {
            setMissing(false)
            setName(currentTarget.value)
          }}
        />
        <button type="submit" className="button">
          {t('ptz.save')}
        </button>
        <p id="ptz-save-fault" className="fault" role="alert">
          {isMissing && t('ptz.nameMissing')}
        </p>
      </form>
      <div className="ptz-edit">
        {presets.length > 0 && (
          <button
            type="button"
            className="button"
            aria-pressed={isEditing}
            onClick={() => setIsEditing(!isEditing)}
          >
            {isEditing ? t('ptz.done') : t('ptz.edit')}
          </button>
        )}
        {state.HasHome && (
          <button type="button" className="button" onClick={() => void setHome()}>
            {t('ptz.setHome')}
          </button>
        )}
      </div>
    </div>
  )
}

/** What the camera saw there. */
function Seen({ preset: { Url } }: { preset: Preset }): ReactNode {
  const [failed, setFailed] = useState('')
  return Url === '' || failed === Url ? (
    <i className="ptz-seen" />
  ) : (
    <img
      className="ptz-seen"
      src={requestBase + Url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(Url)}
    />
  )
}

interface EditedProps {
  preset: Preset
  controls: Pick<PtzControls, 'savePreset' | 'renamePreset' | 'removePreset'>
}

/** Its name is kept when the field is left or with Enter. */
function EditedPreset({ preset, controls }: EditedProps): ReactNode {
  const t = useT()
  const { Token, Name } = preset
  const [typed, setTyped] = useState(Name)
  const [isAsking, setAsking] = useState(false)
  const rename = async (): Promise<void> => {
    const wanted = typed.trim()
    if (wanted === Name) return
    if (wanted === '' || !(await quietly(controls.renamePreset(Token, wanted)))) setTyped(Name)
  }
  const replace = async (): Promise<void> => {
    if (await quietly(controls.savePreset(Name, Token))) say('success', t('ptz.saved', { name: Name }))
  }
  const remove = async (): Promise<void> => {
    for (const { Name: name, IsTooShort } of await controls.removePreset(Token))
      say('info', t(IsTooShort ? 'ptz.tourEnded' : 'ptz.tourShorter', { name, preset: Name }))
  }
  return (
    <div className="ptz-edited" data-preset={Token}>
      <Seen preset={preset} />
      <input
        type="text"
        className="input"
        value={typed}
        maxLength={PRESET_NAME_MAX}
        aria-label={t('ptz.rename', { name: Name })}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => void rename()}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
      <SignButton sign="⟳" label={t('ptz.replace', { name: Name })} onPress={replace} />
      <SignButton sign="×" label={t('ptz.remove', { name: Name })} onPress={() => setAsking(true)} />
      {isAsking && (
        // Where the camera looked then nobody can bring back.
        <Confirm
          title={t('ptz.removeTitle')}
          confirmLabel={t('ui.delete')}
          isDestructive
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{t('ptz.removeQuestion', { name: Name })}</p>
        </Confirm>
      )}
    </div>
  )
}
