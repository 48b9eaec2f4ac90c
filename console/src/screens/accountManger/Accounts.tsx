import {
  type AccountItem,
  ACCOUNT_SORTS,
  accountListExport,
  deleteAccountList,
  updateUserAccount,
} from '@vedette/contract/calls/account'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useCan, useSession } from '../../app/session.ts'
import { useLanguage, useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { useDebounced } from '../../ui/device-tree/use-debounced.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { listed } from '../../ui/listed.ts'
import { Listing } from '../../ui/Listing.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { BulkBar } from '../../ui/table/BulkBar.tsx'
import { DataTable, type Sort } from '../../ui/table/DataTable.tsx'
import { ACCOUNT_PAGE_SIZES } from '../../ui/table/pager.ts'
import { Pager } from '../../ui/table/Pager.tsx'
import { say } from '../../ui/toasts.ts'
import { CallFailure } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import { AccountForm } from './AccountForm.tsx'
import { AccountRights } from './AccountRights.tsx'
import { EndSecondFactor } from './EndSecondFactor.tsx'
import { IssuedPassword, ResetPassword } from './IssuedPassword.tsx'
import { PasswordRuleButton } from './PasswordRuleButton.tsx'
import { useAccounts, useAccountsChanged, useRoles } from './queries.ts'
import { RegionBinding } from './RegionBinding.tsx'
import { SingleSignOnButton } from './SingleSignOn.tsx'

const SEARCH_DELAY_MS = 250
const FULL_ADMINISTRATOR = 1

type Open =
  | { kind: 'add' }
  | { kind: 'edit' | 'regions' | 'reset' | 'factor' | 'disable' | 'rights'; account: AccountItem }
  | { kind: 'delete'; accounts: readonly AccountItem[] }
  | { kind: 'issued'; name: string; password: string }

/** Section 2, "Account management". */
export function Accounts(): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const may = useRights()
  const isAdministrator = useSession(({ user }) => user?.currentCompany.RoleStatus === FULL_ADMINISTRATOR)
  const changed = useAccountsChanged()
  const [keyword, setKeyword] = useState('')
  const [roleId, setRoleId] = useState('')
  const [sort, setSort] = useState<Sort>({ key: 'CreateTime', isDescending: true })
  const [place, setPlace] = useState({ page: 1, pageSize: 10 })
  const [chosen, setChosen] = useState<ReadonlyMap<string, AccountItem>>(new Map())
  const [open, setOpen] = useState<Open>()
  const searched = useDebounced(keyword.trim(), SEARCH_DELAY_MS)
  const filter = {
    Keyword: searched || undefined,
    RoleID: roleId || undefined,
    Sort: ACCOUNT_SORTS.find((it) => it === sort.key),
    Order: sort.isDescending ? ('desc' as const) : ('asc' as const),
  }
  const { data, isFetching, isError, refetch } = useAccounts({
    ...filter,
    Page: place.page,
    PageSize: place.pageSize,
  })
  const roles = useRoles()
  const rows = data?.List ?? []
  const toFirstPage = (): void => setPlace({ page: 1, pageSize: place.pageSize })
  /** Only what is open still: another may have taken its place, such as the password that was issued. */
  const closing =
    (...kinds: Open['kind'][]) =>
    (): void =>
      setOpen((now) => (now && kinds.includes(now.kind) ? undefined : now))
  const choose = (keys: ReadonlySet<string>): void => {
    const known = new Map([...chosen, ...rows.map((row) => [row.AccountID, row] as const)])
    setChosen(new Map([...known].filter(([key]) => keys.has(key))))
  }
  const askToDelete = (accounts: readonly AccountItem[]): void => {
    if (accounts.length === 0) say('warning', t('accounts.chooseSome'))
    else setOpen({ kind: 'delete', accounts })
  }

  return (
    <Listing
      toolbar={
        <>
          <input
            className="input"
            type="search"
            aria-label={t('accounts.search')}
            placeholder={t('accounts.search')}
            value={keyword}
            onChange={(event) => {
              setKeyword(event.currentTarget.value)
              toFirstPage()
            }}
          />
          <select
            className="input"
            aria-label={t('accounts.role')}
            value={roleId}
            onChange={(event) => {
              setRoleId(event.currentTarget.value)
              toFirstPage()
            }}
          >
            <option value="">{t('accounts.allRoles')}</option>
            {roles.data?.map((role) => (
              <option key={role.id} value={role.id}>
                {role.RoleName}
              </option>
            ))}
          </select>
          <span className="listing-gap" />
          {isAdministrator && <PasswordRuleButton />}
          {isAdministrator && <SingleSignOnButton />}
          {isAdministrator && (
            <a className="button" href="#/audit">
              {t('audit.log')}
            </a>
          )}
          {may.export && <ExportButton filter={filter} />}
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
      foot={<Pager total={data?.Total ?? 0} {...place} sizes={ACCOUNT_PAGE_SIZES} onTurn={setPlace} />}
    >
      <BulkBar count={chosen.size} onClear={() => setChosen(new Map())}>
        {listed(
          t,
          [...chosen.values()].map((it) => it.Account),
        )}
      </BulkBar>
      <DataTable
        label={t('accounts.list')}
        rows={rows}
        keyOf={(row) => row.AccountID}
        nameOf={(row) => row.Account}
        isLoading={isFetching}
        sort={sort}
        onSort={setSort}
        {...(may.deleteAll && { chosen: new Set(chosen.keys()), onChoose: choose })}
        empty={
          isError ? (
            <EmptyState title={t('accounts.loadFailed')} text={t('ui.loadFailed')}>
              <button type="button" className="button" onClick={() => void refetch()}>
                {t('ui.tryAgain')}
              </button>
            </EmptyState>
          ) : (
            <EmptyState title={t('accounts.empty')} text={t('accounts.emptyText')} />
          )
        }
        columns={[
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
            cell: (row) =>
              row.AllRegions
                ? t('accounts.allRegions')
                : t('accounts.someRegions', { count: row.GIDs.length }),
          },
          {
            key: 'State',
            head: t('accounts.state'),
            cell: (row) => (
              <>
                {row.Disabled ? <Tag kind="off">{t('accounts.disabled')}</Tag> : t('accounts.active')}{' '}
                {row.HasSecondFactor && <Tag kind="own">{t('accounts.hasFactor')}</Tag>}
                {row.Outer && <Tag kind="own">{t('singleSignOn.tag')}</Tag>}
              </>
            ),
          },
          {
            key: 'CreateTime',
            head: t('accounts.created'),
            isSortable: true,
            cell: (row) => `${time.day(row.CreateTime)} ${time.clock(row.CreateTime)}`,
          },
        ]}
        actions={(row) => (
          <RowActions
            row={row}
            may={may}
            isAdministrator={isAdministrator}
            onOpen={setOpen}
            onEnable={() => void enable(row, changed)}
            onDelete={() => askToDelete([row])}
          />
        )}
      />
      {open?.kind === 'add' && (
        <AccountForm
          roles={roles.data ?? []}
          onClose={closing('add')}
          onIssued={(name, password) => setOpen({ kind: 'issued', name, password })}
        />
      )}
      {open?.kind === 'edit' && (
        <AccountForm account={open.account} roles={roles.data ?? []} onClose={closing('edit')} />
      )}
      {open?.kind === 'regions' && <RegionBinding account={open.account} onClose={closing('regions')} />}
      {open?.kind === 'rights' && <AccountRights account={open.account} onClose={closing('rights')} />}
      {open?.kind === 'reset' && (
        <ResetPassword
          account={open.account}
          onClose={closing('reset')}
          onIssued={(password) => setOpen({ kind: 'issued', name: open.account.Account, password })}
        />
      )}
      {open?.kind === 'factor' && <EndSecondFactor account={open.account} onClose={closing('factor')} />}
      {open?.kind === 'issued' && (
        <IssuedPassword name={open.name} password={open.password} onClose={closing('issued')} />
      )}
      {open?.kind === 'disable' && (
        <Confirm
          title={t('accounts.disable')}
          confirmLabel={t('accounts.disable')}
          isDestructive
          onConfirm={async () => {
            await send(updateUserAccount, { AccountID: open.account.AccountID, Disabled: true })
            await changed()
          }}
          onClose={closing('disable')}
        >
          {t('accounts.disableAsk', { name: open.account.Account })}
        </Confirm>
      )}
      {open?.kind === 'delete' && (
        <Confirm
          title={t('accounts.deleteTitle')}
          confirmLabel={t('ui.delete')}
          isDestructive
          onConfirm={async () => {
            await send(deleteAccountList, { AccountIDs: open.accounts.map((it) => it.AccountID) })
            say('success', t('accounts.deleted', { count: open.accounts.length }))
            setChosen(new Map())
            toFirstPage()
            await changed()
          }}
          onClose={closing('delete')}
        >
          {t(open.accounts.length === 1 ? 'accounts.deleteAskOne' : 'accounts.deleteAsk', {
            count: open.accounts.length,
            names: listed(
              t,
              open.accounts.map((it) => it.Account),
            ),
          })}
        </Confirm>
      )}
    </Listing>
  )
}

