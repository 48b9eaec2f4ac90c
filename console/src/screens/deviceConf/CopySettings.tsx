import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import { deviceList } from '@vedette/contract/calls/device'
import { copyDeviceConfig } from '@vedette/contract/calls/device-config'
import { hasVideo } from '@vedette/contract/devices'
import { type ReactNode, useMemo, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { CameraThumbnail } from '../../ui/camera-card/CameraThumbnail.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { listed } from '../../ui/listed.ts'
import { NotYet } from '../../ui/NotYet.tsx'
import { TaskProgress } from '../../ui/TaskProgress.tsx'
import { say } from '../../ui/toasts.ts'
import { Tree } from '../../ui/tree/Tree.tsx'
import { useStoppable } from '../../ui/use-stoppable.ts'
import { CallFailure } from '../../wire/failure.ts'
import { allDevices } from '../../wire/all-devices.ts'
import { send } from '../../wire/send.ts'

const PARTS = ['picture', 'streams', 'audio', 'time', 'alarm'] as const
type Part = (typeof PARTS)[number]
/** The platform writes to so many at once; more would outlast a call where devices are away. */
const OF_A_CALL = 8

interface Props {
  did: string
  channel: number
  /** Codecs of its streams that can be neither played nor recorded. */
  unplayable: readonly string[]
  onClose: () => void
}

/** Which settings go onto which devices; asked with their count and names. */
export function CopySettings({ did, channel, unplayable, onClose }: Props): ReactNode {
  const t = useT()
  const [parts, setParts] = useState<readonly Part[]>(['picture'])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [fault, setFault] = useState<string>()
  /** How many were written to, while it goes on. */
  const [done, setDone] = useState<number>()
  // The question's own Cancel takes it away, and with that the work ends.
  const work = useStoppable()
  const devices = useQuery({
    queryKey: [deviceList.path, 'copy'],
    queryFn: ({ signal }) => allDevices(signal),
  })
  const others = useMemo(
    () => (devices.data ?? []).filter((it) => it.DID !== did && hasVideo(it.DevType)),
    [devices.data, did],
  )
  const names = others.filter(({ DID }) => chosen.has(DID)).map((it) => it.Alias || it.DevName)
  const copy = async (): Promise<void> => {
    if (chosen.size === 0 || parts.length === 0) {
      setFault(t('deviceConf.copyNothing'))
      throw new CallFailure('')
    }
    const targets = [...chosen]
    const signal = work.begin()
    const List: ReplyOf<typeof copyDeviceConfig>['List'] = []
    try {
      for (let at = 0; at < targets.length && !signal.aborted; at += OF_A_CALL) {
        setDone(at)
        const ToDIDs = targets.slice(at, at + OF_A_CALL)
        const body = { DID: did, Channel: channel, ToDIDs, Parts: [...parts] }
        List.push(...(await send(copyDeviceConfig, body)).List)
      }
    } finally {
      setDone(undefined)
    }
    const refused = List.filter(({ Outcome }) => Outcome.Refused.length > 0).length
    const kept = List.filter(
      ({ Outcome }) => Outcome.Pending.length > 0 && Outcome.Refused.length === 0,
    ).length
    const done = List.length - refused - kept
    const text = t('deviceConf.copied', { count: targets.length, done, kept, refused })
    say(refused > 0 || signal.aborted ? 'warning' : 'success', text)
  }
  return (
    <Confirm
      title={t('deviceConf.copy')}
      confirmLabel={t('deviceConf.copyDo')}
      isDestructive
      onConfirm={copy}
      onClose={onClose}
    >
      <fieldset className="conf-choices">
        <legend>{t('deviceConf.copyWhat')}</legend>
        {PARTS.map((part) => (
          <Checkbox
            key={part}
            label={t(`deviceConf.${part}`)}
            state={parts.includes(part) ? 'checked' : 'none'}
            onCheck={(isOn) => setParts(isOn ? [...parts, part] : parts.filter((it) => it !== part))}
          />
        ))}
      </fieldset>
      {parts.includes('streams') && unplayable.length > 0 && (
        <p className="conf-trouble" role="status">
          {t('deviceConf.unplayable', { codec: unplayable.join(t('ui.comma')) })}
        </p>
      )}
      <div className="conf-copy-tree">
        {devices.data ? (
          <Tree
            label={t('deviceConf.copyTo')}
            nodes={others.map(({ DID, DevName, Alias, DevType }) => ({
              key: DID,
              label: Alias || DevName,
              picture: <CameraThumbnail did={DID} devType={DevType} />,
              children: [],
            }))}
            emptyText={t('deviceConf.copyNone')}
            hasSearch
            checked={chosen}
            onCheck={setChosen}
          />
        ) : (
          <NotYet isFailed={devices.isError} onRetry={() => void devices.refetch()} shape="rows" />
        )}
      </div>
      {names.length > 0 && <p>{t('deviceConf.copyAsk', { count: names.length, names: listed(t, names) })}</p>}
      {done !== undefined && <TaskProgress label={t('deviceConf.copy')} total={chosen.size} done={done} />}
      <p className="fault" role="alert">
        {fault}
      </p>
    </Confirm>
  )
}
