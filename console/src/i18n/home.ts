import type { Section } from './entry.ts'

/** The administrator's first look: what is wrong, storage, alarms, who is on. */
export const home = {
  allWell: { en: 'All is well', zh: '系统运行正常' },
  wrong: {
    en: '{count} {count|thing needs|things need} your attention',
    zh: '有 {count} 项需要处理',
  },
  allWellText: {
    en: 'All devices are online and recordings are being saved.',
    zh: '所有设备均在线，录像写入正常。',
  },
  state: { en: 'System status', zh: '系统状态' },
  noDevices: { en: 'No devices yet', zh: '暂无设备' },
  noDevicesText: { en: 'Add your first camera to see it live.', zh: '添加第一台摄像机即可实时查看。' },
  addDevice: { en: 'Add device', zh: '添加设备' },
  look: { en: 'View', zh: '查看' },
  lookAt: { en: 'View {name}', zh: '查看：{name}' },
  silent: { en: '{name} is not responding', zh: '{name} 无响应' },
  refuses: { en: '{name} is offline', zh: '{name} 离线' },
  causeGone: {
    en: 'Probably no power or network, or its address has changed',
    zh: '可能断电、断网或 IP 地址已变更',
  },
  causeLogin: {
    en: 'Its user name or password has probably changed',
    zh: '设备用户名或密码可能已更改',
  },
  causeCertificate: {
    en: 'Its certificate has probably been replaced or has expired',
    zh: '设备证书可能已更换或过期',
  },
  causeAddress: { en: 'The address of its stream has probably changed', zh: '码流地址可能已更改' },
  causeStuck: { en: 'It probably needs a restart', zh: '可能需要重启设备' },
  causeBusy: { en: 'The camera probably has too many connections', zh: '设备连接数可能已达上限' },
  causeFull: {
    en: 'Recordings are deleted early. Keep them for fewer days, or add storage.',
    zh: '录像会提前被覆盖：请减少保存天数或扩大存储空间',
  },
  causeUnwritable: {
    en: 'The disk is probably full, read-only or broken',
    zh: '磁盘可能已满、只读或损坏',
  },
  causeLocked: {
    en: 'Unlock recordings you no longer need, or add storage.',
    zh: '请解锁不再需要的录像或扩大存储空间',
  },
  badlyRecorded: { en: '{name}: recording problems in the last 7 days', zh: '{name}：近 7 天录像异常' },
  allBadlyRecorded: {
    en: 'Show all {count} {count|camera|cameras} with recording problems',
    zh: '查看全部 {count} 台录像异常的摄像机',
  },
  since: { en: 'For {age}, in {region}', zh: '已持续 {age}，所属区域：{region}' },
  sinceAlone: { en: 'For {age}', zh: '已持续 {age}' },
  allOffline: { en: 'Show all {count} offline devices', zh: '查看全部 {count} 台离线设备' },
  recorded: { en: 'Recorded, last {days} {days|day|days}', zh: '近 {days} 天录像' },
  recordedOf: {
    en: 'of the planned recording in the last 7 days, {count} {count|camera|cameras}',
    zh: '近 7 天录像完整率，共 {count} 台摄像机',
  },
  recordedAll: { en: 'Show all cameras', zh: '查看全部摄像机' },
  storage: { en: 'Storage', zh: '存储' },
  days: { en: '{count} {count|day|days}', zh: '{count} 天' },
  underHour: { en: 'Less than 1 hour', zh: '不足 1 小时' },
  hours: { en: '{count} {count|hour|hours}', zh: '{count} 小时' },
  reach: { en: 'of recording at the present rate', zh: '按当前速率可保存的录像时长' },
  noForecast: { en: 'Not known yet', zh: '暂无数据' },
  evidenceKey: {
    en: 'Fingerprint of the key that signs evidence: {key}',
    zh: '证据签名密钥指纹：{key}',
  },
  clockAhead: {
    en: 'The server clock jumped ahead by {time}. Until it is set right or confirmed, recordings are not deleted by age.',
    zh: '服务器时间向前跳变约 {time}。校正时间或确认之前，录像不会按天数清理。',
  },
  clockTrust: { en: 'Confirm the clock', zh: '确认时间正确' },
  clockTrustAsk: {
    en: 'Recordings older than their retention period by the present server time will be deleted.',
    zh: '按当前服务器时间已超过保存天数的录像将被删除。',
  },
  used: { en: '{used} recorded', zh: '已用 {used}' },
  usedOf: { en: '{used} of {limit} used', zh: '已用 {used}，共 {limit}' },
  alarms: { en: 'Last alarms', zh: '最新报警' },
  people: { en: 'Logged in now', zh: '当前在线人员' },
  you: { en: 'you', zh: '本人' },
  seen: { en: '{browser}, {age}', zh: '{browser}，{age}' },
  devices: { en: 'Devices', zh: '设备' },
  online: { en: '{online} of {total} online', zh: '{online} / {total} 在线' },
  openFirst: { en: 'Open this page after login', zh: '登录后首先打开此页面' },
  loadFailed: { en: 'Could not be loaded', zh: '加载失败' },
} as const satisfies Section