type Rights = ReturnType<typeof useRights>

function useRights() {
  return {
    add: useCan('accountManger', 'add'),
    edit: useCan('accountManger', 'edit'),
    delete: useCan('accountManger', 'delete'),
    deleteAll: useCan('accountManger', 'deleteAll'),
    export: useCan('accountManger', 'export'),
    resetPassword: useCan('accountManger', 'resetPassword'),
    regionManager: useCan('accountManger', 'regionManager'),
  }
}

async function enable(row: AccountItem, changed: () => Promise<void>): Promise<void> {
  try {
    await send(updateUserAccount, { AccountID: row.AccountID, Disabled: false })
    await changed()
  } catch (cause) {
    // It has been shown.
    if (!(cause instanceof CallFailure)) throw cause
  }
}

interface RowActionsProps {
  row: AccountItem
  may: Rights
  isAdministrator: boolean
  onOpen: (open: Open) => void
  onEnable: () => void
  onDelete: () => void
}

function RowActions({ row, may, isAdministrator, onOpen, onEnable, onDelete }: RowActionsProps): ReactNode {
  const t = useT()
  if (!row.Manageable) return <Tag kind="off">{t('accounts.beyond')}</Tag>
  const button = (label: string, onClick: () => void): ReactNode => (
    <button type="button" className="button" aria-label={`${label}: ${row.Account}`} onClick={onClick}>
      {label}
    </button>
  )
  return (
    <div className="row-actions">
      {isAdministrator && button(t('audit.rights'), () => onOpen({ kind: 'rights', account: row }))}
      {may.edit && button(t('ui.edit'), () => onOpen({ kind: 'edit', account: row }))}
      {may.regionManager &&
        button(t('accounts.regionManager'), () => onOpen({ kind: 'regions', account: row }))}
      {may.resetPassword &&
        !row.Self &&
        !row.Outer &&
        button(t('accounts.resetPassword'), () => onOpen({ kind: 'reset', account: row }))}
      {may.resetPassword &&
        row.HasSecondFactor &&
        !row.Self &&
        button(t('accounts.endFactor'), () => onOpen({ kind: 'factor', account: row }))}
      {may.edit &&
        !row.Self &&
        (row.Disabled
          ? button(t('accounts.enable'), onEnable)
          : button(t('accounts.disable'), () => onOpen({ kind: 'disable', account: row })))}
      {may.delete && !row.Self && button(t('ui.delete'), onDelete)}
    </div>
  )
}

function ExportButton({ filter }: { filter: Parameters<typeof useAccounts>[0] }): ReactNode {
  const t = useT()
  const language = useLanguage((it) => it.language)
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const { Page: _page, PageSize: _size, ...body } = filter
      const { FileName, File } = await send(accountListExport, { ...body, Language: language })
      saveFile(FileName, File)
    } catch (cause) {
      // It has been shown.
      if (!(cause instanceof CallFailure)) throw cause
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className="button" disabled={isBusy} onClick={() => void save()}>
      {t(isBusy ? 'accounts.exporting' : 'accounts.export')}
    </button>
  )
}

function Tag({ kind, children }: { kind: 'own' | 'off'; children: ReactNode }): ReactNode {
  return (
    <span className="tag" data-kind={kind}>
      {children}
    </span>
  )
}
