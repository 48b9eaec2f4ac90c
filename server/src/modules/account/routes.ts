import {
  accountList,
  accountListExport,
  addAccount,
  deleteAccountList,
  endSecondFactor,
  joinGroups,
  resetDefaultPassword,
  updateAccountInfo,
  updateUserAccount,
} from '@vedette/contract/calls/account'

import type { BodyOf } from '@vedette/contract/call'
import type { WriteWorkbook } from '../../engines/spreadsheet/workbook.ts'
import { csvOfWorkbook } from '../../engines/spreadsheet/write-csv.ts'
import { type Route, serve } from '../../http/route.ts'
import {
  type AccountNeeds,
  accountsOf,
  bindRegions,
  deleteAccounts,
  resetPassword,
  updateAccount,
  updateInfo,
  type WantedRegions,
} from './account.ts'
import { addAccount as add } from './add.ts'
import type { Details } from '../../authority/audited.ts'
import { endSecondFactor as endFactor } from './second-factor.ts'
import type { AccountFilter } from './store.ts'
import { accountWorkbook, MAX_ROWS } from './workbook.ts'

interface Needs extends AccountNeeds {
  writeWorkbook: WriteWorkbook
}

export function accountRoutes(needs: Needs): Route[] {
  const { store } = needs
  return [
    serve(accountList, async ({ Sort, Order, Page, PageSize, ...wanted }, session) => {
      const filter = filterOf(wanted)
      const range = { offset: (Page - 1) * PageSize, limit: PageSize }
      const [Total, List] = await Promise.all([
        store.total(session, filter),
        accountsOf(session, filter, { by: Sort, order: Order }, range, needs),
      ])
      return { Total, List }
    }),

    serve(addAccount, (body, session, visitor) => {
      visitor.tell({ name: body.Account, ...toldOf(body) })
      return add(session, body, needs)
    }),

    serve(updateAccountInfo, async (body, session, visitor) => {
      visitor.tell({ name: body.Name })
      await updateInfo(session, body, needs)
      return {}
    }),

    serve(updateUserAccount, async (body, session, visitor) => {
      if (body.Disabled !== undefined) visitor.tell({ state: body.Disabled ? 'disabled' : 'active' })
      await updateAccount(session, body, needs)
      return {}
    }),

    serve(deleteAccountList, async ({ AccountIDs }, session) => {
      await deleteAccounts(session, AccountIDs, needs)
      return {}
    }),

    serve(accountListExport, async ({ Sort, Order, Format, Language, ...wanted }, session) => {
      const filter = filterOf(wanted)
      const range = { offset: 0, limit: MAX_ROWS + 1 }
      const accounts = await accountsOf(session, filter, { by: Sort, order: Order }, range, needs)
      const workbook = accountWorkbook(accounts, Language)
      const file = Format === 'csv' ? csvOfWorkbook(workbook) : await needs.writeWorkbook(workbook)
      return { FileName: `accounts-${session.companyCode}.${Format}`, File: file.toString('base64') }
    }),

    serve(resetDefaultPassword, ({ AccountID }, session) => resetPassword(session, AccountID, needs)),

    serve(endSecondFactor, async ({ AccountID }, session) => {
      await endFactor(session, AccountID, needs)
      return {}
    }),

    serve(joinGroups, async ({ AccountID, ...regions }, session, visitor) => {
      visitor.tell(toldOf(regions))
      await bindRegions(session, AccountID, regions, needs)
      return {}
    }),
  ]
}

type Wanted = Pick<BodyOf<typeof accountList>, 'Keyword' | 'RoleID' | 'RoleIDs' | 'Disabled'>

function filterOf({ Keyword, RoleID, RoleIDs, Disabled }: Wanted): AccountFilter {
  return {
    keyword: Keyword,
    roleIds: RoleIDs ?? (RoleID === undefined ? undefined : [RoleID]),
    isDisabled: Disabled,
  }
}

/** Details for the log, which names the regions themselves among what the action is about. */
function toldOf({ AllRegions, Future }: WantedRegions): Details {
  return { regions: AllRegions ? 'all' : Future ? 'withFuture' : 'some' }
}
