import './saved-walls.css'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { roleList } from '@vedette/contract/calls/role'
import { namedWalls, type NamedWall, removeNamedWall, saveNamedWall } from '@vedette/contract/calls/wall'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useSession } from '../../../app/session.ts'
import { useT } from '../../../i18n/language.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { DeviceChannel } from '../../../ui/device-tree/device-text.ts'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { say } from '../../../ui/toasts.ts'
import { succeeds } from '../../../wire/failure.ts'
import { send } from '../../../wire/send.ts'
import { SignButton } from '../SignButton.tsx'
import { wallToText } from '../wall-address.ts'
import type { Wall } from '../wall.ts'
import { OpenAt } from './OpenAt.tsx'
import { useNamedWalls } from './use-named-walls.ts'
import type { OpenedWall } from './use-open-wall.ts'

const FULL_ADMINISTRATOR = 1

interface Props {
  wall: Wall
  /** What this page shows to colleagues. */
  opened: OpenedWall
  /** In the chosen window. */
  camera: (DeviceChannel & { name: string }) | undefined
  onApply: (saved: NamedWall) => void
  onClose: () => void
}

/** Walls that this person has saved, and those that a colleague shares: opened, saved as, renamed and deleted. */
export function SavedWalls({ wall, opened, camera, onApply, onClose }: Props): ReactNode {
  const t = useT()
  const client = useQueryClient()
  const walls = useNamedWalls()
  const [edited, setEdited] = useState<NamedWall>()
  const [deleted, setDeleted] = useState<NamedWall>()
  const changed = () => client.invalidateQueries({ queryKey: [namedWalls.path] })
  const remove = (saved: NamedWall) =>
    succeeds(async () => {
      await send(removeNamedWall, { WallID: saved.WallID })
      setDeleted(saved)
      if (edited?.WallID === saved.WallID) setEdited(undefined)
      await changed()
    })
  const putBack = ({ Name, Wall: text, RoleID }: NamedWall) =>
    succeeds(async () => {
      await send(saveNamedWall, { Name, Wall: text, ...(RoleID ? { RoleID } : {}) })
      setDeleted(undefined)
      await changed()
    })
  const copyLink = async ({ WallID }: NamedWall): Promise<void> => {
    await navigator.clipboard.writeText(
      `${location.origin}${location.pathname}#/realTimeVideo?wall=${WallID}`,
    )
    say('success', t('walls.copied'))
  }
  return (
    <Dialog title={t('walls.title')} onClose={onClose}>
      {(close) => (
        <div className="saved-walls">
          {walls.isPending && <Skeleton shape="rows" count={3} />}
          {walls.isError && (
            <p role="alert">
              {t('ui.loadFailed')}{' '}
              <button type="button" className="button" onClick={() => void walls.refetch()}>
                {t('ui.tryAgain')}
              </button>
            </p>
          )}
          {walls.data?.length === 0 && <p>{t('walls.none')}</p>}
          {walls.data && walls.data.length > 0 && (
            <ul aria-label={t('walls.title')}>
              {walls.data.map((saved) => (
                <li key={saved.WallID} data-open={opened.wallId === saved.WallID}>
                  <button
                    type="button"
                    className="saved-wall"
                    onClick={() => {
                      close()
                      onApply(saved)
                    }}
                  >
                    <b>{saved.Name}</b>
                    {!saved.IsOwn && <small>{t('walls.from', { name: saved.Owner })}</small>}
                    {saved.IsOwn && saved.RoleID && <small>{t('walls.isShared')}</small>}
                  </button>
                  {'clipboard' in navigator && (
                    <SignButton
                      sign="⧉"
                      label={t('walls.copyLink', { name: saved.Name })}
                      onPress={() => copyLink(saved)}
                    />
                  )}
                  {saved.IsOwn && (
                    <>
                      <SignButton
                        sign="✎"
                        label={t('walls.editOf', { name: saved.Name })}
                        onPress={() => setEdited(saved)}
                      />
                      <SignButton
                        sign="×"
                        label={t('walls.removeOf', { name: saved.Name })}
                        onPress={() => remove(saved)}
                      />
                    </>
                  )}
                  <OpenAt wallId={saved.WallID} opened={opened} camera={camera} />
                </li>
              ))}
            </ul>
          )}
          {deleted && (
            <p className="saved-walls-undo" role="status">
              {t('walls.removed', { name: deleted.Name })}
              <button type="button" className="button" onClick={() => void putBack(deleted)}>
                {t('ui.undo')}
              </button>
            </p>
          )}
          <WallForm
            key={edited?.WallID ?? 'new'}
            edited={edited}
            text={wallToText(wall)}
            onDone={async () => {
              setEdited(undefined)
              await changed()
            }}
            onCancel={edited ? () => setEdited(undefined) : undefined}
          />
        </div>
      )}
    </Dialog>
  )
}

