/** What the audit log tells of an action beside what it is about: the name of each detail, and the values that are words. */

export const AUDIT_DETAILS = {
  act: { en: 'Response', zh: '应答' },
  address: { en: 'Device address', zh: '设备地址' },
  alarm: { en: 'Alarm ID', zh: '报警编号' },
  alarms: { en: 'Alarm IDs', zh: '报警编号' },
  at: { en: 'Recorded at', zh: '录像时间' },
  channel: { en: 'Channel', zh: '通道' },
  count: { en: 'Count', zh: '数量' },
  days: { en: 'Days to keep', zh: '保存天数' },
  device: { en: 'Device', zh: '设备' },
  devices: { en: 'Devices', zh: '设备' },
  events: { en: 'Alarms', zh: '报警数' },
  form: { en: 'Method', zh: '方式' },
  from: { en: 'Recorded from', zh: '录像开始' },
  gained: { en: 'Permissions added', zh: '新增权限' },
  gigabytes: { en: 'Space limit (GB)', zh: '空间上限（GB）' },
  groups: { en: 'Groups', zh: '用户组' },
  issuer: { en: 'Issuer', zh: '颁发者地址（Issuer）' },
  lost: { en: 'Permissions removed', zh: '收回权限' },
  made: { en: 'Created', zh: '已创建' },
  method: { en: 'Message', zh: '消息' },
  most: { en: 'Most alarms to keep', zh: '报警最大保存条数' },
  name: { en: 'Name', zh: '名称' },
  omitted: { en: 'Omitted', zh: '另有未记录' },
  person: { en: 'Record number', zh: '记录编号' },
  pictures: { en: 'Pictures', zh: '图片数' },
  purpose: { en: 'Purpose', zh: '用途' },
  regions: { en: 'Regions', zh: '区域' },
  role: { en: 'Role', zh: '角色' },
  rule: { en: 'Rule', zh: '规则' },
  state: { en: 'Status', zh: '状态' },
  to: { en: 'Recorded until', zh: '录像结束' },
} as const

export type AuditDetail = keyof typeof AUDIT_DETAILS

/** By the detail and its value; a detail that is here has no other values. */
export const AUDIT_WORDS = {
  'act:answer': { en: 'Answered', zh: '接听' },
  'act:decline': { en: 'Declined', zh: '拒接' },
  'form:evidence': { en: 'Evidence', zh: '证据文件' },
  'form:file': { en: 'Download', zh: '下载' },
  'form:keys': { en: 'Fast playback', zh: '快速播放' },
  'form:mp4': { en: 'MP4', zh: 'MP4' },
  'form:play': { en: 'Playback', zh: '播放' },
  'made:account': { en: 'Account', zh: '账号' },
  'method:13352': { en: 'PTZ control', zh: '云台控制' },
  'purpose:login': { en: 'Log in', zh: '登录' },
  'purpose:reset': { en: 'New password', zh: '重置密码' },
  'regions:all': { en: 'All regions of the company', zh: '企业全部区域' },
  'regions:some': { en: 'Only the listed regions', zh: '仅所列区域' },
  'regions:withFuture': {
    en: 'The listed regions and sub-regions added later',
    zh: '所列区域及其以后新增的下级区域',
  },
  'rule:simple': { en: 'Simple', zh: '简单密码' },
  'rule:strong': { en: 'Strong', zh: '强密码' },
  'state:active': { en: 'Active', zh: '启用' },
  'state:claimed': { en: 'Claimed', zh: '处理中' },
  'state:disabled': { en: 'Disabled', zh: '停用' },
  'state:false': { en: 'False alarm', zh: '误报' },
  'state:new': { en: 'New', zh: '待处理' },
  'state:resolved': { en: 'Resolved', zh: '已处理' },
} as const

export type AuditWord = keyof typeof AUDIT_WORDS

type WordsOf<Detail extends AuditDetail, Key = AuditWord> = Key extends `${Detail}:${infer Word}`
  ? Word
  : never
type ValueOf<Detail extends AuditDetail> = [WordsOf<Detail>] extends [never]
  ? string | number | readonly string[]
  : WordsOf<Detail>

/** What may be told: a detail or a word without a text does not compile. */
export type AuditDetails = { readonly [Detail in AuditDetail]?: ValueOf<Detail> }

/** What an action said of itself, as text; what another version told stays as it is. */
export function auditDetailsIn(
  language: 'en' | 'zh-cn',
  details: Readonly<Record<string, string | number | readonly string[]>>,
): string {
  const [own, colon, comma, semicolon] =
    language === 'zh-cn' ? (['zh', '：', '、', '；'] as const) : (['en', ': ', ', ', '; '] as const)
  return Object.entries(details)
    .map(([name, value]) => {
      const text = typeof value === 'object' ? value.join(comma) : String(value)
      const key = `${name}:${text}`
      const label = isAuditDetail(name) ? AUDIT_DETAILS[name][own] : name
      return `${label}${colon}${isAuditWord(key) ? AUDIT_WORDS[key][own] : text}`
    })
    .join(semicolon)
}

/** False for one of another version. */
export function isAuditDetail(name: string): name is AuditDetail {
  return Object.hasOwn(AUDIT_DETAILS, name)
}

export function isAuditWord(key: string): key is AuditWord {
  return Object.hasOwn(AUDIT_WORDS, key)
}
