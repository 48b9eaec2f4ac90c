/** Every code of the platform, once: readings 11 and 19, specification section 8. */
import type { RefusalBodies } from './refusals.ts'

/**
 * What the console does with a code besides showing its text.
 * `toast`: nothing more. `expire`: reset the store and reload after 1.1 s. `quiet`: no toast. `form`: shown where the input was.
 */
type Action = 'toast' | 'expire' | 'quiet' | 'form'

interface CodeEntry {
  code: string
  action: Action
  zh: string
  en: string
}

const entry = (code: string, action: Action, en: string, zh: string): CodeEntry => ({ code, action, en, zh })

export const CODES = {
  noPermission: entry('5059', 'toast', 'You have no permission for this', '没有操作权限'),
  tokenExpired: entry(
    '5007',
    'expire',
    'Login information has expired, please log in again',
    '登录信息已过期，请重新登录',
  ),
  notLoggedIn: entry(
    '5042',
    'expire',
    'Login information is invalid, please log in again',
    '登录信息失效，请重新登录',
  ),
  socketTokenExpired: entry(
    '2008',
    'expire',
    'Login information has expired, please log in again',
    '登录信息已过期，请重新登录',
  ),
  wrongPassword: entry('4004', 'form', 'Wrong account or password', '账号或密码错误'),
  wrongPasswordOuter: entry('2004', 'form', 'Wrong account or password', '账号或密码错误'),
  accountDisabled: entry('2007', 'form', 'This account has been disabled', '该账号已被禁用'),
  noUserInfo: entry('4042', 'toast', 'Failed to get user info', '获取用户信息失败'),
  pictureNotReady: entry('2018', 'quiet', 'The picture is not ready yet', '图片尚未就绪'),
  deviceOffline: entry('6001', 'toast', 'The device is not online', '设备不在线'),
  noDeviceInformation: entry('6002', 'toast', 'No device information found', '未找到设备信息'),
  deviceChangeFailed: entry(
    '6003',
    'toast',
    'Device change failed, try again later',
    '设备修改失败，请稍后重试',
  ),
  noDataAuthority: entry('6004', 'toast', 'No access to this data', '没有操作数据的权限'),
  deviceNotQueried: entry('6005', 'form', 'Device not found', '未查询到该设备'),
  addedByOthers: entry('6006', 'form', 'This device has been added by others', '该设备已被他人添加'),
  internal: entry('6007', 'toast', 'Server error', '服务器错误'),
  noSuchAccount: entry('6008', 'form', 'The account does not exist', '账号不存在'),
  accountExists: entry('6009', 'form', 'Add failed, the account already exists', '添加失败，账号已存在'),
  responseTimeout: entry(
    '6010',
    'toast',
    'Server response timed out, try later',
    '服务器响应超时，请稍后重试',
  ),
  requestFailed: entry('6011', 'toast', 'Server request failed, try later', '服务器请求失败，请稍后重试'),
  noVideo: entry('6012', 'toast', 'Failed to obtain video', '获取视频失败'),
  phoneExists: entry('6013', 'form', 'The mobile phone number already exists', '手机号已存在'),
  deviceNotFound: entry('6014', 'toast', 'Unable to find this device information', '无法找到该设备信息'),
  loginInvalid: entry('6015', 'toast', 'Login information invalid', '登录信息无效'),
  networkError: entry('6016', 'toast', 'Network error', '网络错误'),
  imageLoadFailed: entry('6017', 'toast', 'Image loading failed', '图片加载失败'),
  loadFailed: entry('6018', 'toast', 'Load failed', '加载失败'),
  regionHasDevices: entry(
    '6019',
    'form',
    'A region cannot be deleted while it has devices',
    '区域下有设备，不能删除',
  ),
  gatewayNoPlayback: entry('6020', 'toast', 'Gateway devices do not support playback', '网关设备不支持回放'),
  noRecording: entry('6021', 'toast', 'No recording in the current time period', '当前时间段没有录像'),
  badInput: entry('6100', 'form', 'This input cannot be used', '输入内容无效'),
  tooManyTries: entry('6101', 'form', 'Too many tries, please wait', '尝试次数过多，请稍候'),
  tooLarge: entry('6102', 'toast', 'This is too large', '内容过大'),
  unavailable: entry('6103', 'toast', 'Not available here', '此处不可用'),
  addressNotAllowed: entry('6104', 'form', 'This address may not be used', '不允许使用该地址'),
  deviceUnreachable: entry('6105', 'form', 'Nothing answers at this address', '该地址无响应'),
  deviceCertificate: entry(
    '6114',
    'form',
    "The device's certificate cannot be verified",
    '设备证书未通过校验',
  ),
  deviceCredentials: entry(
    '6106',
    'form',
    'The device rejected the user name or password',
    '设备拒绝该用户名或密码',
  ),
  noUsableStream: entry(
    '6107',
    'form',
    'The device offers no stream that can be played',
    '设备没有可播放的码流',
  ),
  badEnvelope: entry('6108', 'toast', 'This is not a request', '请求格式错误'),
  unknownCall: entry('6109', 'toast', 'There is no such call', '接口不存在'),
  overloaded: entry('6110', 'toast', 'The server is busy, try again shortly', '服务器繁忙，请稍后重试'),
  diskFull: entry('6113', 'toast', "The server's disk is full", '服务器磁盘已满'),
  roleInUse: entry('6130', 'form', 'Accounts have this role', '有账号正在使用该角色'),
  beyondOwnRights: entry(
    '6131',
    'form',
    'You can only give, and change, what you may do yourself',
    '只能授予或修改您自己拥有的权限',
  ),
  lastAdministrator: entry(
    '6132',
    'form',
    'The company needs a full administrator: this is the last one',
    '企业至少需要一名超级管理员，这是最后一名',
  ),
  ownAccount: entry('6133', 'form', 'This cannot be done to your own account', '不能对自己的账号执行此操作'),
  previewOnly: entry(
    '6134',
    'toast',
    'This is a preview: nothing can be changed in it',
    '当前为角色预览，不能进行更改',
  ),
  inUse: entry('6150', 'form', 'It is still in use', '仍在使用中，无法删除'),
  nameTaken: entry('6151', 'form', 'This name is taken', '该名称已存在'),
  cameraInHand: entry('6140', 'toast', 'Somebody else is moving this camera', '其他人正在控制该云台'),
  // What the console says for itself when no answer came (section 8); no server sends these.
  serverTimeout: entry('6111', 'toast', 'Server timeout', '服务器超时'),
  requestServerError: entry('6112', 'toast', 'Request server error', '请求服务器错误'),
} as const satisfies Record<string, CodeEntry>

export type CodeName = keyof typeof CODES

type BodyOfRefusal<Name extends CodeName> = Name extends keyof RefusalBodies
  ? [body: RefusalBodies[Name]]
  : []

/** An expected refusal: it becomes `{CODE, BODY}` on the wire and is no error in the log. */
export class Refusal<Name extends CodeName = CodeName> extends Error {
  readonly reason: CodeName
  readonly body: Readonly<Record<string, unknown>>

  constructor(reason: Name, ...said: BodyOfRefusal<Name>) {
    const body: Readonly<Record<string, unknown>> = said[0] ?? {}
    super(`${reason} ${JSON.stringify(body)}`)
    this.name = 'Refusal'
    this.reason = reason
    this.body = body
  }
}

const BY_CODE = new Map<string, CodeName>()
for (const [name, { code }] of Object.entries(CODES)) if (isCodeName(name)) BY_CODE.set(code, name)

/** The entry's name for a code on the wire, undefined for a code outside the table. */
export function nameOfCode(code: string): CodeName | undefined {
  return BY_CODE.get(code)
}

function isCodeName(name: string): name is CodeName {
  return Object.hasOwn(CODES, name)
}
