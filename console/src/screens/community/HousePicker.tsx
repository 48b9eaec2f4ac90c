import type { Place } from '@vedette/contract/calls/community'
import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { houseText } from './house-text.ts'
import { House } from './Stack.tsx'
import { useAllAreas, usePlaces } from './queries.ts'

interface Props {
  label: string
  fault?: string | undefined
  isRequired?: boolean
  /** `areaId/houseId`; empty for none. */
  value: string
  onChoose: (value: string) => void
}

/** A house, chosen in a stacked picture of its unit: floors above one another, houses side by side. */
export function HousePicker({ label, fault, isRequired = false, value, onChoose }: Props): ReactNode {
  const t = useT()
  const areas = useAllAreas()
  const [areaId = '', houseId = ''] = value.split('/')
  const [chosenArea, setArea] = useState(areaId)
  const places = usePlaces(chosenArea).data ?? []
  const within = (parent: string): Place[] => places.filter(({ ParentID }) => ParentID === parent)
  const byId = (id: string): Place | undefined => places.find(({ PlaceID }) => PlaceID === id)
  const house = byId(houseId)
  const floor = byId(house?.ParentID ?? '')
  const unit = byId(floor?.ParentID ?? '')
  const [buildingId, setBuilding] = useState('')
  const [unitId, setUnit] = useState('')
  const shownBuilding = buildingId || (unit?.ParentID ?? '')
  const shownUnit = unitId || (unit?.PlaceID ?? '')
  const path = [byId(unit?.ParentID ?? ''), unit, floor, house].flatMap((it) => it?.Name ?? [])
  const choice = (
    name: string,
    chosen: string,
    options: readonly { id: string; label: string }[],
    choose: (id: string) => void,
  ): ReactNode => (
    <select
      className="input"
      aria-label={name}
      value={chosen}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="">{name}</option>
      {options.map(({ id, label: text }) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </select>
  )
  return (
    <fieldset className="community-house" data-required={isRequired} aria-invalid={fault !== undefined}>
      <legend>{label}</legend>
      <div className="community-choices">
        {choice(
          t('community.area'),
          chosenArea,
          areas.map(({ AreaID, Name }) => ({ id: AreaID, label: Name })),
          (id) => {
            setArea(id)
            setBuilding('')
            setUnit('')
            onChoose('')
          },
        )}
        {choice(
          t('community.building'),
          shownBuilding,
          within('').map(({ PlaceID, Name }) => ({ id: PlaceID, label: Name })),
          (id) => {
            setBuilding(id)
            setUnit('')
          },
        )}
        {choice(
          t('community.unit'),
          shownUnit,
          within(shownBuilding || '-').map(({ PlaceID, Name }) => ({
            id: PlaceID,
            label: t('community.unitName', { name: Name }),
          })),
          setUnit,
        )}
      </div>
      {shownUnit === '' ? (
        <p className="field-hint">{t('community.chooseBuilding')}</p>
      ) : (
        <ol className="community-stack">
          {within(shownUnit)
            .toReversed()
            .map((level) => (
              <li key={level.PlaceID}>
                <span>{t('community.floorName', { name: level.Name })}</span>
                {within(level.PlaceID).map((it) => (
                  <House
                    key={it.PlaceID}
                    house={it}
                    isChosen={it.PlaceID === houseId}
                    onPress={() => onChoose(`${chosenArea}/${it.PlaceID}`)}
                  />
                ))}
              </li>
            ))}
        </ol>
      )}
      {path.length > 0 && (
        <p className="field-hint">{t('community.chosenHouse', { path: houseText(t, path) })}</p>
      )}
      <p className="fault" role="alert">
        {fault}
      </p>
    </fieldset>
  )
}
