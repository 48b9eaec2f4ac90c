import './role-editor.css'

import { newRole, type RoleItem, updateRole } from '@vedette/contract/calls/role'
import { FieldFault } from '@vedette/contract/refusals'
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'

import { useSession } from '../../app/session.ts'
import { type Translate, useLanguage, useT } from '../../i18n/language.ts'
import { failureText } from '../../i18n/translate.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { grantText, nameKeyOf } from '../../ui/grant-names.ts'
import { grantNodes, type GrantPart, partsOf, tickedIn } from '../../ui/grant-tree.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { say } from '../../ui/toasts.ts'
import { Tree } from '../../ui/tree/Tree.tsx'
import { CallFailure } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import { variants } from '../../wire/settings.ts'
import { grantsOf, permissionsOf, settled } from './grants.ts'

const LONGEST_NAME = 50
const FULL_ADMINISTRATOR = 1

interface Props {
  /** Undefined: a new one. */
  role?: RoleItem
  mayEdit: boolean
  onSaved: () => Promise<unknown>
  onClose: () => void
}

/** A role's name, its pages and features in the tabs of section 2, and what saving would change. */
export function RoleEditor({ role, mayEdit, onSaved, onClose }: Props): ReactNode {
  const t = useT()
  const language = useLanguage((it) => it.language)
  const company = useSession(({ user }) => user?.currentCompany)
  const before = useMemo(() => (role ? grantsOf(role.permissions) : new Set<string>()), [role])
  const [name, setName] = useState(role?.RoleName ?? '')
  const [grants, setGrants] = useState<ReadonlySet<string>>(before)
  const [tab, setTab] = useState<GrantPart>('basic')
  const [fault, setFault] = useState<{ isName: boolean; text: string }>()
  const [isBusy, setBusy] = useState(false)

  const isFull = role?.RoleStatus === FULL_ADMINISTRATOR
  const own = useMemo(() => grantsOf(company?.Permissions ?? '[]'), [company])
  const holdsAll = company?.RoleStatus === FULL_ADMINISTRATOR
  const nodes = useMemo(() => {
    const isShown = (grant: string): boolean => holdsAll || own.has(grant) || before.has(grant)
    return grantNodes(tab, isShown, (grant) => t(nameKeyOf(grant)), t('roles.view'))
  }, [tab, own, holdsAll, before, t])
  const gains = [...grants].filter((grant) => !before.has(grant))
  const losses = [...before].filter((grant) => !grants.has(grant))
  const isLocked = !mayEdit || isFull

  const save = async (event: FormEvent, close: () => void): Promise<void> => {
    event.preventDefault()
    const RoleName = name.trim()
    if (!RoleName) return setFault({ isName: true, text: t('roles.nameMissing') })
    const permissions = permissionsOf(grants)
    setBusy(true)
    try {
      if (role) await send(updateRole, { id: role.id, RoleName, permissions })
      else await send(newRole, { RoleName, permissions })
      say('success', t('roles.saved'))
      await onSaved()
      close()
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      const isName = FieldFault.safeParse(cause.body).data?.Field === 'RoleName'
      setFault({ isName, text: failureText(language, cause) })
    } finally {
      setBusy(false)
    }
  }

  const tabs = partsOf(variants).map((key) => ({ key, label: t(`roles.${key}`) }))
  const title = t(role ? (mayEdit ? 'roles.edit' : 'roles.view') : 'roles.add')
  return (
    <Dialog title={title} kind="drawer" onClose={onClose}>
      {(close) => (
        <form
          className="dialog-form"
          noValidate
          aria-busy={isBusy}
          onSubmit={(event) => void save(event, close)}
        >
          <TextField
            label={t('roles.name')}
            isRequired
            value={name}
            maxLength={LONGEST_NAME}
            readOnly={!mayEdit}
            fault={fault?.isName ? fault.text : undefined}
            onType={(value) => {
              setName(value)
              setFault(undefined)
            }}
          />
          {isFull && <p className="field-hint">{t('roles.fullText')}</p>}
          {!mayEdit && !isFull && <p className="field-hint">{t('roles.beyondText')}</p>}
          <Tabs label={t('roles.tabs')} tabs={tabs} chosen={tab} onChoose={setTab}>
            <div className="role-grants">
              <Tree
                label={t('roles.rights')}
                nodes={nodes}
                emptyText={t('roles.beyondText')}
                hasSearch
                checked={tickedIn(nodes, grants)}
                {...(!isLocked && {
                  onCheck: (ticked: ReadonlySet<string>) => setGrants(settled(grants, ticked)),
                })}
              />
            </div>
          </Tabs>
          {!isLocked && (
            <section className="role-changes" aria-live="polite">
              <h3>{t('roles.changes')}</h3>
              {gains.length + losses.length === 0 && <p>{t('roles.noChanges')}</p>}
              {gains.length > 0 && <Changes kind="gain" head={t('roles.gains')} grants={gains} t={t} />}
              {losses.length > 0 && <Changes kind="loss" head={t('roles.loses')} grants={losses} t={t} />}
              {gains.length + losses.length > 0 && role !== undefined && role.AccountCount > 0 && (
                <p className="field-hint">{t('roles.affects', { count: role.AccountCount })}</p>
              )}
              {grants.size === 0 && <p className="hint">{t('roles.noPageText')}</p>}
            </section>
          )}
          <p className="fault" role="alert">
            {fault && !fault.isName ? fault.text : ''}
          </p>
          <div className="dialog-actions">
            <button type="button" className="button" onClick={close}>
              {t(mayEdit ? 'ui.cancel' : 'app.close')}
            </button>
            {mayEdit && (
              <button type="submit" className="button button-primary" disabled={isBusy}>
                {t('ui.save')}
              </button>
            )}
          </div>
        </form>
      )}
    </Dialog>
  )
}

interface ChangesProps {
  kind: 'gain' | 'loss'
  head: string
  grants: readonly string[]
  t: Translate
}

function Changes({ kind, head, grants, t }: ChangesProps): ReactNode {
  return (
    <p data-kind={kind}>
      <b>{head}</b> {grants.map((grant) => grantText(t, grant)).join(t('ui.comma'))}
    </p>
  )
}
