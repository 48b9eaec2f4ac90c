import { rightsOfAccount, rightsOfDevice, whyRefused } from '@vedette/contract/calls/rights'

import type { Authority } from '../../authority/authority.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve } from '../../http/route.ts'
import { ofAccount, ofDevice, why } from './rights.ts'
import { rightsStore } from './store.ts'

/** X-ray: what an account may see, who may see a device, why a call is refused. */
export function rightsModule(storage: Storage, authority: Authority): Route[] {
  const needs = { store: rightsStore(storage), authority }
  return [
    serve(rightsOfAccount, ({ AccountID }, session) => ofAccount(session, AccountID, needs)),

    serve(rightsOfDevice, ({ DID, Page, PageSize }, session) =>
      ofDevice(session, { did: DID, offset: (Page - 1) * PageSize, limit: Math.min(PageSize, 500) }, needs),
    ),

    serve(whyRefused, ({ AccountID, Path, Things, PreviewRoleID }, session) => {
      const objects = Things.map(({ Kind, ID }) => ({ kind: Kind, id: ID }))
      const asked = { accountId: AccountID, path: Path, objects, previewRoleId: PreviewRoleID }
      return why(session, asked, needs)
    }),
  ]
}
