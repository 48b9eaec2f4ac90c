import { acceptRecordView } from '@vedette/contract/calls/record-check'
import type { ReactNode } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { say } from '../../ui/toasts.ts'
import { succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import type { WrongStretch } from '../../ui/coverage/coverage-cells.ts'

/** More would be no list any more. */
const MOST = 50

interface Props {
  wrong: readonly { camera: DeviceChannel & { name: string }; stretch: WrongStretch }[]
  onOpen: (camera: DeviceChannel, atMs: number) => void
}

/** What was found wrong, the latest first, each with the way to its recording. */
export function WrongRecordings({ wrong, onOpen }: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const mayAccept = useCan('deviceManger', 'deviceConf')
  const accept = ({ did, channel }: DeviceChannel): Promise<boolean> =>
    succeeds(async () => {
      await send(acceptRecordView, { DID: did, Channel: channel })
      say('success', t('recordCheck.accepted'))
    })
  const latest = wrong.toSorted((a, b) => b.stretch.fromMs - a.stretch.fromMs).slice(0, MOST)
  return (
    <section aria-label={t('recordCheck.wrong')}>
      <h3>{t('recordCheck.wrong')}</h3>
      {latest.length === 0 && <p>{t('recordCheck.nothingWrong')}</p>}
      <ul>
        {latest.map(({ camera, stretch: { fault, fromMs, toMs } }) => (
          <li key={`${camera.did}~${camera.channel} ${fault} ${fromMs}`} data-fault={fault}>
            <button type="button" className="coverage-wrong" onClick={() => onOpen(camera, fromMs)}>
              <b>{camera.name}</b> {t(`recordCheck.${fault}`)}
              <span>
                {time.since(fromMs, 0)} – {time.since(toMs, fromMs)}
              </span>
            </button>
            {fault === 'turned' && mayAccept && (
              <button type="button" className="button" onClick={() => void accept(camera)}>
                {t('recordCheck.accept')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
