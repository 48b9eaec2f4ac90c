import { type AccountItem, joinGroups } from '@vedette/contract/calls/account'
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'

import { useLanguage, useT } from '../../i18n/language.ts'
import { failureText } from '../../i18n/translate.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { say } from '../../ui/toasts.ts'
import { regionNodes } from '../../ui/tree/region-nodes.ts'
import { Tree } from '../../ui/tree/Tree.tsx'
import { checkedFromRoots, rootsOfChecked, type TreeNode } from '../../ui/tree/tree-checks.ts'
import { CallFailure } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import { useAccountsChanged, useRegionForest } from './queries.ts'

/** `undefined` stands for all regions. */
export type ChosenRegions = { gids: readonly string[]; isWithFuture: boolean } | undefined

export function regionsBody(chosen: ChosenRegions) {
  if (!chosen) return { AllRegions: true, GIDs: [] }
  return { AllRegions: false, GIDs: [...chosen.gids], Future: chosen.isWithFuture }
}

interface FieldProps {
  chosen: ChosenRegions
  fault?: string | undefined
  onChoose: (chosen: ChosenRegions) => void
}

/** All regions, or some of a tree. */
export function RegionsField({ chosen, fault, onChoose }: FieldProps): ReactNode {
  const t = useT()
  const { data } = useRegionForest(chosen !== undefined)
  const nodes = useMemo(() => regionNodes(data ?? []), [data])
  return (
    <fieldset className="switches">
      <legend className="unseen">{t('accounts.regions')}</legend>
      <Switch
        label={t('accounts.regionAll')}
        isOn={chosen === undefined}
        onSwitch={(isOn) => onChoose(isOn ? undefined : { gids: [], isWithFuture: true })}
      />
      {chosen && (
        <>
          <Switch
            label={t('accounts.future')}
            isOn={chosen.isWithFuture}
            onSwitch={(isWithFuture) => {
              const ticked = tickedBy(nodes, chosen)
              onChoose({ gids: namedBy(nodes, ticked, isWithFuture), isWithFuture })
            }}
          />
          <p className="field-hint">{t('accounts.futureHint')}</p>
          <div className="region-ticks">
            <Tree
              label={t('accounts.regions')}
              nodes={nodes}
              emptyText={t('accounts.noRegions')}
              hasSearch
              checked={tickedBy(nodes, chosen)}
              onCheck={(ticked) =>
                onChoose({
                  gids: namedBy(nodes, ticked, chosen.isWithFuture),
                  isWithFuture: chosen.isWithFuture,
                })
              }
            />
          </div>
        </>
      )}
      <p className="fault" role="alert">
        {fault}
      </p>
    </fieldset>
  )
}

/** With what is built later the topmost regions say all; without it every region is named. */
function namedBy(nodes: readonly TreeNode[], ticked: ReadonlySet<string>, isWithFuture: boolean): string[] {
  return isWithFuture ? rootsOfChecked(nodes, ticked) : [...ticked]
}

function tickedBy(
  nodes: readonly TreeNode[],
  { gids, isWithFuture }: NonNullable<ChosenRegions>,
): ReadonlySet<string> {
  return isWithFuture ? checkedFromRoots(nodes, gids) : new Set(gids)
}

interface Props {
  account: AccountItem
  onClose: () => void
}

/** The region manager of section 2: which regions an account sees. */
export function RegionBinding({ account, onClose }: Props): ReactNode {
  const t = useT()
  const language = useLanguage((it) => it.language)
  const changed = useAccountsChanged()
  const [chosen, setChosen] = useState<ChosenRegions>(
    account.AllRegions ? undefined : { gids: account.GIDs, isWithFuture: account.Future },
  )
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const save = async (event: FormEvent, close: () => void): Promise<void> => {
    event.preventDefault()
    if (chosen?.gids.length === 0) return setFault(t('accounts.regionMissing'))
    setBusy(true)
    try {
      await send(joinGroups, { AccountID: account.AccountID, ...regionsBody(chosen) })
      say('success', t('accounts.saved'))
      await changed()
      close()
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      setFault(failureText(language, cause))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={t('accounts.regionTitle', { name: account.Account })} kind="drawer" onClose={onClose}>
      {(close) => (
        <form className="dialog-form" aria-busy={isBusy} onSubmit={(event) => void save(event, close)}>
          <RegionsField
            chosen={chosen}
            fault={fault}
            onChoose={(regions) => {
              setChosen(regions)
              setFault(undefined)
            }}
          />
          <FormEnd isBusy={isBusy} submit={t('ui.save')} onCancel={close} />
        </form>
      )}
    </Dialog>
  )
}
