import { useQuery } from '@tanstack/react-query'
import type { AccountItem } from '@vedette/contract/calls/account'
import { rightsOfAccount } from '@vedette/contract/calls/rights'
import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { grantText } from '../../ui/grant-names.ts'
import { listed } from '../../ui/listed.ts'
import { send } from '../../wire/send.ts'

const NAMES_SHOWN = 20

/** What an account may see, as the server judges its calls. */
export function AccountRights({
  account,
  onClose,
}: {
  account: AccountItem
  onClose: () => void
}): ReactNode {
  const t = useT()
  const { AccountID } = account
  const { data, isError } = useQuery({
    queryKey: [rightsOfAccount.path, AccountID],
    queryFn: ({ signal }) => send(rightsOfAccount, { AccountID }, { signal }),
    staleTime: 0,
  })
  const names = (all: readonly string[]): string =>
    all.length === 0 ? t('audit.rightsNone') : listed(t, all, NAMES_SHOWN)
  return (
    <Dialog title={t('audit.rightsOf', { account: account.Account })} kind="drawer" onClose={onClose}>
      {() => (
        <div className="dialog-form" role="status">
          {!data && <p>{t(isError ? 'ui.loadFailed' : 'ui.loading')}</p>}
          {data && (
            <>
              {data.Disabled && <p className="hint">{t('audit.whyDisabled')}</p>}
              <section className="field">
                <span>{t('audit.rightsPages')}</span>
                <p>
                  {data.Grants.map((grant) => grantText(t, grant)).join(t('ui.comma')) ||
                    t('audit.rightsNone')}
                </p>
              </section>
              <section className="field">
                <span>{t('audit.rightsRegions')}</span>
                <p>
                  {data.AllRegions
                    ? t('accounts.allRegions')
                    : names(data.Regions.map(({ GroupName }) => GroupName))}
                </p>
              </section>
              <section className="field">
                <span>{t('audit.rightsDevices', { count: data.Devices, total: data.DevicesInAll })}</span>
                <p>{names(data.Some.map(({ DevName }) => DevName))}</p>
              </section>
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}
