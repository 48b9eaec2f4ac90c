import { QueryClient } from '@tanstack/react-query'

/** A call that failed has been shown and may be repeated by the person; only pushes and focus fetch anew by themselves. */
export const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 15_000 } } })
