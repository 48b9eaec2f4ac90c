/** Whom and what the log's filters offer. */
import { useQuery } from '@tanstack/react-query'
import { accountList } from '@vedette/contract/calls/account'
import { deviceList } from '@vedette/contract/calls/device'

import type { Option } from '../../ui/aria/option.ts'
import { CameraThumbnail } from '../../ui/camera-card/CameraThumbnail.tsx'
import { shownId } from '../../ui/device-id.ts'
import { send } from '../../wire/send.ts'

/** The search finds those beyond. */
const MOST = 500

export function useAccountOptions(): Option[] {
  const { data = [] } = useQuery({
    queryKey: [accountList.path, 'audit'],
    queryFn: async ({ signal }) =>
      (await send(accountList, { PageSize: MOST, Sort: 'Account', Order: 'asc' }, { signal })).List,
  })
  return data.map(({ AccountID, Account, Name }) => ({ value: AccountID, label: Account, detail: Name }))
}

export function useDeviceOptions(): Option[] {
  const { data = [] } = useQuery({
    queryKey: [deviceList.path, 'audit'],
    queryFn: async ({ signal }) => (await send(deviceList, { PageSize: MOST }, { signal })).List,
  })
  return data.map((device) => ({
    value: device.DID,
    label: device.DevName,
    picture: <CameraThumbnail did={device.DID} devType={device.DevType} />,
    detail: [device.GroupName, shownId(device)].filter(Boolean).join(' · '),
  }))
}
