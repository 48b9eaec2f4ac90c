import { saveFloorPlan, uploadFloorPlan } from '@vedette/contract/calls/floor-plan'
import type { GroupNode } from '@vedette/contract/calls/group'
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { ImageUpload } from '../../../ui/ImageUpload.tsx'
import { regionNodes } from '../../../ui/tree/region-nodes.ts'
import { TreeSelect } from '../../../ui/tree/TreeSelect.tsx'
import { useFormFaults } from '../../../ui/use-form-faults.ts'
import { ask, sendFiles } from '../../../wire/send.ts'
import { requestBase } from '../../../wire/settings.ts'

interface Props {
  forest: readonly GroupNode[]
  /** The plan that gets another picture; undefined for a new one. */
  gid: string | undefined
  onSaved: (gid: string) => Promise<unknown>
  onClose: () => void
}

/** The picture that is the map of a region. */
export function FloorForm({ forest, gid, onSaved, onClose }: Props): ReactNode {
  const t = useT()
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const [region, setRegion] = useState(gid)
  const [url, setUrl] = useState<string>()
  const nodes = useMemo(() => regionNodes(forest), [forest])
  const save = async (event: FormEvent, close: () => void): Promise<void> => {
    event.preventDefault()
    const missing = {
      ...(region === undefined ? { GID: t('devices.regionRequired') } : {}),
      ...(url === undefined ? { Url: t('map.planRequired') } : {}),
    }
    if (region === undefined || url === undefined) return setFaults(missing)
    const isSaved = await attempt(['GID', 'Url'], () => ask(saveFloorPlan, { GID: region, Url: url }))
    if (!isSaved) return
    close()
    await onSaved(region)
  }
  return (
    <Dialog
      title={t(gid === undefined ? 'map.addPlan' : 'map.replacePlan')}
      isUnsaved={url !== undefined || region !== gid}
      onClose={onClose}
    >
      {(close) => (
        <form
          className="dialog-form"
          noValidate
          aria-busy={isBusy}
          onSubmit={(event) => void save(event, close)}
        >
          {gid === undefined && (
            <TreeSelect
              label={t('map.region')}
              isRequired
              nodes={nodes}
              emptyText={t('devices.noRegions')}
              value={region}
              onChoose={setRegion}
              fault={faults['GID']}
            />
          )}
          {url !== undefined && (
            <img className="floors-chosen" src={requestBase + url} alt={t('map.planPicture')} />
          )}
          <ImageUpload
            label={t('map.planPicture')}
            onSend={async (files) => setUrl((await sendFiles(uploadFloorPlan, files, {})).Url)}
          />
          <FormEnd
            fault={faults['Url'] ?? faults['']}
            isBusy={isBusy}
            submit={t('ui.save')}
            onCancel={close}
          />
        </form>
      )}
    </Dialog>
  )
}
