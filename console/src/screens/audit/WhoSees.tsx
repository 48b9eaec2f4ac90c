import { useQuery } from '@tanstack/react-query'
import { rightsOfDevice } from '@vedette/contract/calls/rights'
import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { ComboBox } from '../../ui/aria/ComboBox.tsx'
import { Listing } from '../../ui/Listing.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { NothingListed } from '../../ui/table/NothingListed.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { usePagedSearch } from '../../ui/table/use-paged-search.ts'
import { send } from '../../wire/send.ts'
import { useDeviceOptions } from './queries.tsx'
import { whyText } from './why-text.ts'

/** Every account, whether it may watch this device, and why not. */
export function WhoSees(): ReactNode {
  const t = useT()
  const { pager, paging, toFirstPage } = usePagedSearch(20)
  const [chosen, setChosen] = useState('')
  const { options: devices, onType } = useDeviceOptions()
  const isListed = chosen === '' || devices.some(({ value }) => value === chosen)
  const DID = chosen || (devices[0]?.value ?? '')
  const camera = devices.find(({ value }) => value === DID)
  const query = { DID, ...paging }
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: [rightsOfDevice.path, query],
    queryFn: ({ signal }) => send(rightsOfDevice, query, { signal }),
    enabled: DID !== '',
  })
  const choose = (did: string): void => {
    setChosen(did)
    toFirstPage()
  }
  const yesNo = (is: boolean): string => t(is ? 'audit.yes' : 'audit.no')
  return (
    <Listing
      toolbar={
        <>
          {camera?.picture}
          <ComboBox
            label={t('audit.device')}
            isBare
            placeholder={t('audit.deviceHint')}
            options={isListed ? devices : [...devices, { value: chosen, label: chosen }]}
            onType={onType}
            value={DID}
            onChoose={choose}
            // The id of one that is not in the list.
            onMake={choose}
            makeText={(id) => t('audit.byId', { id })}
          />
          <span className="page-count">{camera?.detail}</span>
        </>
      }
      foot={<Pager total={data?.Total ?? 0} {...pager} isFetching={isFetching} />}
    >
      <DataTable
        label={t('audit.whoSees')}
        rows={data?.List ?? []}
        keyOf={(row) => row.AccountID}
        nameOf={(row) => row.Account}
        isLoading={isFetching}
        empty={
          <NothingListed
            failed={{ isSo: isError, title: t('accounts.loadFailed'), onRetry: () => void refetch() }}
            title={t('audit.whoSees')}
            text={t('audit.chooseDevice')}
            drawing="camera"
          />
        }
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
