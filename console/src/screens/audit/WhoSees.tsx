import { useQuery } from '@tanstack/react-query'
import { deviceList } from '@vedette/contract/calls/device'
import { rightsOfDevice } from '@vedette/contract/calls/rights'
import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { useDebounced } from '../../ui/device-tree/use-debounced.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Listing } from '../../ui/Listing.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { send } from '../../wire/send.ts'
import { whyText } from './why-text.ts'

const SEARCH_DELAY_MS = 250
const DEVICES_OFFERED = 20

/** Every account, whether it may watch this device, and why not. */
export function WhoSees(): ReactNode {
  const t = useT()
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState('')
  const [place, setPlace] = useState({ page: 1, pageSize: 20 })
  const searched = useDebounced(keyword.trim(), SEARCH_DELAY_MS)
  const devices = useQuery({
    queryKey: [deviceList.path, 'offered', searched],
    queryFn: async ({ signal }) =>
      (await send(deviceList, { Keyword: searched || undefined, PageSize: DEVICES_OFFERED }, { signal }))
        .List,
  })
  const offered = devices.data ?? []
  const DID = offered.some((it) => it.DID === chosen) ? chosen : (offered[0]?.DID ?? '')
  const query = { DID, Page: place.page, PageSize: place.pageSize }
  const { data, isFetching } = useQuery({
    queryKey: [rightsOfDevice.path, query],
    queryFn: ({ signal }) => send(rightsOfDevice, query, { signal }),
    enabled: DID !== '',
  })
  const yesNo = (is: boolean): string => t(is ? 'audit.yes' : 'audit.no')
  return (
    <Listing
      toolbar={
        <>
          <input
            className="input"
            type="search"
            aria-label={t('audit.deviceHint')}
            placeholder={t('audit.deviceHint')}
            value={keyword}
            onChange={(event) => setKeyword(event.currentTarget.value)}
          />
          <select
            className="input"
            aria-label={t('audit.device')}
            value={DID}
            onChange={(event) => {
              setChosen(event.currentTarget.value)
              setPlace({ page: 1, pageSize: place.pageSize })
            }}
          >
            {offered.map((device) => (
              <option key={device.DID} value={device.DID}>
                {device.DevName} · {device.DID}
              </option>
            ))}
          </select>
        </>
      }
      foot={<Pager total={data?.Total ?? 0} {...place} onTurn={setPlace} />}
    >
      <DataTable
        label={t('audit.whoSees')}
        rows={data?.List ?? []}
        keyOf={(row) => row.AccountID}
        nameOf={(row) => row.Account}
        isLoading={isFetching}
        empty={<EmptyState title={t('audit.whoSees')} text={t('audit.chooseDevice')} />}
        columns={[
          { key: 'Account', head: t('audit.account'), cell: (row) => row.Account },
          { key: 'RoleName', head: t('audit.role'), cell: (row) => row.RoleName },
          { key: 'Watch', head: t('audit.watches'), cell: (row) => yesNo(row.Watch) },
          { key: 'List', head: t('audit.lists'), cell: (row) => yesNo(row.List) },
          { key: 'Why', head: t('audit.why'), cell: (row) => whyText(t, { Why: row.Why, Grants: [] }) },
        ]}
      />
    </Listing>
  )
}
