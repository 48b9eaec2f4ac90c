import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { alarmsByRegion, floorPlaces, floorPlans } from '@vedette/contract/calls/floor-plan'
import { getGroupList } from '@vedette/contract/calls/group'
import { METHOD } from '@vedette/contract/push'
import { useEffect, useMemo } from 'react'

import { push } from '../../../app/push.ts'
import { send } from '../../../wire/send.ts'
import { type Place, placesOf } from './floors.ts'

/** Alarms that others close are not pushed. */
const RECOUNT_MS = 30_000

export function useForest() {
  return useQuery({
    queryKey: [getGroupList.path],
    queryFn: async ({ signal }) => (await send(getGroupList, {}, { signal })).List,
  })
}

export function useFloors() {
  const client = useQueryClient()
  const forest = useForest()
  const plans = useQuery({
    queryKey: [floorPlans.path],
    queryFn: async ({ signal }) => (await send(floorPlans, {}, { signal })).List,
  })
  const alarms = useQuery({
    queryKey: [alarmsByRegion.path],
    queryFn: async ({ signal }) => (await send(alarmsByRegion, {}, { signal })).List,
    refetchInterval: RECOUNT_MS,
  })
  useEffect(
    () => push.on(METHOD.alarm, () => void client.invalidateQueries({ queryKey: [alarmsByRegion.path] })),
    [client],
  )
  const places = useMemo((): readonly Place[] | undefined => {
    if (!forest.data || !plans.data) return undefined
    const counts = new Map(alarms.data?.map(({ GID, Count }) => [GID, Count]))
    return placesOf(forest.data, plans.data, counts)
  }, [forest.data, plans.data, alarms.data])
  return {
    places,
    forest: forest.data ?? [],
    isFailed: plans.isError || forest.isError,
    refresh: () =>
      Promise.all(
        [floorPlans.path, floorPlaces.path, getGroupList.path].map((path) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  }
}

export function useFloorPlaces(GID: string) {
  return useQuery({
    queryKey: [floorPlaces.path, GID],
    queryFn: async ({ signal }) => (await send(floorPlaces, { GID }, { signal })).List,
    placeholderData: keepPreviousData,
  })
}