interface FormProps {
  edited: NamedWall | undefined
  /** The wall that is in sight. */
  text: string
  onDone: () => Promise<unknown>
  onCancel: (() => void) | undefined
}

function WallForm({ edited, text, onDone, onCancel }: FormProps): ReactNode {
  const t = useT()
  const shares = useShares()
  const [name, setName] = useState(edited?.Name ?? '')
  const [roleId, setRoleId] = useState(edited?.RoleID ?? '')
  const [content, setContent] = useState<'kept' | 'inSight'>(edited ? 'kept' : 'inSight')
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '') return
    setBusy(true)
    await succeeds(async () => {
      await send(saveNamedWall, {
        ...(edited ? { WallID: edited.WallID } : {}),
        ...(roleId ? { RoleID: roleId } : {}),
        Name: name,
        Wall: edited && content === 'kept' ? edited.Wall : text,
      })
      say('success', t('walls.saved', { name: name.trim() }))
      setName('')
      setTried(false)
      await onDone()
    })
    setBusy(false)
  }
  return (
    <form className="dialog-form" noValidate aria-busy={isBusy} onSubmit={(event) => void save(event)}>
      <h3>{edited ? t('walls.editOf', { name: edited.Name }) : t('walls.saveThis')}</h3>
      <TextField
        label={t('walls.name')}
        isRequired
        maxLength={50}
        // The pencil of a wall in the list above leads here.
        autoFocus={edited !== undefined}
        value={name}
        onType={setName}
        fault={isTried && name.trim() === '' ? t('walls.nameMissing') : undefined}
      />
      <SelectField label={t('walls.seenBy')} value={roleId} options={shares} onChoose={setRoleId} />
      {edited && (
        <SelectField
          label={t('walls.content')}
          value={content}
          options={[
            { value: 'kept', label: t('walls.asItIs') },
            { value: 'inSight', label: t('walls.inSight') },
          ]}
          onChoose={setContent}
        />
      )}
      <FormEnd isBusy={isBusy} submit={t('ui.save')} {...(onCancel ? { onCancel } : {})} />
    </form>
  )
}

/** Oneself alone, the own role, and for administrators the others. */
function useShares(): { value: string; label: string }[] {
  const t = useT()
  const own = useSession(({ user }) => user?.currentCompany.Role ?? '')
  const isAdministrator = useSession(({ user }) => user?.currentCompany.RoleStatus === FULL_ADMINISTRATOR)
  const roles = useQuery({
    queryKey: [roleList.path, 'walls'],
    queryFn: async ({ signal }) => (await send(roleList, { Page: 1, PageSize: 100 }, { signal })).List,
    enabled: isAdministrator,
  })
  return [
    { value: '', label: t('walls.me') },
    { value: own, label: t('walls.myRole') },
    ...(roles.data ?? []).flatMap(({ id, RoleName }) =>
      id === own ? [] : { value: id, label: t('walls.role', { name: RoleName }) },
    ),
  ]
}
