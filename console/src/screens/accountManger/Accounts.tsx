import {
  type AccountItem,
  ACCOUNT_SORTS,
  accountList,
  accountListExport,
  MAX_BATCH,
  updateUserAccount,
} from '@vedette/contract/calls/account'
import { type ReactNode, useState } from 'react'

import { type CompanyTime, useCompanyTime } from '../../app/company-time.ts'
import { isAdministrator } from '../../app/session-store.ts'
import { useSession } from '../../app/session.ts'
import { type Translate, useLanguage, useT } from '../../i18n/language.ts'
import { ownLanguageFor } from '../../i18n/packs.ts'
import { ContextMenu, type MenuAction, type MenuPoint } from '../../ui/aria/Menu.tsx'
import { MultiSelect } from '../../ui/aria/MultiSelect.tsx'
import { FoldedFilters } from '../../ui/FoldedFilters.tsx'
import { listed } from '../../ui/listed.ts'
import { Listing } from '../../ui/Listing.tsx'
import { BulkBar } from '../../ui/table/BulkBar.tsx'
import { type Column, DataTable, type Sort } from '../../ui/table/DataTable.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { NothingListed } from '../../ui/table/NothingListed.tsx'
import { ACCOUNT_PAGE_SIZES } from '../../ui/table/pager.ts'
import { Pager } from '../../ui/table/Pager.tsx'
import { SearchField } from '../../ui/table/SearchField.tsx'
import { usePagedSearch } from '../../ui/table/use-paged-search.ts'
import { say } from '../../ui/toasts.ts'
import { succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import { AccountDialogs, type OpenDialog } from './AccountDialogs.tsx'
import { Invited, resendTo } from './Invitations.tsx'
import { PasswordRuleButton } from './PasswordRuleButton.tsx'
import { useAccounts, useAccountsChanged, useRoles } from './queries.ts'
import { RowActions, rowActions, useAccountRights } from './RowActions.tsx'
import { SingleSignOnButton } from './SingleSignOn.tsx'
import { Tag } from './Tag.tsx'

const STATES = ['active', 'disabled'] as const
type State = (typeof STATES)[number]

/** What can be deleted. */
const canChoose = ({ Self, Manageable }: AccountItem): boolean => Manageable && !Self

/** Section 2, "Account management". */
export function Accounts(): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const language = useLanguage((it) => it.language)
  const may = useAccountRights()
  const isAdmin = useSession(({ user }) => isAdministrator(user))
  const changed = useAccountsChanged()
  const [roleIds, setRoleIds] = useState<readonly string[]>([])
  const [states, setStates] = useState<readonly State[]>([])
  const [sort, setSort] = useState<Sort>({ key: 'CreateTime', isDescending: true })
  const [chosen, setChosen] = useState<ReadonlyMap<string, AccountItem>>(new Map())
  const [open, setOpen] = useState<OpenDialog>()
  const [menu, setMenu] = useState<{ row: AccountItem; point: MenuPoint }>()
  const { search, pager, paging, Keyword, toFirstPage, fromFirstPage } = usePagedSearch()
  const filter = {
    Keyword,
    RoleIDs: roleIds.length > 0 ? [...roleIds] : undefined,
    Disabled: states.length === 1 ? states[0] === 'disabled' : undefined,
    Sort: ACCOUNT_SORTS.find((it) => it === sort.key),
    Order: sort.isDescending ? ('desc' as const) : ('asc' as const),
  }
  const isFiltered = Keyword !== undefined || roleIds.length + states.length > 0
  const clear = (): void => {
    search.onType('')
    setRoleIds([])
    setStates([])
  }
  const { data, isFetching, isError, refetch } = useAccounts({ ...filter, ...paging })
  const roles = useRoles()
  const rows = data?.List ?? []
  const choose = (keys: ReadonlySet<string>): void => {
    const known = new Map([...chosen, ...rows.map((row) => [row.AccountID, row] as const)])
    setChosen(new Map([...known].filter(([key]) => keys.has(key))))
  }
  /** All that match, but one's own account, which nobody can delete. */
  const chooseAll = async (): Promise<void> => {
    const { List } = await send(accountList, { ...filter, Page: 1, PageSize: MAX_BATCH })
    setChosen(new Map(List.filter(canChoose).map((row) => [row.AccountID, row])))
  }
  const rights = {
    may,
    isAdministrator: isAdmin,
    onOpen: setOpen,
    onEnable: (row: AccountItem) => void enable(row, changed),
    onResend: (row: AccountItem) => void resendTo(row, t, changed),
  }
  const actionsOf = (row: AccountItem): MenuAction[] => rowActions(t, row, rights)
  const askToDelete = (accounts: readonly AccountItem[]): void => {
    if (accounts.length === 0) say('warning', t('accounts.chooseSome'))
    else setOpen({ kind: 'delete', accounts })
  }

  return (
    <Listing
      count={data?.Total}
      head={
        <>
          {isAdmin && <PasswordRuleButton />}
          {isAdmin && <SingleSignOnButton />}
          {may.export && (
            <ExportMenu
              fetchFile={(Format) =>
                send(accountListExport, { ...filter, Format, Language: ownLanguageFor(language) })
              }
            />
          )}
          {may.deleteAll && (
            <button type="button" className="button" onClick={() => askToDelete([...chosen.values()])}>
              {t('accounts.deleteChosen')}
            </button>
          )}
          {may.add && (
            <button type="button" className="button button-primary" onClick={() => setOpen({ kind: 'add' })}>
              {t('accounts.add')}
            </button>
          )}
        </>
      }
      toolbar={
        <>
          <SearchField label={t('accounts.search')} {...search} />
          <FoldedFilters active={[roleIds, states].filter((some) => some.length > 0).length}>
            <MultiSelect
              label={t('accounts.role')}
              all={t('accounts.allRoles')}
              options={roles.data?.map(({ id, RoleName }) => ({ value: id, label: RoleName })) ?? []}
              values={roleIds}
              onChange={fromFirstPage(setRoleIds)}
            />
            <MultiSelect
              label={t('accounts.state')}
              all={t('accounts.anyState')}
              options={STATES.map((state) => ({ value: state, label: t(`accounts.${state}`) }))}
              values={states}
              onChange={fromFirstPage(setStates)}
            />
            {isFiltered && (
              <button type="button" className="button" onClick={clear}>
                {t('ui.clearFilters')}
              </button>
            )}
          </FoldedFilters>
        </>
      }
      foot={<Pager total={data?.Total ?? 0} {...pager} isFetching={isFetching} sizes={ACCOUNT_PAGE_SIZES} />}
    >
      <BulkBar
        count={chosen.size}
        rest={
          rows.every((row) => chosen.has(row.AccountID) || !canChoose(row))
            ? { total: data?.Total ?? 0, most: MAX_BATCH, onChooseAll: chooseAll }
            : undefined
        }
        onClear={() => setChosen(new Map())}
      >
        <span>
          {listed(
            t,
            [...chosen.values()].map((it) => it.Account),
          )}
        </span>
        <button
          type="button"
          className="button button-danger"
          onClick={() => askToDelete([...chosen.values()])}
        >
          {t('ui.delete')}
        </button>
      </BulkBar>
      <DataTable
        label={t('accounts.list')}
        widthsOf="accounts"
        rows={rows}
        keyOf={(row) => row.AccountID}
        nameOf={(row) => row.Account}
        isLoading={isFetching}
        sort={sort}
        onSort={setSort}
        {...(may.deleteAll && { chosen: new Set(chosen.keys()), onChoose: choose, canChoose })}
        onMenu={(row, point) => {
          if (row.Manageable) setMenu({ row, point })
        }}
        onOpen={(row) => actionsOf(row)[0]?.run()}
        empty={
          <NothingListed
            failed={{ isSo: isError, title: t('accounts.loadFailed'), onRetry: () => void refetch() }}
            title={t('accounts.empty')}
            text={t('accounts.emptyText')}
            onClear={isFiltered ? clear : undefined}
            drawing="people"
          />
        }
        columns={columnsOf(t, time)}
        actions={(row) => <RowActions row={row} actions={actionsOf(row)} />}
      />
      <ContextMenu
        label={t('ui.moreFor', { name: menu?.row.Account ?? '' })}
        actions={menu ? actionsOf(menu.row) : []}
        at={menu?.point}
        onClose={() => setMenu(undefined)}
      />
      {open && (
        <AccountDialogs
          key={open.kind}
          open={open}
          roles={roles.data ?? []}
          onOpen={setOpen}
          onClose={() => setOpen((now) => (now === open ? undefined : now))}
          onDeleted={() => {
            setChosen(new Map())
            toFirstPage()
          }}
        />
      )}
    </Listing>
  )
}

