import { useQuery } from '@tanstack/react-query'
import { deviceList, type DeviceItem } from '@vedette/contract/calls/device'

import { useDebounced } from '../../ui/device-tree/use-debounced.ts'
import { send } from '../../wire/send.ts'

const SEARCH_DELAY_MS = 150
/** The best of these are shown. */
const MOST_ASKED = 20

interface Found {
  devices: readonly DeviceItem[]
  total: number
  state: 'none' | 'pending' | 'failed' | 'found'
  retry: () => void
}

/** The devices that the server finds for a text; what it answered to an earlier one is none. */
export function useFoundDevices(text: string, mayAsk: boolean): Found {
  const wanted = useDebounced(text, SEARCH_DELAY_MS)
  const isAsked = mayAsk && text !== ''
  const asked = { Keyword: wanted, PageSize: MOST_ASKED }
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [deviceList.path, asked],
    queryFn: ({ signal }) => send(deviceList, asked, { signal }),
    enabled: isAsked && wanted !== '',
  })
  const retry = (): void => void refetch()
  const nothing = { devices: [], total: 0, retry }
  if (!isAsked) return { ...nothing, state: 'none' }
  if (wanted !== text) return { ...nothing, state: 'pending' }
  if (data) return { devices: data.List, total: data.Total, state: 'found', retry }
  return { ...nothing, state: isError && !isFetching ? 'failed' : 'pending' }
}
