import type { Place } from '@vedette/contract/calls/community'
import { type ReactNode, useRef } from 'react'

import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { Household } from './Household.tsx'
import { pathTo, placeText } from './house-text.ts'
import { House } from './Stack.tsx'

export type Doing = { kind: 'addBuilding' } | { kind: 'add' | 'rename' | 'delete'; place: Place }

export const ADD_WITHIN = {
  building: 'community.addUnit',
  unit: 'community.addFloor',
  floor: 'community.addHouse',
} as const

interface Props {
  place: Place
  places: readonly Place[]
  onChoose: (placeId: string) => void
  onDo: (doing: Doing) => void
}

/** What was chosen, what may be done with it, and its units as stacked pictures. */
export function PlacePane({ place, places, onChoose, onDo }: Props): ReactNode {
  const t = useT()
  const head = useRef<HTMLHeadingElement>(null)
  const may = {
    add: useCan('building', 'add'),
    edit: useCan('building', 'edit'),
    delete: useCan('building', 'delete'),
  }
  const within = (parent: string): Place[] => places.filter(({ ParentID }) => ParentID === parent)
  const path = pathTo(place, places)
  const unit = path.find(({ Kind }) => Kind === 'unit')
  const units = unit ? [unit] : within(place.PlaceID)
  const floors = units.flatMap(({ PlaceID }) => within(PlaceID))
  const houses = floors.flatMap(({ PlaceID }) => within(PlaceID))
  const sum = (of: 'Residents' | 'Vehicles'): number => houses.reduce((all, it) => all + it[of], 0)
  return (
    <section className="community-pane" aria-label={placeText(t, place)}>
      <h2 ref={head}>{path.map((it) => placeText(t, it)).join(' / ')}</h2>
      <div className="row-actions">
        {may.add && place.Kind !== 'house' && (
          <button type="button" className="button" onClick={() => onDo({ kind: 'add', place })}>
            {t(ADD_WITHIN[place.Kind])}
          </button>
        )}
        {may.edit && (
          <button type="button" className="button" onClick={() => onDo({ kind: 'rename', place })}>
            {t('community.rename')}
          </button>
        )}
        {may.delete && (
          <button type="button" className="button" onClick={() => onDo({ kind: 'delete', place })}>
            {t('community.delete')}
          </button>
        )}
      </div>
      {place.Kind === 'house' ? (
        <>
          <p>
            {t('community.houseOf', {
              name: placeText(t, place),
              residents: place.Residents,
              vehicles: place.Vehicles,
            })}
          </p>
          <Household houseId={place.PlaceID} />
        </>
      ) : (
        houses.length > 0 && (
          <p className="community-legend">
            {t('community.occupied', {
              houses: houses.length,
              lived: houses.filter(({ Residents }) => Residents > 0).length,
              residents: sum('Residents'),
              vehicles: sum('Vehicles'),
            })}
            <span aria-hidden="true">
              <i className="community-flat" data-lived="true" /> {t('community.livedIn')}
            </span>
          </p>
        )
      )}
      <div className="community-units">
        {units.map((it) => (
          <div key={it.PlaceID}>
            <h3>{placeText(t, it)}</h3>
            <ol className="community-stack">
              {within(it.PlaceID)
                .toReversed()
                .map((floor) => (
                  <li key={floor.PlaceID} data-chosen={floor === place}>
                    <span>{placeText(t, floor)}</span>
                    {within(floor.PlaceID).map((house) => (
                      <House
                        key={house.PlaceID}
                        house={house}
                        isChosen={house === place}
                        onPress={() => {
                          onChoose(house.PlaceID)
                          head.current?.scrollIntoView({ block: 'nearest' })
                        }}
                      />
                    ))}
                  </li>
                ))}
            </ol>
          </div>
        ))}
      </div>
    </section>
  )
}
