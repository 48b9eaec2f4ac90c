import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { deleteRole, previewRole, type RoleItem, roleList } from '@vedette/contract/calls/role'
import { RoleHolders } from '@vedette/contract/refusals'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { beginPreview } from '../../app/preview.ts'
import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { listed } from '../../ui/listed.ts'
import { Listing } from '../../ui/Listing.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { NothingListed } from '../../ui/table/NothingListed.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { SearchField } from '../../ui/table/SearchField.tsx'
import { usePagedSearch } from '../../ui/table/use-paged-search.ts'
import { say } from '../../ui/toasts.ts'
import { CallFailure, succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import { grantsOf } from './grants.ts'
import { RoleEditor } from './RoleEditor.tsx'

const FULL_ADMINISTRATOR = 1

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; role: RoleItem }

/** Section 2, "Role management". */
export function Roles(): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const queries = useQueryClient()
  const may = {
    add: useCan('roleManger', 'add'),
    edit: useCan('roleManger', 'edit'),
    delete: useCan('roleManger', 'delete'),
  }
  const { search, pager, paging, Keyword, toFirstPage } = usePagedSearch()
  const [open, setOpen] = useState<Open>()
  const query = { Keyword, ...paging }
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: [roleList.path, query],
    queryFn: ({ signal }) => send(roleList, query, { signal }),
    placeholderData: keepPreviousData,
  })
  const changed = () => queries.invalidateQueries({ queryKey: [roleList.path] })
  const close = (): void => setOpen(undefined)
  const preview = async (role: RoleItem): Promise<void> => {
    await succeeds(async () => {
      const opened = await send(previewRole, { id: role.id })
      queries.clear()
      beginPreview(opened)
    })
  }
  const remove = async (role: RoleItem): Promise<void> => {
    try {
      await send(deleteRole, { id: role.id })
    } catch (cause) {
      const holders = cause instanceof CallFailure ? RoleHolders.safeParse(cause.body).data : undefined
      if (!holders) throw cause
      const names = listed(t, holders.Accounts, 5)
      const text = t('roles.inUse', { name: role.RoleName, total: holders.Total, names })
      return say('error', text, undefined, deleteRole.path)
    }
    say('success', t('roles.deleted'))
    toFirstPage()
    await changed()
  }

  return (
    <Listing
      count={data?.Total}
      head={
        <>
          {may.add && (
            <button type="button" className="button button-primary" onClick={() => setOpen({ kind: 'add' })}>
              {t('roles.add')}
            </button>
          )}
        </>
      }
      toolbar={
        <>
          <SearchField label={t('roles.search')} {...search} />
        </>
      }
      foot={<Pager total={data?.Total ?? 0} {...pager} isFetching={isFetching} />}
    >
      <DataTable
        label={t('roles.list')}
        rows={data?.List ?? []}
        keyOf={(role) => role.id}
        nameOf={(role) => role.RoleName}
        isLoading={isFetching}
        empty={
          <NothingListed
            failed={{ isSo: isError, title: t('roles.loadFailed'), onRetry: () => void refetch() }}
            title={t('roles.empty')}
            text={t('roles.emptyText')}
            drawing="role"
            onClear={Keyword === undefined ? undefined : () => search.onType('')}
          />
        }
        columns={[
          {
            key: 'RoleName',
            head: t('roles.name'),
            cell: (role) => (
              <>
                {role.RoleName}{' '}
                {role.RoleStatus === FULL_ADMINISTRATOR && (
                  <span className="tag" data-kind="own">
                    {t('roles.full')}
                  </span>
                )}
              </>
            ),
          },
          { key: 'pages', head: t('roles.pages'), isNumeric: true, cell: (role) => countOf(role).pages },
          {
            key: 'features',
            head: t('roles.features'),
            isNumeric: true,
            cell: (role) => countOf(role).features,
          },
          { key: 'accounts', head: t('roles.accounts'), isNumeric: true, cell: (role) => role.AccountCount },
          {
            key: 'created',
            head: t('roles.created'),
            cell: (role) => `${time.day(role.CreateTime)} ${time.clock(role.CreateTime)}`,
          },
        ]}
        actions={(role) => {
          const button = (label: string, onClick: () => void): ReactNode => (
            <button
              type="button"
              className="button"
              aria-label={`${label}: ${role.RoleName}`}
              onClick={onClick}
            >
              {label}
            </button>
          )
          const isFull = role.RoleStatus === FULL_ADMINISTRATOR
          return (
            <div className="row-actions">
              {button(t(may.edit && role.Manageable ? 'ui.edit' : 'roles.view'), () =>
                setOpen({ kind: 'edit', role }),
              )}
              {role.Manageable ? (
                button(t('roles.preview'), () => void preview(role))
              ) : (
                <span className="tag" data-kind="off">
                  {t('roles.beyond')}
                </span>
              )}
              {may.delete &&
                role.Manageable &&
                !isFull &&
                button(t('ui.delete'), () => setOpen({ kind: 'delete', role }))}
            </div>
          )
        }}
      />
      {open?.kind === 'add' && <RoleEditor mayEdit onSaved={changed} onClose={close} />}
      {open?.kind === 'edit' && (
        <RoleEditor
          role={open.role}
          mayEdit={may.edit && open.role.Manageable}
          onSaved={changed}
          onClose={close}
        />
      )}
      {open?.kind === 'delete' && (
        <Confirm
          title={t('roles.deleteTitle')}
          confirmLabel={t('ui.delete')}
          isDestructive
          onConfirm={() => remove(open.role)}
          onClose={close}
        >
          {t('roles.deleteAsk', { name: open.role.RoleName })}
        </Confirm>
      )}
    </Listing>
  )
}

function countOf({ permissions }: RoleItem): { pages: number; features: number } {
  const grants = [...grantsOf(permissions)]
  const features = grants.filter((grant) => grant.includes('.')).length
  return { pages: grants.length - features, features }
}
