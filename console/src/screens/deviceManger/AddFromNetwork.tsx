import { useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import { addByAddress, discoverDevices } from '@vedette/contract/calls/device'
import { deviceTypeOf } from '@vedette/contract/devices'
import type { GroupNode } from '@vedette/contract/calls/group'
import { type ReactNode, useState } from 'react'

import { useLanguage, useT } from '../../i18n/language.ts'
import { failureText } from '../../i18n/translate.ts'
import { useHeld, useSaved } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { TaskProgress } from '../../ui/TaskProgress.tsx'
import { CallFailure } from '../../wire/failure.ts'
import { ask } from '../../wire/send.ts'
import { firstRegion, LoginFields, RegionField } from './DeviceFields.tsx'
import { useFormFaults } from '../../ui/use-form-faults.ts'
import { useStoppable } from '../../ui/use-stoppable.ts'
import { refreshDevices } from './queries.ts'
import { Snapshot } from './Snapshot.tsx'

type Found = ReplyOf<typeof discoverDevices>['List'][number]

interface Props {
  forest: readonly GroupNode[]
  gid: string
}

/** What answers on the network, many added at once with one login; what one device says against it stands in its row. */
export function AddFromNetwork({ forest, gid: startGid }: Props): ReactNode {
  const t = useT()
  const language = useLanguage((choice) => choice.language)
  const client = useQueryClient()
  const { faults, attempt, setFaults } = useFormFaults()
  const [isSearching, setSearching] = useState(false)
  const [found, setFound] = useState<readonly Found[]>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, string>>(new Map())
  const [adding, setAdding] = useState<{ done: number; total: number }>()
  const [gid, setGid] = useState(firstRegion(startGid, forest))
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const saved = useSaved()
  const work = useStoppable()
  useHeld(adding !== undefined)
  /** Credentials for the pictures; another attempt asks all devices anew. */
  const [login, setLogin] = useState<{ username: string; password: string; tries: number }>()

  const search = async (): Promise<void> => {
    setSearching(true)
    setChosen(new Set())
    setOutcomes(new Map())
    setLogin(undefined)
    await attempt([], async () => setFound((await ask(discoverDevices, {})).List))
    setSearching(false)
  }

  const showPictures = (): void => setLogin({ username, password, tries: (login?.tries ?? 0) + 1 })

  const addOne = async (device: Found, GID: string): Promise<string> => {
    try {
      const { DID, IsKnown } = await ask(addByAddress, {
        GID,
        DevName: (device.Name || device.Model || hostOf(device.Url)).slice(0, 50),
        DevType: device.DevType,
        Url: device.Url,
        Username: username,
        Password: password,
      })
      return IsKnown ? t('devices.readdressed', { did: DID }) : t('devices.isAdded', { did: DID })
    } catch (cause) {
      if (cause instanceof CallFailure) return failureText(language, cause)
      throw cause
    }
  }

  const add = async (): Promise<void> => {
    if (gid === undefined) return setFaults({ GID: t('devices.regionRequired') })
    setFaults({})
    const wanted = found?.filter(({ Endpoint }) => chosen.has(Endpoint)) ?? []
    const signal = work.begin()
    const left = new Set(chosen)
    for (const [done, device] of wanted.entries()) {
      if (signal.aborted) break
      setAdding({ done, total: wanted.length })
      const outcome = await addOne(device, gid)
      setOutcomes((known) => new Map(known).set(device.Endpoint, outcome))
      left.delete(device.Endpoint)
    }
    setAdding(undefined)
    setChosen(left)
    saved()
    await refreshDevices(client)
  }

  return (
    <div className="dialog-form">
      {!found && <p>{t('devices.networkText')}</p>}
      {isSearching ? (
        <TaskProgress label={t('devices.searching')} total={undefined} done={0} />
      ) : (
        <button type="button" className="button button-primary" onClick={() => void search()}>
          {t('devices.searchNetwork')}
        </button>
      )}
      <p className="fault" role="alert">
        {faults['']}
      </p>
      {found && (
        <>
          <DataTable
            label={t('devices.foundDevices')}
            columns={[
              ...(login
                ? [
                    {
                      key: 'picture',
                      head: t('devices.picture'),
                      cell: ({ Name, Url, Endpoint }: Found) => (
                        <Snapshot
                          key={`${login.tries} ${Endpoint}`}
                          place={{ Url, Username: login.username, Password: login.password }}
                          name={Name || hostOf(Url)}
                          isSmall
                        />
                      ),
                    },
                  ]
                : []),
              { key: 'name', head: t('devices.name'), cell: (row) => row.Name },
              { key: 'model', head: t('devices.model'), cell: (row) => row.Model },
              {
                key: 'type',
                head: t('devices.type'),
                cell: (row) => t(`devices.${deviceTypeOf(row.DevType)}`),
              },
              { key: 'address', head: t('devices.address'), cell: (row) => hostOf(row.Url) },
              {
                key: 'outcome',
                head: t('devices.outcome'),
                cell: (row) =>
                  outcomes.get(row.Endpoint) ??
                  (row.KnownDID === undefined ? '' : t('devices.isKnown', { did: row.KnownDID })),
              },
            ]}
            rows={found}
            keyOf={({ Endpoint }) => Endpoint}
            nameOf={({ Name, Url }) => `${Name} ${hostOf(Url)}`}
            empty={
              <EmptyState
                title={t('devices.nothingFound')}
                text={t('devices.nothingFoundText')}
                drawing="search"
              />
            }
            chosen={chosen}
            onChoose={setChosen}
          />
          <fieldset className="device-login-all">
            <legend>{t('devices.oneLogin')}</legend>
            <LoginFields
              username={username}
              password={password}
              onUsername={setUsername}
              onPassword={setPassword}
            />
            <button type="button" className="button" onClick={showPictures}>
              {t('devices.showPictures')}
            </button>
          </fieldset>
          <RegionField forest={forest} gid={gid} onChoose={setGid} fault={faults['GID']} />
          {adding ? (
            <TaskProgress
              label={t('devices.adding')}
              total={adding.total}
              done={adding.done}
              onCancel={work.stop}
            />
          ) : (
            <div className="dialog-actions">
              <button
                type="button"
                className="button button-primary"
                disabled={chosen.size === 0}
                onClick={() => void add()}
              >
                {t('devices.addChosen', { count: chosen.size })}
              </button>
            </div>
          )}
        </>
      )}
    </div>
  )
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}
