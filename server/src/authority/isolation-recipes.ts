/** What the isolation matrix decides for itself: whom calls are meant for is written here a second time, on purpose. */
import type { Call } from '@vedette/contract/call'
import { deleteAccountList } from '@vedette/contract/calls/account'
import { deleteImage } from '@vedette/contract/calls/album'
import { discoverDevices } from '@vedette/contract/calls/device'
import { batchExitGroup } from '@vedette/contract/calls/device-edit'
import { addPushDevice } from '@vedette/contract/calls/push-device'
import { acceptInvitation, invitation } from '@vedette/contract/calls/invitation'
import { forgetPassword, loginNewPassword, loginSecondFactor } from '@vedette/contract/calls/login-steps'
import { outerLogin, outerLoginBegin } from '@vedette/contract/calls/outer-login'
import {
  endOtherSessions,
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
import { recordDeviceStorage } from '@vedette/contract/calls/device-storage'
import { ownRights, updateRole } from '@vedette/contract/calls/role'
import { talkState } from '@vedette/contract/calls/talk'
import {
  login,
  loginOptions,
  logout,
  renewSession,
  userInfo,
  sendVerifyCode,
} from '@vedette/contract/calls/user'

/** What would leave nothing for the rows after it, or waits for a device: that it is reached is noted, and it is answered so. */
export const REACHED_ALONE = new Map<Call, unknown>([
  [batchExitGroup, { Changed: 0 }],
  [deleteAccountList, {}],
  [updateRole, {}],
  [discoverDevices, { Total: 0, List: [] }],
  [deleteImage, { Deleted: 0 }],
  [endOtherSessions, { Ended: 0 }],
  [addPushDevice, { Ok: true, Detail: '' }],
  [recordDeviceStorage, { Total: 0, List: [] }],
  [talkState, { CanTalk: false, Codec: '', Speaker: '' }],
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
  endOtherSessions,
  endSession,
  twoFactor,
  twoFactorBegin,
  twoFactorConfirm,
  twoFactorEnd,
]
