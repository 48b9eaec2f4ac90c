import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Upgrade, UPGRADE_STATES, upgradeList } from '@vedette/contract/calls/upgrade'
import { METHOD, ProgressBody } from '@vedette/contract/push'
import { useEffect, useState } from 'react'

import { push } from '../../../app/push.ts'
import { send } from '../../../wire/send.ts'
import { refreshDevices } from '../queries.ts'

/** A page of devices has at most so many rows. */
const LATEST = 100

export type RunningUpgrades = ReadonlyMap<string, Pick<Upgrade, 'State' | 'Progress'>>

/** How far the upgrade of each device is: as the list has it when one is first seen, then as it is pushed. */
export function useRunningUpgrades(isAny: boolean): RunningUpgrades {
  const client = useQueryClient()
  const [pushed, setPushed] = useState<RunningUpgrades>(new Map())
  const latest = useQuery({
    queryKey: [upgradeList.path, 'latest'],
    queryFn: ({ signal }) => send(upgradeList, { PageSize: LATEST }, { signal }),
    enabled: isAny,
  })
  useEffect(
    () =>
      push.on(METHOD.progress, (body) => {
        const said = ProgressBody.safeParse(body).data
        const State = UPGRADE_STATES.find((it) => it === said?.State)
        if (said?.Kind !== 'upgrade' || !State) return
        const { DID, Progress } = said
        setPushed((before) => new Map(before).set(DID, { State, Progress }))
        // It has another version now.
        if (State === 'done') void refreshDevices(client)
      }),
    [client],
  )
  // The newest of a device comes first, and stays when older ones follow.
  const listed = (latest.data?.List ?? []).toReversed().map((it) => [it.DID, it] as const)
  return new Map([...listed, ...pushed])
}
