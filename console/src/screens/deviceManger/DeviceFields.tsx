import type { GroupNode } from '@vedette/contract/calls/group'
import { devTypeNumber, type DeviceType } from '@vedette/contract/devices'
import { type ReactNode, useMemo } from 'react'

import { type Translate, useT } from '../../i18n/language.ts'
import { PlaceField } from '../../map/PlaceField.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { regionNodes } from '../../ui/tree/region-nodes.ts'
import { TreeSelect } from '../../ui/tree/TreeSelect.tsx'
import { typeText } from './device-words.ts'
import type { Faults } from '../../ui/use-form-faults.ts'

const LONGEST_NAME = 50
const LONGEST_LOGIN = 128

/** The region that a form begins with: the one that is chosen in the tree, else the only one there is. */
export function firstRegion(chosen: string, forest: readonly GroupNode[]): string | undefined {
  const [only, ...others] = forest
  return chosen || (others.length === 0 && only?.Childs.length === 0 ? only.GID : undefined)
}

interface RegionProps {
  forest: readonly GroupNode[]
  gid: string | undefined
  onChoose: (gid: string) => void
  fault: string | undefined
}

/** The region that a device belongs to. */
export function RegionField({ forest, gid, onChoose, fault }: RegionProps): ReactNode {
  const t = useT()
  const nodes = useMemo(() => regionNodes(forest), [forest])
  return (
    <TreeSelect
      label={t('devices.region')}
      isRequired
      nodes={nodes}
      emptyText={t('devices.noRegions')}
      value={gid}
      onChoose={onChoose}
      fault={fault}
    />
  )
}

interface LoginProps {
  username: string
  password: string
  onUsername: (username: string) => void
  onPassword: (password: string) => void
  faults?: Faults
}

/** How the device is logged in to. */
export function LoginFields({ username, password, onUsername, onPassword, faults }: LoginProps): ReactNode {
  const t = useT()
  return (
    <div className="device-pair">
      <TextField
        label={t('devices.username')}
        value={username}
        maxLength={LONGEST_LOGIN}
        onType={onUsername}
        fault={faults?.['Username']}
      />
      <TextField
        label={t('devices.password')}
        type="password"
        autoComplete="new-password"
        maxLength={LONGEST_LOGIN}
        value={password}
        onType={onPassword}
        fault={faults?.['Password']}
      />
    </div>
  )
}

export interface DeviceValue<T extends DeviceType> {
  name: string
  type: T
  gid: string | undefined
}

interface Props<T extends DeviceType> {
  value: DeviceValue<T>
  onChange: (value: DeviceValue<T>) => void
  /** The types to choose from; empty for a device whose type is settled. */
  types: readonly T[]
  forest: readonly GroupNode[]
  faults: Faults
  /** Where it is, `lng,lat`; absent where it cannot be said. */
  place?: { value: string; onChange: (place: string) => void } | undefined
  /** Stands beside the type, or behind the name. */
  children?: ReactNode
}

/** What every form about a device asks: its name, its type and its region. */
export function DeviceFields<T extends DeviceType>(props: Props<T>): ReactNode {
  const { value, onChange, types, forest, faults, place, children } = props
  const t = useT()
  const choice = types.length > 0 && (
    <SelectField
      label={t('devices.type')}
      value={value.type}
      options={types.map((type) => ({ value: type, label: typeText(t, devTypeNumber(type)) }))}
      onChoose={(type) => onChange({ ...value, type })}
      fault={faults['DevType']}
    />
  )
  return (
    <>
      <TextField
        label={t('devices.name')}
        isRequired
        maxLength={LONGEST_NAME}
        value={value.name}
        onType={(name) => onChange({ ...value, name })}
        fault={faults['DevName']}
      />
      {choice && children ? (
        <div className="device-pair">
          {choice}
          {children}
        </div>
      ) : (
        <>
          {choice}
          {children}
        </>
      )}
      <RegionField
        forest={forest}
        gid={value.gid}
        onChoose={(gid) => onChange({ ...value, gid })}
        fault={faults['GID']}
      />
      {place && (
        <PlaceField
          label={t('devices.coordinates')}
          hint={t('devices.coordinatesHint')}
          fault={faults['Lng']}
          {...place}
        />
      )}
    </>
  )
}

/** What is missing of these texts, and of the region. */
export function missingOf(
  t: Translate,
  texts: Readonly<Record<string, string>>,
  gid: string | undefined,
): Faults {
  const empty = Object.entries(texts).filter(([, text]) => text.trim() === '')
  return {
    ...Object.fromEntries(empty.map(([field]) => [field, t('devices.required')])),
    ...(gid === undefined ? { GID: t('devices.regionRequired') } : {}),
  }
}
