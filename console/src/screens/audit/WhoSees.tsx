import { useQuery } from '@tanstack/react-query'
import { deviceList } from '@vedette/contract/calls/device'
import { rightsOfDevice } from '@vedette/contract/calls/rights'
import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { shownId } from '../../ui/device-id.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Listing } from '../../ui/Listing.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { SearchField } from '../../ui/table/SearchField.tsx'
import { usePagedSearch } from '../../ui/table/use-paged-search.ts'
import { send } from '../../wire/send.ts'
import { whyText } from './why-text.ts'

const DEVICES_OFFERED = 20

/** Every account, whether it may watch this device, and why not. */
export function WhoSees(): ReactNode {
  const t = useT()
  const { search, pager, paging, Keyword, toFirstPage } = usePagedSearch(20)
  const [chosen, setChosen] = useState('')
  const devices = useQuery({
    queryKey: [deviceList.path, 'offered', Keyword],
    queryFn: async ({ signal }) =>
      (await send(deviceList, { Keyword, PageSize: DEVICES_OFFERED }, { signal })).List,
  })
  const offered = devices.data ?? []
  const DID = offered.some((it) => it.DID === chosen) ? chosen : (offered[0]?.DID ?? '')
  const query = { DID, ...paging }
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
          <SearchField label={t('audit.deviceHint')} {...search} />
          <select
            className="input"
            aria-label={t('audit.device')}
            value={DID}
            onChange={(event) => {
              setChosen(event.currentTarget.value)
              toFirstPage()
            }}
          >
            {offered.map((device) => (
              <option key={device.DID} value={device.DID}>
                {device.DevName} · {shownId(device)}
              </option>
            ))}
          </select>
        </>
      }
      foot={<Pager total={data?.Total ?? 0} {...pager} />}
    >
      <DataTable
        label={t('audit.whoSees')}
        rows={data?.List ?? []}
        keyOf={(row) => row.AccountID}
        nameOf={(row) => row.Account}
        isLoading={isFetching}
        empty={<EmptyState title={t('audit.whoSees')} text={t('audit.chooseDevice')} drawing="camera" />}
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
