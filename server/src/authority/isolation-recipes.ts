/** What the isolation matrix knows of each call: a body that does what it is for, and whom it is meant for. */
import {
  acceptTransfer,
  cancelTransfer,
  offerDevices,
  previewTransfer,
  transferList,
  transferredHistory,
} from '@vedette/contract/calls/transfer'
import {
  beginFirmware,
  checkDeviceUpVersion,
  deleteFirmware,
  firmwareList,
  sendFirmware,
  upgradeDevices,
  upgradeList,
} from '@vedette/contract/calls/upgrade'
import { NO_ALARMS } from '@vedette/contract/alarm-settings'
import type { Call } from '@vedette/contract/call'
import {
  accountList,
  accountListExport,
  addAccount,
  deleteAccountList,
  endSecondFactor,
  joinGroups,
  resetDefaultPassword,
  updateAccountInfo,
  updateUserAccount,
} from '@vedette/contract/calls/account'
import {
  addByAddress,
  deviceFacets,
  discoverDevices,
  deviceList,
  deviceListV2,
  probeDevice,
  probePicture,
} from '@vedette/contract/calls/device'
import { genUserAccessToken } from '@vedette/contract/calls/access-token'
import { auditExport, auditList } from '@vedette/contract/calls/audit'
import { setPasswordRule } from '@vedette/contract/calls/company'
import { rightsOfAccount, rightsOfDevice, whyRefused } from '@vedette/contract/calls/rights'
import {
  batchChangeGroup,
  batchExitGroup,
  modifiedDeviceLatAndLng,
  updateDeviceAlias,
  updateDeviceName,
} from '@vedette/contract/calls/device-edit'
import { deviceRemoveImage, deviceUploadImage } from '@vedette/contract/calls/device-photo'
import {
  batchJoinGroupByExcel,
  cancelImport,
  importStatus,
  importTemplate,
} from '@vedette/contract/calls/device-import'
import {
  changeGroupName,
  createGroup,
  deleteGroup,
  deviceGroupList,
  getGroupChildList,
  getGroupList,
  getHomeGroupList,
  getTopGroupList,
  joinHomeGroup,
  moveGroup,
} from '@vedette/contract/calls/group'
import {
  addGateway,
  deviceEventList,
  genBindCode,
  joinGroup,
  renewGatewaySecret,
  sensorList,
} from '@vedette/contract/calls/gateway'
import {
  copyDeviceConfig,
  getDeviceCloudConfig,
  getDeviceInfo,
  getDIDByCtei,
  getSubDeviceConfig,
  getSubDeviceList,
  queryConfig,
  setDeviceConfig,
  setDeviceNoticeConfig,
} from '@vedette/contract/calls/device-config'
import { presenceHistory } from '@vedette/contract/calls/presence'
import { watchLive } from '@vedette/contract/calls/media'
import {
  deleteIdentityProvider,
  identityProvider,
  outerLogin,
  outerLoginBegin,
  setIdentityProvider,
} from '@vedette/contract/calls/outer-login'
import {
  acceptInvitation,
  invitation,
  invite,
  resendInvitation,
  withdrawInvitation,
} from '@vedette/contract/calls/invitation'
import * as past from '@vedette/contract/calls/past-recordings'
import * as record from '@vedette/contract/calls/record'
import {
  deleteRole,
  newRole,
  ownRights,
  previewRole,
  roleList,
  updateRole,
} from '@vedette/contract/calls/role'
import {
  endSession,
  linkCompany,
  linkedCompanies,
  resetPassword,
  sessionList,
  twoFactor,
  twoFactorBegin,
  twoFactorConfirm,
  twoFactorEnd,
  unlinkCompany,
  uploadImage,
  uploadInfo,
} from '@vedette/contract/calls/own-account'
import {
  forgetPassword,
  login,
  loginNewPassword,
  loginOptions,
  loginSecondFactor,
  logout,
  renewSession,
  sendVerifyCode,
  userInfo,
} from '@vedette/contract/calls/user'
import type { ObjectKind } from '@vedette/contract/ids'

import { PASSWORD } from '../testing/app.ts'

/** Ids of one region's things, for a body. */
export type Ids = Record<ObjectKind, string>

