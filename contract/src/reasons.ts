/** Why an input or a wish was refused: words that programs compare and people read in their own language. */
import type { z } from 'zod'

import { Refusal } from './codes.ts'
import type { FieldFault, RefusalBodies } from './refusals.ts'

interface Reason {
  en: string
  zh: string
}

/** `{Name}` in a text is one of the values that come with the word. */
export const REASONS = {
  missing: { en: 'This is required', zh: '此项必填' },
  wrongType: { en: 'Wrong type of value', zh: '值的类型不正确' },
  wrongForm: { en: 'Wrong format', zh: '格式不正确' },
  notOffered: { en: 'Not an allowed value', zh: '不是可选的值' },
  unknownFields: { en: 'Unknown field', zh: '存在未知字段' },
  tooShort: { en: 'At least {Least} characters', zh: '至少 {Least} 个字符' },
  tooLong: { en: 'At most {Most} characters', zh: '最多 {Most} 个字符' },
  tooFew: { en: 'At least {Least} entries', zh: '至少 {Least} 项' },
  tooMany: { en: 'At most {Most} entries', zh: '最多 {Most} 项' },
  tooSmall: { en: 'At least {Least}', zh: '不得小于 {Least}' },
  tooBig: { en: 'At most {Most}', zh: '不得大于 {Most}' },
  notNumber: { en: 'Not a number', zh: '请输入数字' },
  notWhole: { en: 'Not a whole number', zh: '请输入整数' },
  phoneForm: { en: 'Not a phone number', zh: '电话号码格式不正确' },
  mobileForm: { en: 'Not a mobile number: 11 digits, or + and the country code', zh: '手机号格式不正确' },
  idCardForm: { en: 'Not a valid ID card number: check every digit', zh: '身份证号码不正确，请核对' },
  passportForm: {
    en: 'Not a passport number: 5 to 17 letters and digits',
    zh: '护照号码应为 5-17 位字母或数字',
  },
  noFloorPlan: { en: 'Its region has no floor plan', zh: '该设备所属区域没有平面图' },
  plateTwice: { en: 'The same plate stands in row {Row}', zh: '与第 {Row} 行车牌号重复' },
  plateTaken: { en: 'There is a vehicle with this plate already', zh: '该车牌号已存在' },
  placeName: { en: 'This name is already used here', zh: '此处已有同名项' },
  noSuchHouse: {
    en: 'There is no such house: check area, building, unit and floor',
    zh: '房屋不存在，请核对小区、楼栋、单元和楼层',
  },
  severalHouses: {
    en: 'Several houses match: fill in the floor, or give the areas different names',
    zh: '匹配到多个房屋，请填写楼层或修改重名的小区',
  },
  xlsxOnly: {
    en: 'Only .xlsx files can be imported here. Save the file as .xlsx.',
    zh: '仅支持导入 .xlsx 文件，请另存为 .xlsx 后重试',
  },
  imageKind: {
    en: 'Only JPEG, PNG, WebP, GIF and BMP images can be uploaded',
    zh: '仅支持上传 JPEG、PNG、WebP、GIF、BMP 格式的图片',
  },
  tooManyImages: { en: 'At most {Most} images', zh: '最多上传 {Most} 张图片' },
  coordinatesSwapped: {
    en: 'Longitude and latitude seem to be swapped: longitude comes first',
    zh: '经纬度可能填反了，请先填经度再填纬度',
  },
  plateForm: { en: 'Not a number plate', zh: '车牌号格式不正确' },
  coordinatesForm: {
    en: 'Longitude, an English comma, latitude: 116.331398,39.897445',
    zh: '格式：经度,纬度（英文逗号），例如 116.331398,39.897445',
  },
  zeroCharacter: { en: 'Contains a character that cannot be stored', zh: '包含无法保存的字符' },
  controlCharacter: { en: 'Contains a character that cannot be displayed', zh: '包含无法显示的字符' },
  enterpriseCode: { en: '1 to 32 characters: a-z, 0-9 and -', zh: '1 至 32 个字符：a-z、0-9 和 -' },
  accountName: {
    en: '3 to 32 characters: a-z, 0-9, ., _, @ and -, not starting with {Prefix}',
    zh: '3 至 32 个字符：a-z、0-9、.、_、@ 和 -，且不得以 {Prefix} 开头',
  },
  passwordRequired: { en: 'Please enter a new password', zh: '请输入新密码' },
  passwordLength: { en: 'The password must have 8 to 14 characters', zh: '密码长度应为 8 至 14 个字符' },
  passwordSequence: {
    en: 'The password cannot contain keyboard sequence characters',
    zh: '密码不能包含键盘连续字符',
  },
  passwordUserName: { en: 'The password cannot contain the user name', zh: '密码不能包含用户名' },
  passwordClasses: {
    en: 'The password needs at least 3 of: digits, lowercase, uppercase, special characters',
    zh: '密码须包含数字、小写字母、大写字母、特殊字符中的至少三种',
  },
  passwordSimple: {
    en: 'The password is limited to 6-14 English letters or digits',
    zh: '密码限 6-14 位英文或数字',
  },
  passwordUnchanged: { en: 'The new password must differ from the old one', zh: '新密码不能与旧密码相同' },
  oldPassword: { en: 'The old password is wrong', zh: '旧密码错误' },
  ownPassword: { en: 'The password is wrong', zh: '密码错误' },
  outerAccount: {
    en: 'This account logs in at {Name}, so it has no password here',
    zh: '该账号通过 {Name} 登录，此处没有密码',
  },
  outerBegun: {
    en: 'This login was begun in another browser, was used already or took too long: please begin anew',
    zh: '登录在其他浏览器中发起、已被使用或已超时，请重新开始',
  },
  outerOff: { en: 'This enterprise has no single sign-on', zh: '该企业未启用单点登录' },
  outerSilent: { en: '{Name} is not responding. Try again later.', zh: '{Name} 无响应，请稍后重试' },
  outerDoubtful: {
    en: '{Name} did not confirm this login ({Detail}): please begin anew, or ask your administrator',
    zh: '{Name} 未能确认本次登录（{Detail}），请重新开始或联系管理员',
  },
  outerStopped: {
    en: 'The login was not completed ({Detail}): please begin anew',
    zh: '登录未完成（{Detail}），请重新开始',
  },
  outerNoRole: {
    en: 'None of your groups at {Name} has a role here: ask your administrator',
    zh: '您在 {Name} 的用户组没有对应的角色，请联系管理员',
  },
  outerNoAccount: {
    en: 'No account here belongs to you at {Name}, and logging in makes none: log in with your password, or ask your administrator',
    zh: '您的 {Name} 身份在此处没有账号，且登录不会自动创建：请用密码登录，或联系管理员',
  },
  providerScheme: {
    en: 'An issuer begins with https://, or with http:// on this machine alone, and ends before ? and #',
    zh: '颁发者地址应以 https:// 开头（仅本机可用 http://），且不含 ? 和 #',
  },
  providerAddress: {
    en: 'The platform may not ask anything at this address',
    zh: '平台不允许访问该地址',
  },
  providerSilent: {
    en: 'No identity provider answers at this address ({Detail})',
    zh: '该地址没有身份提供方响应（{Detail}）',
  },
  publicUrlMissing: {
    en: 'The operator has to set VEDETTE_PUBLIC_URL to the address that people type',
    zh: '请运维人员将 VEDETTE_PUBLIC_URL 设置为用户访问的地址',
  },
  invitation: {
    en: 'This invitation was used, withdrawn or has ended: ask for another',
    zh: '邀请已被使用、撤回或已过期，请联系管理员重新发送',
  },
  notInvited: { en: 'This account has no open invitation', zh: '该账号没有待接受的邀请' },
  noWayToReach: { en: 'Enter a phone number or an e-mail address', zh: '请填写手机号或邮箱' },
  passwordOrCode: { en: 'Either a password or a verification code', zh: '请输入密码或验证码' },
  sameCompany: { en: 'This is an account of the same company', zh: '该账号属于同一企业' },
  issuedPassword: {
    en: 'That account still has a password that was issued: choose its own first',
    zh: '该账号仍在使用初始密码，请先设置自己的密码',
  },
  chooseImage: { en: 'Choose an image', zh: '请选择图片' },
  oneImage: { en: 'At most one image', zh: '最多上传一张图片' },
  onlyImages: { en: 'Only images can be uploaded', zh: '只能上传图片' },
  imageTooLarge: {
    en: 'The image is too large: at most {Megabytes} MB and {Megapixels} million pixels',
    zh: '图片过大：不得超过 {Megabytes} MB 和 {Megapixels} 百万像素',
  },
  imageNotHere: { en: 'This image was not uploaded here', zh: '该图片并非在此上传' },
  verifyCode: { en: 'The code is wrong or no longer valid', zh: '验证码错误或已失效' },
  secondFactor: { en: 'The code is wrong or was used before', zh: '动态码错误或已被使用' },
  loginTicket: { en: 'This login took too long. Please start again.', zh: '登录超时，请重新开始' },
  issuedPasswordEnded: {
    en: 'The password that was issued is no longer valid: ask your administrator for another',
    zh: '初始密码已过期，请联系管理员重新重置',
  },
  addressTooLong: { en: 'The address is too long', zh: '地址过长' },
  addressMalformed: {
    en: 'Not a valid address: host, port and path are needed',
    zh: '地址格式不正确，应包含主机、端口和路径',
  },
  addressScheme: {
    en: 'The address must start with rtsp://, rtsps://, http:// or https://',
    zh: '地址应以 rtsp://、rtsps://、http:// 或 https:// 开头',
  },
  addressCredentials: {
    en: 'The address contains a user name or password: enter them in their own fields',
    zh: '地址中含有用户名或密码，请填写到各自的输入框',
  },
  addressUnresolved: { en: 'Host name not found', zh: '无法解析该主机名' },
  addressForbidden: { en: 'Cameras are not allowed at this address', zh: '摄像机不能使用该地址' },
  addressOwnPort: { en: 'This address belongs to the platform itself', zh: '该地址属于平台自身' },
  addressLoopback: {
    en: "This is the platform's own machine, where no camera is registered",
    zh: '该地址是平台本机，未登记摄像机',
  },
  addressOutside: {
    en: 'The address is outside the networks in which cameras are allowed',
    zh: '该地址不在允许的摄像机网段内',
  },
  deviceSilent: {
    en: 'No supported device responds at this address',
    zh: '该地址未检测到可用设备',
  },
  deviceCertificate: { en: "The device's certificate cannot be verified", zh: '设备证书未通过校验' },
  deviceLogin: { en: 'The device rejected the user name or password', zh: '设备拒绝该用户名或密码' },
  deviceNoStream: {
    en: 'The device has no H.264 or H.265 stream here',
    zh: '设备在此处没有 H.264 或 H.265 码流',
  },
  regionTop: { en: 'The top region cannot be moved or deleted', zh: '企业的顶级区域不能移动或删除' },
  regionInside: {
    en: 'A region cannot be moved into itself or its sub-regions',
    zh: '区域不能移动到自身或其下级区域中',
  },
  regionDepth: { en: 'Regions are at most {Most} levels deep', zh: '区域最多 {Most} 级' },
  timeRangeEmpty: { en: 'The end must be after the start', zh: '结束时间必须晚于开始时间' },
  timeRangeConflict: { en: 'Time ranges on one day must not overlap', zh: '时间段冲突' },
  deviceNoChannel: { en: 'The device has no such channel', zh: '设备没有该通道' },
  upgradeLatest: { en: 'The device already has the latest version', zh: '设备已是最新版本，无法升级' },
  noPtz: { en: 'This camera does not support this PTZ function', zh: '该设备不支持此云台功能' },
  presetUnknown: { en: 'The camera no longer has this preset', zh: '该预置点已不存在' },
  methodUnknown: { en: 'There is no such method', zh: '不存在该方法' },
  notJson: { en: 'This is not JSON', zh: '不是有效的 JSON' },
  filterName: { en: 'You already have a filter with this name', zh: '您已有同名的筛选方案' },
  phraseName: { en: 'There is already a phrase with this name', zh: '已有同名预录语音' },
  tourName: { en: 'You already have a tour with this name', zh: '您已有同名的轮巡方案' },
  tourUnknown: { en: 'This tour no longer exists', zh: '该轮巡方案已不存在' },
  cameraTourName: { en: 'The camera already has a tour with this name', zh: '该设备已有同名的巡航' },
  cameraTourShort: { en: 'This tour has fewer than two presets', zh: '该巡航的预置点不足两个' },
  onlyOwnRole: { en: 'You can share only with your own role', zh: '只能共享给您自己的角色' },
  wallName: { en: 'You already have a wall with this name', zh: '您已有同名的视频墙' },
  wallUnknown: { en: 'This wall no longer exists', zh: '该视频墙已不存在' },
  wallClosed: { en: 'This wall is no longer open', zh: '该视频墙已关闭' },
  wallMayNotSee: {
    en: 'The account at this wall may not see the camera',
    zh: '该视频墙的账号无权查看此设备',
  },
  filterUnknown: { en: 'This filter no longer exists', zh: '该筛选方案已不存在' },
  firmwareOffset: { en: 'The upload goes on at byte {Received}', zh: '上传应从第 {Received} 字节继续' },
  firmwareChecksum: {
    en: 'What arrived is not the file whose checksum was told; the upload begins anew',
    zh: '文件校验失败，请重新上传',
  },
  firmwareExists: { en: 'This version for the model already exists', zh: '该型号的此版本已存在' },
  firmwareUnknown: { en: 'Firmware not found', zh: '固件不存在' },
  firmwareFull: {
    en: 'The firmware store is full: delete what is not needed',
    zh: '固件库已满，请删除不需要的固件',
  },
  exportsFull: {
    en: 'You already have {Most} exports: delete old ones first',
    zh: '您的导出任务已达 {Most} 个，请先删除旧任务',
  },
  transferCode: { en: 'This code is unknown, already used or expired', zh: '接收码不存在、已使用或已失效' },
  transferOwn: { en: 'These devices are already yours', zh: '这些设备已属于本企业' },
  transferBusy: { en: 'One of the devices is already being transferred', zh: '部分设备已在转移中' },
  gatewayType: {
    en: 'Only gateways and scanning guns connect by MQTT',
    zh: '只有网关和扫码枪通过 MQTT 接入',
  },
  deviceListed: { en: 'This device is already in the list', zh: '该设备已在列表中' },
  deviceNoMqtt: { en: 'This device does not connect by MQTT', zh: '该设备不通过 MQTT 接入' },
  deviceNoAddress: { en: 'A device of this type has no video address', zh: '该类型设备没有视频地址' },
  noRegion: { en: 'Select at least one region, or all', zh: '请至少选择一个区域，或选择全部' },
  roleName: { en: 'A role with this name already exists', zh: '角色名称已存在' },
  permissions: { en: 'Invalid list of permissions', zh: '权限列表格式不正确' },
  notFirstCompany: {
    en: "The network is searched for the platform's own company alone: enter the address",
    zh: '仅平台所属企业可搜索网络，请直接输入地址',
  },
  notTheMachinesOwner: {
    en: "The machine's clock is for an administrator of the platform's own company",
    zh: '服务器时钟仅由平台所属企业的管理员确认',
  },
  coordinates: {
    en: 'Degrees: longitude -180 to 180, latitude -90 to 90',
    zh: '单位为度：经度 -180 至 180，纬度 -90 至 90',
  },
  deviceType: { en: 'Unknown device type', zh: '没有该设备类型' },
  addressTwice: { en: 'Row {Row} has the same address', zh: '与第 {Row} 行地址相同' },
  otherDevice: { en: 'A different device responds at this address', zh: '该地址上是另一台设备' },
  addressTaken: { en: '{DID} already has this address', zh: '{DID} 已使用该地址' },
  formula: { en: 'Formulas are not supported: enter the value', zh: '不支持公式，请直接填写值' },
  sheetNoHead: {
    en: 'The first row must have the headings Name and Address',
    zh: '首行缺少“设备名称”和“地址”表头',
  },
  sheetEmpty: { en: 'The sheet has no rows', zh: '表格没有数据行' },
  notSpreadsheet: { en: 'Not an .xlsx or .xls file', zh: '该文件不是 .xlsx 或 .xls 表格' },
  noSuchRegion: {
    en: 'No such region: write its path, such as {Example}, or add the region first',
    zh: '区域不存在：请填写完整路径，例如 {Example}，或先添加该区域',
  },
  damaged: { en: 'The file is damaged', zh: '文件已损坏' },
  encrypted: { en: 'The file is protected by a password', zh: '文件受密码保护' },
  tooManyRows: { en: 'More than 10,000 rows', zh: '超过 10,000 行' },
  tooManyColumns: { en: 'More than 64 columns', zh: '超过 64 列' },
  sheetTooLarge: { en: 'The file is too large, or unpacks to too much', zh: '文件过大，或解压后过大' },
} as const satisfies Record<string, Reason>

export type ReasonWord = keyof typeof REASONS
type Values = Readonly<Record<string, string | number>>

/** The codes whose BODY says at which field and why. */
export type FaultCode = {
  [Name in keyof RefusalBodies]: RefusalBodies[Name] extends z.infer<typeof FieldFault> ? Name : never
}[keyof RefusalBodies]

/** A refusal that names its reason: `throw fault('badInput', 'Password', 'passwordLength')`. */
export function fault(code: FaultCode, Field: string, Word: ReasonWord, Values: Values = {}): Refusal {
  return new Refusal<FaultCode>(code, { Field, Reason: reasonText('en', Word, Values), Word, Values })
}

/** In one of the contract's two languages, or by the texts of another. */
export function reasonText(
  language: 'en' | 'zh-cn' | Readonly<Record<ReasonWord, string>>,
  word: ReasonWord,
  values: Values = {},
): string {
  const own = REASONS[word]
  const text = typeof language !== 'string' ? language[word] : language === 'en' ? own.en : own.zh
  return text.replaceAll(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark))
}

export function isReasonWord(word: string): word is ReasonWord {
  return Object.hasOwn(REASONS, word)
}
