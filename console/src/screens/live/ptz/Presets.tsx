import { PRESET_NAME_MAX } from '@vedette/contract/calls/device-message'
import { type ReactNode, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import { useShortcuts } from '../../../ui/shortcuts/shortcuts.ts'
import { say } from '../../../ui/toasts.ts'
import { quietly } from './quietly.ts'
import type { PtzControls } from './use-ptz.ts'

const NUMBERED = 9

/** Places that the camera knows by name; the first nine have a key. */
export function Presets({ controls }: { controls: PtzControls }): ReactNode {
  const t = useT()
  const [name, setName] = useState('')
  const [isEditing, setIsEditing] = useState(false)
  const { state, goPreset, savePreset, removePreset, home } = controls
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
      <ol className="ptz-chips">
        {presets.map(({ Token, Name }, at) => (
          <li key={Token}>
            <button
              type="button"
              className="ptz-chip"
              data-preset={Token}
              title={isEditing ? t('ptz.remove', { name: Name }) : t('ptz.go', { name: Name })}
              aria-label={isEditing ? t('ptz.remove', { name: Name }) : t('ptz.go', { name: Name })}
              data-editing={isEditing}
              onClick={() => void quietly(isEditing ? removePreset(Token) : goPreset(Token))}
            >
              {at < NUMBERED && <b>{at + 1}</b>} {Name} {isEditing && <span aria-hidden="true">×</span>}
            </button>
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
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <button type="submit" className="button" disabled={name.trim() === ''}>
          {t('ptz.save')}
        </button>
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
