import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { DeviceTree, type DeviceTreeProps } from '../../ui/device-tree/DeviceTree.tsx'
import type { useSite } from '../../ui/device-tree/use-site.ts'

interface DeviceSideProps extends Omit<DeviceTreeProps, 'model'> {
  site: ReturnType<typeof useSite>
  tree: DeviceTreeProps['model']
}

/** The region directory, while it loads and when it could not be loaded. */
export function DeviceSide({ site, tree, ...rest }: DeviceSideProps): ReactNode {
  const t = useT()
  return (
    <aside className="live-side" aria-label={t('live.devices')}>
      {site.data && <DeviceTree model={tree} {...rest} />}
      {site.isPending && <p className="live-note">{t('live.loadingDevices')}</p>}
      {site.isError && (
        <div className="live-note" role="alert">
          <p>{t('live.devicesFailed')}</p>
          <button type="button" className="button" onClick={() => void site.refetch()}>
            {t('live.tryAgain')}
          </button>
        </div>
      )}
    </aside>
  )
}
