/** Pages and features by name. */
import { type Grant, isPageKey, type PageKey, PAGES } from '@vedette/contract/pages'

import type { Translate } from '../i18n/language.ts'
import type { PlainTextKey } from '../i18n/translate.ts'

export function isGrant(text: string): text is Grant {
  const [page = '', feature] = text.split('.')
  if (!isPageKey(page)) return false
  const features: readonly string[] = PAGES[page]
  return feature === undefined || features.includes(feature)
}

const FEATURE_NAMES: Readonly<Record<string, PlainTextKey>> = {
  add: 'roles.featureAdd',
  edit: 'roles.featureEdit',
  delete: 'roles.featureDelete',
  deleteAll: 'roles.featureDeleteAll',
  update: 'roles.featureUpdate',
  batchUpdate: 'roles.featureBatchUpdate',
  addGroup: 'roles.featureAddGroup',
  editGroup: 'roles.featureEditGroup',
  deleteGroup: 'roles.featureDeleteGroup',
  deviceConf: 'roles.featureDeviceConf',
  import: 'roles.featureImport',
  export: 'roles.featureExport',
  downloadAll: 'roles.featureDownloadAll',
  resetPassword: 'roles.featureResetPassword',
  regionManager: 'roles.featureRegionManager',
  videoScreenshot: 'roles.featureVideoScreenshot',
  PTZ: 'roles.featurePTZ',
  personalData: 'roles.featurePersonalData',
}

const PAGE_NAMES: Readonly<Record<PageKey, PlainTextKey>> = {
  realTimeVideo: 'page.realTimeVideo',
  replay: 'page.replay',
  deviceMap: 'page.deviceMap',
  deviceManger: 'page.deviceManger',
  deviceTransfer: 'page.deviceTransfer',
  alarmManger: 'page.alarmManger',
  albumManager: 'page.albumManager',
  accountManger: 'page.accountManger',
  roleManger: 'page.roleManger',
  deviceFolder: 'roles.deviceFolder',
  systemManger: 'roles.systemManger',
  'install-maintenance': 'roles.installMaintenance',
  AIOT_Mini: 'roles.miniProgram',
  residentialArea: 'page.residentialArea',
  building: 'page.building',
  resident: 'page.resident',
  vehicle: 'page.vehicle',
}

/** The text of a page, or of the feature alone. */
export function nameKeyOf(grant: Grant): PlainTextKey {
  if (isPageKey(grant)) return PAGE_NAMES[grant]
  const feature = grant.split('.')[1] ?? ''
  const name = FEATURE_NAMES[feature]
  if (!name) throw new TypeError(`no name for the feature ${grant}`)
  return name
}

/** `Devices › Edit`; what this build does not know is shown as it is. */
export function grantText(t: Translate, grant: string): string {
  if (!isGrant(grant)) return grant
  const [page = ''] = grant.split('.')
  const name = t(nameKeyOf(grant))
  return page === grant || !isGrant(page) ? name : `${t(nameKeyOf(page))} › ${name}`
}
