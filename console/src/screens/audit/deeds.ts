/** What a call is in words. A path that is missing here, such as of a later version, is shown as it is. */
import type { PlainTextKey } from '../../i18n/translate.ts'

const DEEDS: Readonly<Record<string, PlainTextKey>> = {
  'user/login': 'audit.deedLogin',
  'user/loginSecondFactor': 'audit.deedLogin',
  'user/loginNewPassword': 'audit.deedLogin',
  'user/outerLogin': 'audit.deedLogin',
  'user/logout': 'audit.deedLogout',
  'user/renew': 'audit.deedRenew',
  'user/resetPassword': 'audit.deedPassword',
  'user/uploadInfo': 'audit.deedProfile',
  'image/uploadImage': 'audit.deedProfile',
  'user/endSession': 'audit.deedEndSession',
  'user/twoFactorBegin': 'audit.deedTwoFactor',
  'user/twoFactorConfirm': 'audit.deedTwoFactor',
  'user/twoFactorEnd': 'audit.deedTwoFactor',
  'media/live': 'audit.deedWatch',
  'user/addAccount': 'audit.deedAddAccount',
  'user/updateAccountInfo': 'audit.deedEditAccount',
  'user/updateUserAccount': 'audit.deedEditAccount',
  'user/deleteAccountList': 'audit.deedDeleteAccount',
  'user/accountListExport': 'audit.deedExportAccounts',
  'user/resetDefaultPassword': 'audit.deedResetPassword',
  'user/endSecondFactor': 'audit.deedEndSecondFactor',
  'company/setPasswordRule': 'audit.deedPasswordRule',
  'user/joinGroups': 'audit.deedRegions',
  'permissions/newRole': 'audit.deedAddRole',
  'permissions/updateRole': 'audit.deedEditRole',
  'permissions/deleteRole': 'audit.deedDeleteRole',
  'permissions/previewRole': 'audit.deedPreview',
  'audit/export': 'audit.deedExportAudit',
  'group/create': 'audit.deedAddRegion',
  'group/changeName': 'audit.deedEditRegion',
  'group/move': 'audit.deedMoveRegion',
  'group/delete': 'audit.deedDeleteRegion',
  'group/joinHomeGroup': 'audit.deedHomeRegion',
  'device/addByAddress': 'audit.deedAddDevice',
  'device/addGateway': 'audit.deedAddDevice',
  'device/joinGroup': 'audit.deedAddDevice',
  'device/genBindCode': 'audit.deedBindCode',
  'device/batchJoinGroupByExcel': 'audit.deedAddDevice',
  'device/updateDeviceName': 'audit.deedEditDevice',
  'device/updateDeviceAlias': 'audit.deedEditDevice',
  'device/modifiedDeviceLatAndLng': 'audit.deedEditDevice',
  'device/batchChangeGroup': 'audit.deedMoveDevice',
  'device/batchExitGroup': 'audit.deedDeleteDevice',
  'device/setDeviceConfig': 'audit.deedConfigureDevice',
  'device/setDeviceNoticeConfig': 'audit.deedConfigureDevice',
  'device/copyDeviceConfig': 'audit.deedConfigureDevice',
  'device/renewGatewaySecret': 'audit.deedGatewaySecret',
  'device/setMsgIn': 'audit.deedPTZ',
  'device/deviceList': 'audit.deedLists',
  'user/accountList': 'audit.deedLists',
  'permissions/roleList': 'audit.deedLists',
  'group/getGroupList': 'audit.deedLists',
}

const AREA = /^\/vms\//

export function deedKeyOf(path: string): PlainTextKey | undefined {
  const call = path.replace(AREA, '')
  return Object.hasOwn(DEEDS, call) ? DEEDS[call] : undefined
}