function columnsOf(t: Translate, time: CompanyTime): Column<AccountItem>[] {
  return [
    {
      key: 'Account',
      head: t('accounts.account'),
      isSortable: true,
      cell: (row) => (
        <>
          {row.Account} {row.Self && <Tag kind="own">{t('accounts.self')}</Tag>}
        </>
      ),
    },
    { key: 'Name', head: t('accounts.name'), isSortable: true, cell: (row) => row.Name },
    { key: 'Phone', head: t('accounts.phone'), cell: (row) => row.Phone },
    { key: 'RoleName', head: t('accounts.role'), isSortable: true, cell: (row) => row.RoleName },
    {
      key: 'Regions',
      head: t('accounts.regions'),
      isSortable: true,
      cell: (row) =>
        row.AllRegions ? t('accounts.allRegions') : t('accounts.someRegions', { count: row.GIDs.length }),
    },
    {
      key: 'State',
      head: t('accounts.state'),
      isSortable: true,
      cell: (row) => (
        <>
          {row.Disabled && <Tag kind="off">{t('accounts.disabled')}</Tag>}
          {!row.Disabled && row.InvitedUntil === 0 && t('accounts.active')}{' '}
          {row.HasSecondFactor && <Tag kind="own">{t('accounts.hasFactor')}</Tag>}
          {row.Outer && <Tag kind="own">{t('singleSignOn.tag')}</Tag>}
          {row.InvitedUntil > 0 && <Invited until={row.InvitedUntil} />}
        </>
      ),
    },
    {
      key: 'CreateTime',
      head: t('accounts.created'),
      isSortable: true,
      cell: (row) => `${time.day(row.CreateTime)} ${time.clock(row.CreateTime)}`,
    },
  ]
}

async function enable(row: AccountItem, changed: () => Promise<void>): Promise<void> {
  await succeeds(async () => {
    await send(updateUserAccount, { AccountID: row.AccountID, Disabled: false })
    await changed()
  })
}
