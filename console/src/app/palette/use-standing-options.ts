/** The pages and actions of the palette, as the account and the page in sight have them now. */
import { navigate } from 'wouter/use-hash-location'

import { type Translate, useT } from '../../i18n/language.ts'
import { offeredCommands } from '../../ui/shortcuts/shortcuts.ts'
import { mayOpen, menuOf, pagesInMenu } from '../menu.ts'
import { PAGE_REGISTRY } from '../pages.ts'
import { viewerOf } from '../session-store.ts'
import { can, useSession } from '../session.ts'
import type { Option } from './options.ts'

export function usePageOptions(): Option[] {
  const t = useT()
  const user = useSession((state) => state.user)
  const inMenu = pagesInMenu(menuOf(viewerOf(user), PAGE_REGISTRY))
  // A page of its own address that only other pages lead to; one about a device needs the device.
  const others = PAGE_REGISTRY.filter(
    (page) => !inMenu.includes(page) && !page.path.includes(':') && mayOpen(viewerOf(user), page),
  )
  return [...inMenu, ...others].map(({ path, labelKey }) => ({
    id: `page ${path}`,
    label: t(labelKey),
    detail: '',
    run: () => navigate(path),
  }))
}

/** What the page in sight offers, and what another page does when it is opened for it. */
export function actionOptions(t: Translate, isOfPage: boolean): Option[] {
  const here = offeredCommands().map(({ command = '', label, group, run }) => ({
    id: `action ${command}`,
    label,
    detail: group,
    run,
  }))
  const add = {
    id: 'action add-device',
    label: t('devices.add'),
    detail: t('page.deviceManger'),
    run: () => void (location.hash = '#/deviceManger?open=add'),
  }
  const isElsewhere = !isOfPage && can('deviceManger', 'add') && !here.some(({ id }) => id === add.id)
  return isElsewhere ? [...here, add] : here
}
