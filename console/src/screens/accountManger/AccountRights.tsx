import './account-rights.css'

import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import type { AccountItem } from '@vedette/contract/calls/account'
import { rightsOfAccount } from '@vedette/contract/calls/rights'
import { type ReactNode, useMemo } from 'react'

import { type Translate, useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { nameKeyOf } from '../../ui/grant-names.ts'
import { NotYet } from '../../ui/NotYet.tsx'
import { grantNodes, partsOf, tickedIn } from '../../ui/grant-tree.ts'
import type { TreeNode } from '../../ui/tree/tree-checks.ts'
import { Tree } from '../../ui/tree/Tree.tsx'
import { send } from '../../wire/send.ts'
import { variants } from '../../wire/settings.ts'
import { Tag } from './Tag.tsx'

const NAMES_SHOWN = 50
const FULL_ADMINISTRATOR = 1

type Rights = ReplyOf<typeof rightsOfAccount>

/** What an account may see and do, as the server checks its calls, and where that comes from. */
export function AccountRights({
  account,
  onClose,
}: {
  account: AccountItem
  onClose: () => void
}): ReactNode {
  const t = useT()
  const { AccountID } = account
  const { data, isError, refetch } = useQuery({
    queryKey: [rightsOfAccount.path, AccountID],
    queryFn: ({ signal }) => send(rightsOfAccount, { AccountID }, { signal }),
    staleTime: 0,
  })
  return (
    <Dialog title={t('audit.rightsOf', { account: account.Account })} kind="drawer" onClose={onClose}>
      {() => (
        <div className="dialog-form">
          {!data && <NotYet isFailed={isError} onRetry={() => void refetch()} shape="rows" />}
          {data && <Facts rights={data} />}
          {data && <Grants rights={data} />}
        </div>
      )}
    </Dialog>
  )
}

function Facts({ rights }: { rights: Rights }): ReactNode {
  const t = useT()
  const { RoleName, RoleStatus, Disabled, AllRegions, Regions, Devices, DevicesInAll, Some } = rights
  return (
    <dl className="account-rights">
      <Fact label={t('accounts.role')}>
        {RoleName} {RoleStatus === FULL_ADMINISTRATOR && <Tag kind="own">{t('roles.full')}</Tag>}
      </Fact>
      <Fact label={t('accounts.state')}>
        {Disabled ? <Tag kind="off">{t('accounts.disabled')}</Tag> : t('accounts.active')}
      </Fact>
      <Fact label={t('audit.rightsRegions')}>
        {AllRegions ? (
          t('accounts.allRegions')
        ) : (
          <Names
            head={t('accounts.someRegions', { count: Regions.length })}
            names={Regions.map(({ GroupName }) => GroupName)}
            total={Regions.length}
          />
        )}
      </Fact>
      <Fact label={t('audit.watches')}>
        <Names
          head={t('audit.rightsDevices', { count: Devices, total: DevicesInAll })}
          names={Some.map(({ DevName }) => DevName)}
          total={Devices}
        />
        <p className="field-hint">{whyNoMore(t, rights)}</p>
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** How many there are, which unfolds to some of their names. */
function Names({ head, names, total }: { head: string; names: readonly string[]; total: number }): ReactNode {
  const t = useT()
  if (names.length === 0) return head
  const shown = names.slice(0, NAMES_SHOWN)
  const count = total - shown.length
  return (
    <details>
      <summary>{head}</summary>
      <ul>
        {shown.map((name, at) => (
          <li key={`${at} ${name}`}>{name}</li>
        ))}
        {count > 0 && <li>{t('ui.andMore', { names: '…', count })}</li>}
      </ul>
    </details>
  )
}

/** What keeps it from watching more; nothing where it watches all. */
function whyNoMore(t: Translate, { Why }: Rights): string {
  if (Why === 'disabled') return t('audit.whyDisabled')
  if (Why === 'lacksGrant') return t('audit.whyLacksVideo')
  return Why === 'region' ? t('audit.rightsElsewhere') : ''
}

/** Every page with its features, those ticked that the account has. */
function Grants({ rights }: { rights: Rights }): ReactNode {
  const t = useT()
  const held = useMemo(() => new Set(rights.Grants), [rights])
  const nodes = useMemo(() => {
    const name = (grant: Parameters<typeof nameKeyOf>[0]): string => t(nameKeyOf(grant))
    const all = partsOf(variants).flatMap((part) => grantNodes(part, () => true, name, t('roles.view')))
    return all.map((node) => counted(t, node, held))
  }, [t, held])
  return (
    <section className="account-grants" aria-label={t('audit.rightsPages')}>
      <h3>{t('audit.rightsPages')}</h3>
      <p className="field-hint">{t('audit.rightsFrom', { role: rights.RoleName })}</p>
      <Tree
        label={t('audit.rightsPages')}
        nodes={nodes}
        emptyText={t('audit.rightsNone')}
        hasSearch
        checked={tickedIn(nodes, held)}
      />
    </section>
  )
}

/** With a branch's share beside its name. */
function counted(t: Translate, node: TreeNode, held: ReadonlySet<string>): TreeNode {
  if (node.children.length === 0) return node
  const leaves = leavesOf(node)
  const count = leaves.filter((key) => held.has(key)).length
  const children = node.children.map((child) => counted(t, child, held))
  return { ...node, note: t('audit.rightsOfPage', { count, total: leaves.length }), children }
}

function leavesOf({ key, children }: TreeNode): string[] {
  return children.length === 0 ? [key] : children.flatMap(leavesOf)
}
