import { useQuery } from '@tanstack/react-query'
import { namedWalls } from '@vedette/contract/calls/wall'

import { send } from '../../../wire/send.ts'

export function useNamedWalls() {
  return useQuery({
    queryKey: [namedWalls.path],
    // Colleagues save and share theirs meanwhile.
    refetchOnMount: 'always',
    queryFn: async ({ signal }) => (await send(namedWalls, {}, { signal })).List,
  })
}
