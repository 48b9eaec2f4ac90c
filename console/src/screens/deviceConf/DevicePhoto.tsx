import { useQueryClient } from '@tanstack/react-query'
import { type DeviceInfo, getDeviceInfo } from '@vedette/contract/calls/device-config'
import { deviceRemoveImage, deviceUploadImage } from '@vedette/contract/calls/device-photo'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { ImageUpload } from '../../ui/ImageUpload.tsx'
import { say } from '../../ui/toasts.ts'
import { send, sendFiles } from '../../wire/send.ts'
import { requestBase } from '../../wire/settings.ts'

/** Where the device hangs, as its installer saw it. */
export function DevicePhoto({ device }: { device: DeviceInfo }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const isEditor = useCan('deviceManger', 'edit')
  const isInstaller = useCan('install-maintenance')
  const mayEdit = isEditor || isInstaller
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { DID, DevName, Photo } = device
  if (!Photo && !mayEdit) return null
  const changed = () => queries.invalidateQueries({ queryKey: [getDeviceInfo.path, DID] })
  return (
    <section className="conf-card" aria-label={t('deviceConf.photo')}>
      <h3>{t('deviceConf.photo')}</h3>
      {Photo && (
        <figure className="conf-photo">
          <img src={requestBase + Photo.Url} alt={t('deviceConf.photoOf', { name: DevName })} />
          <figcaption>{t('deviceConf.photoSince', { time: time.since(Photo.Time) })}</figcaption>
        </figure>
      )}
      {mayEdit && (
        <ImageUpload
          label={t(Photo ? 'deviceConf.photoReplace' : 'deviceConf.photoChoose')}
          onSend={async (files) => {
            await sendFiles(deviceUploadImage, files, { DID })
            await changed()
            say('success', t('deviceConf.saved'))
          }}
        />
      )}
      {mayEdit && Photo && (
        <div className="conf-actions">
          <button type="button" className="button button-danger" onClick={() => setAsking(true)}>
            {t('deviceConf.photoRemove')}
          </button>
        </div>
      )}
      {isAsking && (
        <Confirm
          title={t('deviceConf.photoRemove')}
          confirmLabel={t('deviceConf.photoRemove')}
          isDestructive
          onConfirm={async () => {
            await send(deviceRemoveImage, { DID })
            await changed()
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('deviceConf.photoAsk', { name: DevName })}</p>
        </Confirm>
      )}
    </section>
  )
}
