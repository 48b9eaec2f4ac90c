import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { useRoles } from './queries.ts'

export interface GroupRole {
  key: number
  Group: string
  RoleID: string
}

interface Props {
  /** The first whose group somebody is in gives the role. */
  roles: readonly GroupRole[]
  fault: string | undefined
  onChange: (roles: readonly GroupRole[]) => void
}

/** Which role each group of the identity provider gets, in their order. */
export function GroupRoles({ roles, fault, onChange }: Props): ReactNode {
  const t = useT()
  const { data = [] } = useRoles()
  const change = (at: number, more: Partial<GroupRole>): void =>
    onChange(roles.map((role, place) => (place === at ? { ...role, ...more } : role)))
  const moveUp = (at: number): void =>
    onChange([...roles.slice(0, at - 1), ...roles.slice(at - 1, at + 1).toReversed(), ...roles.slice(at + 1)])
  const nextKey = 1 + Math.max(-1, ...roles.map(({ key }) => key))
  return (
    <fieldset className="group-roles">
      <legend>{t('singleSignOn.map')}</legend>
      <p className="field-hint">{t(roles.length === 0 ? 'singleSignOn.mapEmpty' : 'singleSignOn.mapHint')}</p>
      {roles.map(({ key, Group, RoleID }, at) => {
        const number = at + 1
        return (
          <div key={key} className="group-role">
            <input
              className="input"
              aria-label={t('singleSignOn.group', { number })}
              maxLength={256}
              autoComplete="off"
              spellCheck={false}
              value={Group}
              onChange={(event) => change(at, { Group: event.currentTarget.value })}
            />
            <select
              className="input"
              aria-label={t('singleSignOn.role', { number })}
              value={RoleID}
              onChange={(event) => change(at, { RoleID: event.currentTarget.value })}
            >
              {!RoleID && <option value="">{t('ui.choose')}</option>}
              {data.map((role) => (
                <option key={role.id} value={role.id}>
                  {role.RoleName}
                </option>
              ))}
            </select>
            <button
              type="button"
              className="icon-button"
              aria-label={t('singleSignOn.up', { number })}
              disabled={at === 0}
              onClick={() => moveUp(at)}
            >
              ↑
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={t('singleSignOn.remove', { number })}
              onClick={() => onChange(roles.filter((_role, place) => place !== at))}
            >
              ×
            </button>
          </div>
        )
      })}
      <p className="fault" role="alert">
        {fault}
      </p>
      <button
        type="button"
        className="button"
        onClick={() => onChange([...roles, { key: nextKey, Group: '', RoleID: '' }])}
      >
        {t('singleSignOn.addGroup')}
      </button>
    </fieldset>
  )
}