/** A body that does what the call is for, with these ids wherever it names objects. */
export const RECIPES = new Map<Call, (ids: Ids) => Record<string, unknown>>([
  [loginOptions, () => ({})],
  [login, () => ({ EnterpriseCode: 'demo', Account: 'nobody', Password: PASSWORD })],
  [logout, () => ({})],
  [renewSession, () => ({})],
  [userInfo, () => ({})],
  [accountList, (ids) => ({ RoleID: ids.role })],
  [
    addAccount,
    (ids) => ({ Account: 'newcomer', Name: 'New', RoleID: ids.role, AllRegions: false, GIDs: [ids.region] }),
  ],
  [updateAccountInfo, (ids) => ({ AccountID: ids.account, Name: 'Renamed', Phone: '', Email: '' })],
  [updateUserAccount, (ids) => ({ AccountID: ids.account, RoleID: ids.role })],
  [deleteAccountList, (ids) => ({ AccountIDs: [ids.account] })],
  [accountListExport, (ids) => ({ RoleID: ids.role })],
  [resetDefaultPassword, (ids) => ({ AccountID: ids.account })],
  [endSecondFactor, (ids) => ({ AccountID: ids.account })],
  [joinGroups, (ids) => ({ AccountID: ids.account, AllRegions: false, GIDs: [ids.region] })],
  [setPasswordRule, () => ({ PasswordRule: 'strong' })],
  [
    invite,
    (ids) => ({
      Account: 'guest',
      Name: 'Guest',
      Email: 'guest@example.com',
      RoleID: ids.role,
      AllRegions: false,
      GIDs: [ids.region],
    }),
  ],
  [resendInvitation, (ids) => ({ AccountID: ids.account })],
  [withdrawInvitation, (ids) => ({ AccountID: ids.account })],
  [invitation, () => ({ Token: 'none' })],
  [acceptInvitation, () => ({ Token: 'none', Password: PASSWORD })],
  [outerLoginBegin, () => ({ EnterpriseCode: 'demo' })],
  [outerLogin, () => ({ State: 'none', Code: 'none' })],
  [identityProvider, () => ({})],
  [
    setIdentityProvider,
    (ids) => ({
      Name: 'Directory',
      Issuer: 'https://login.example.com',
      ClientID: 'vedette',
      Roles: [{ Group: 'guards', RoleID: ids.role }],
      MakesAccounts: true,
      AllRegions: false,
      GIDs: [ids.region],
      // So that nobody is asked.
      IsOn: false,
    }),
  ],
  [deleteIdentityProvider, () => ({})],
  [roleList, () => ({})],
  [newRole, () => ({ RoleName: 'New', permissions: [] })],
  [updateRole, (ids) => ({ id: ids.role, permissions: [{ pageKey: 'replay' }] })],
  [ownRights, () => ({})],
  [rightsOfAccount, (ids) => ({ AccountID: ids.account })],
  [rightsOfDevice, (ids) => ({ DID: ids.device })],
  [
    whyRefused,
    (ids) => ({
      AccountID: ids.account,
      Path: '/vms/device/deviceList',
      Things: [{ Kind: 'device', ID: ids.device }],
      PreviewRoleID: ids.role,
    }),
  ],
  [auditList, (ids) => ({ AccountID: ids.account })],
  [auditExport, (ids) => ({ AccountID: ids.account })],
  [deleteRole, (ids) => ({ id: ids.role })],
  [previewRole, (ids) => ({ id: ids.role })],
  [loginSecondFactor, () => ({ Ticket: 'none', Code: '000000' })],
  [loginNewPassword, () => ({ Ticket: 'none', Password: PASSWORD })],
  [sendVerifyCode, () => ({ EnterpriseCode: 'demo', Account: 'nobody', Purpose: 'login' })],
  [
    forgetPassword,
    () => ({ EnterpriseCode: 'demo', Account: 'nobody', VerifyCode: '000000', Password: PASSWORD }),
  ],
  [resetPassword, () => ({ oldPassword: 'Wrong#Horse9', password: 'Other#Horse9' })],
  [uploadInfo, () => ({ Name: 'Clerk' })],
  [uploadImage, () => ({})],
  [linkedCompanies, () => ({})],
  [
    linkCompany,
    () => ({ OwnPassword: 'Wrong#Horse9', EnterpriseCode: 'demo', Account: 'nobody', Password: PASSWORD }),
  ],
  [unlinkCompany, () => ({})],
  [sessionList, () => ({})],
  [endSession, () => ({ SessionID: '01HZZZZZZZZZZZZZZZZZZZZZZZ' })],
  [twoFactor, () => ({})],
  [twoFactorBegin, () => ({ Password: 'Wrong#Horse9' })],
  [twoFactorConfirm, () => ({ Code: '000000' })],
  [twoFactorEnd, () => ({ Password: 'Wrong#Horse9', Code: '000000' })],
  [getGroupList, () => ({})],
  [createGroup, (ids) => ({ ParentGID: ids.region, GroupName: 'Below' })],
  [getGroupChildList, (ids) => ({ GID: ids.region })],
  [getTopGroupList, () => ({})],
  [deviceGroupList, () => ({})],
  [getHomeGroupList, () => ({})],
  [joinHomeGroup, (ids) => ({ GID: ids.region })],
  [changeGroupName, (ids) => ({ GID: ids.region, GroupName: 'Renamed' })],
  // Its devices keep the region; it cannot go into itself.
  [deleteGroup, (ids) => ({ GID: ids.region })],
  [moveGroup, (ids) => ({ GID: ids.region, ParentGID: ids.region, BeforeGID: ids.region })],
  [deviceList, (ids) => ({ GID: ids.region })],
  [deviceListV2, (ids) => ({ GID: ids.region })],
  [deviceFacets, () => ({})],
  [genUserAccessToken, (ids) => ({ DID: ids.device, Purpose: 'info' })],
  [updateDeviceName, (ids) => ({ DID: ids.device, DevName: 'Renamed' })],
  [updateDeviceAlias, (ids) => ({ DID: ids.device, Alias: 'By the gate' })],
  [modifiedDeviceLatAndLng, (ids) => ({ DID: ids.device, Lng: 13.4, Lat: 52.5 })],
  [deviceUploadImage, (ids) => ({ DID: ids.device })],
  [deviceRemoveImage, (ids) => ({ DID: ids.device })],
  [batchChangeGroup, (ids) => ({ DIDs: [ids.device], GID: ids.region })],
  [batchExitGroup, (ids) => ({ DIDs: [ids.device] })],
  [discoverDevices, () => ({})],
  [importTemplate, () => ({ Language: 'en' })],
  [batchJoinGroupByExcel, (ids) => ({ GID: ids.region, File: 'AAAA', DryRun: true })],
  [importStatus, () => ({ JobID: '01HZ' })],
  [cancelImport, () => ({ JobID: '01HZ' })],
  // Nothing listens at port 1, so the answer comes at once.
  [probeDevice, () => ({ Url: 'rtsp://127.0.0.1:1/' })],
  [probePicture, () => ({ Url: 'rtsp://127.0.0.1:1/' })],
  [addByAddress, (ids) => ({ GID: ids.region, DevName: 'New', DevType: 1, Url: 'rtsp://192.0.2.9/' })],
  [queryConfig, (ids) => ({ DID: ids.device })],
  [setDeviceConfig, (ids) => ({ DID: ids.device, Change: { Name: 'North' } })],
  [getDeviceCloudConfig, (ids) => ({ DID: ids.device })],
  [setDeviceNoticeConfig, (ids) => ({ DID: ids.device, Alarm: NO_ALARMS })],
  [copyDeviceConfig, (ids) => ({ DID: ids.device, ToDIDs: [ids.device], Parts: ['alarm'] })],
  [presenceHistory, (ids) => ({ DID: ids.device })],
  [getDeviceInfo, (ids) => ({ DID: ids.device })],
  [getSubDeviceList, (ids) => ({ DID: ids.device })],
  [getSubDeviceConfig, (ids) => ({ DID: ids.device, Channel: 0 })],
  [getDIDByCtei, () => ({ Ctei: 'CT-0001' })],
  [beginFirmware, () => ({ Model: 'M', Version: '1', FileName: 'm.bin', Bytes: 1, Sha256: '0'.repeat(64) })],
  [sendFirmware, () => ({ Model: 'M', Version: '1', Offset: 0, Data: 'AA==' })],
  [firmwareList, () => ({})],
  [deleteFirmware, () => ({ Model: 'M', Version: '0' })],
  [checkDeviceUpVersion, (ids) => ({ DID: ids.device })],
  [upgradeDevices, (ids) => ({ DIDs: [ids.device] })],
  [upgradeList, (ids) => ({ DID: ids.device })],
  [offerDevices, (ids) => ({ DIDs: [ids.device] })],
  [previewTransfer, () => ({ Code: '000000000000' })],
  [acceptTransfer, (ids) => ({ Code: '000000000000', GID: ids.region })],
  [cancelTransfer, () => ({ Offer: 'none' })],
  [transferList, () => ({})],
  [transferredHistory, () => ({ Offer: 'none', Device: 'CAM-0000000001' })],
  [addGateway, (ids) => ({ DID: 'GATE-0000001', GID: ids.region, DevName: 'Gate', DevType: 7 })],
  [genBindCode, () => ({})],
  [
    joinGroup,
    (ids) => ({ DID: 'GATE-0000002', License: 'Box-label-4712', GID: ids.region, DevName: 'Joined' }),
  ],
  [renewGatewaySecret, (ids) => ({ DID: ids.device })],
  [sensorList, (ids) => ({ DID: ids.device })],
  [deviceEventList, (ids) => ({ DID: ids.device })],
  [record.recordPolicy, (ids) => ({ DID: ids.device })],
  [record.setRecordPolicy, (ids) => ({ DIDs: [ids.device], Policy: null })],
  [record.regionRecordPolicy, (ids) => ({ GID: ids.region })],
  [record.setRegionRecordPolicy, (ids) => ({ GID: ids.region, Policy: null })],
  [record.recordStorage, () => ({})],
  [record.trustRecordClock, () => ({})],
  [record.recordUsage, (ids) => ({ GID: ids.region })],
  [record.addRecordLock, (ids) => ({ DID: ids.device, From: 1, To: 2, Reason: 'evidence' })],
  [record.removeRecordLock, (ids) => ({ DID: ids.device, LockID: 'none' })],
  [record.recordLocks, (ids) => ({ DID: ids.device })],
  [record.recordJournal, (ids) => ({ DID: ids.device })],
  [record.recordTimeline, (ids) => ({ Streams: [{ DID: ids.device }], From: 1, To: 2 })],
  [record.replayUrl, (ids) => ({ DID: ids.device, From: 1, To: 2 })],
  [record.recordPictureUrl, (ids) => ({ DID: ids.device, At: 1 })],
  [past.pastRecordings, () => ({})],
  [past.pastReplayUrl, () => ({ Device: 'CAM-0000000001', From: 1, To: 2 })],
  [past.addPastLock, () => ({ Device: 'CAM-0000000001', From: 1, To: 2, Reason: 'evidence' })],
  [past.removePastLock, () => ({ Device: 'CAM-0000000001', LockID: 'none' })],
  [past.fetchPastReplay, () => ({ device: 'CAM-0000000001' })],
  [record.fetchReplay, (ids) => ({ did: ids.device })],
  [record.fetchRecordedPicture, (ids) => ({ did: ids.device })],
  [watchLive, (ids) => ({ did: ids.device, channel: 0, quality: 'main' })],
])

/** What would leave nothing for the rows after it: that it is reached is noted, and it is answered so. */
export const REACHED_ALONE = new Map<Call, unknown>([
  [batchExitGroup, { Changed: 0 }],
  [deleteAccountList, {}],
  [updateRole, {}],
  [discoverDevices, { Total: 0, List: [] }],
])

/** What anybody may call, and what anybody logged in may: a call that joins them is a decision, made here. */
export const PUBLIC: readonly Call[] = [
  loginOptions,
  login,
  loginSecondFactor,
  loginNewPassword,
  sendVerifyCode,
  forgetPassword,
  outerLoginBegin,
  outerLogin,
  invitation,
  acceptInvitation,
]
export const SESSION: readonly Call[] = [
  logout,
  renewSession,
  userInfo,
  updateRole,
  ownRights,
  resetPassword,
  uploadInfo,
  uploadImage,
  linkedCompanies,
  linkCompany,
  unlinkCompany,
  sessionList,
  endSession,
  twoFactor,
  twoFactorBegin,
  twoFactorConfirm,
  twoFactorEnd,
]
