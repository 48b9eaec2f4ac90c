import type { Section } from './entry.ts'

export const devices = {
  table: { en: 'Devices', zh: '设备列表' },
  noRegions: { en: 'No regions yet.', zh: '暂无区域。' },
  search: { en: 'Search name, alias or ID', zh: '按名称、别名或编号搜索' },
  searchWithCtei: { en: 'Search name, alias, CTEI or ID', zh: '按名称、别名、CTEI 或编号搜索' },
  details: { en: 'Details of {name}', zh: '{name} 的详情' },
  closeDetails: { en: 'Close details', zh: '关闭详情' },
  previousDevice: { en: 'Previous device', zh: '上一台设备' },
  nextDevice: { en: 'Next device', zh: '下一台设备' },
  lastPicture: { en: 'Last recorded picture, {time}', zh: '最近录像画面，{time}' },
  noPictureYet: { en: 'No recorded picture', zh: '暂无录像画面' },
  lastAlarms: { en: 'Last alarms', zh: '最新报警' },
  noAlarms: { en: 'No alarms', zh: '暂无报警' },
  replay: { en: 'Replay', zh: '回放' },
  anyType: { en: 'All types', zh: '全部类型' },
  anyModel: { en: 'All models', zh: '全部型号' },
  anyFirmware: { en: 'All firmware', zh: '全部固件' },
  clearFilters: { en: 'Clear filters', zh: '清除筛选' },
  columns: { en: 'Columns', zh: '列设置' },

  name: { en: 'Name', zh: '设备名称' },
  did: { en: 'Device ID', zh: '设备编号' },
  license: { en: 'Licence', zh: '许可证' },
  ctei: { en: 'CTEI', zh: 'CTEI' },
  type: { en: 'Type', zh: '设备类型' },
  model: { en: 'Model', zh: '型号' },
  vendor: { en: 'Vendor', zh: '厂商' },
  firmware: { en: 'Firmware', zh: '固件版本' },
  sdkVersion: { en: 'SDK version', zh: 'SDK 版本' },
  region: { en: 'Region', zh: '所属区域' },
  longitude: { en: 'Longitude', zh: '经度' },
  latitude: { en: 'Latitude', zh: '纬度' },
  alias: { en: 'Alias', zh: '别名' },
  status: { en: 'Status', zh: '状态' },
  added: { en: 'Added', zh: '添加时间' },
  double: { en: 'Duplicate', zh: '重复' },
  sameAs: { en: 'The same device as {id}', zh: '与 {id} 是同一台设备' },

  camera: { en: 'Camera', zh: '摄像机' },
  splitDoorbell: { en: 'Split doorbell', zh: '分体门铃' },
  singleDoorbell: { en: 'Single doorbell', zh: '一体门铃' },
  nvr: { en: 'NVR', zh: 'NVR' },
  edr: { en: 'EDR', zh: 'EDR' },
  solarCamera: { en: 'Solar camera', zh: '太阳能摄像机' },
  iotGate: { en: 'IoT gateway', zh: '物联网关' },
  barcodeGun: { en: 'Barcode scanner', zh: '扫码枪' },
  photoDoorbell: { en: 'Photo doorbell', zh: '拍照门铃' },

  online: { en: 'online', zh: '在线' },
  offline: { en: 'offline', zh: '离线' },
  sleeping: { en: 'sleeping', zh: '休眠' },
  upgrading: { en: 'upgrading', zh: '升级中' },
  noAnswer: { en: 'No answer', zh: '无响应' },
  states: { en: 'Status', zh: '状态' },
  allStates: { en: 'All', zh: '全部' },
  ageNow: { en: 'just now', zh: '刚刚' },
  ageMinutes: { en: '{count} min', zh: '{count} 分钟' },
  ageHours: { en: '{count} h', zh: '{count} 小时' },
  ageDays: { en: '{count} d', zh: '{count} 天' },
  history: { en: 'Online history', zh: '在线记录' },
  since: { en: 'since {time}', zh: '自 {time} 起' },
  channel: { en: 'Channel {number}', zh: '通道 {number}' },
  channelsOf: { en: 'Channels of {name}', zh: '{name} 的通道' },

  add: { en: 'Add device', zh: '添加设备' },
  edit: { en: 'Edit', zh: '编辑' },
  settings: { en: 'Settings', zh: '设置' },
  view: { en: 'Live', zh: '实时预览' },
  remove: { en: 'Delete', zh: '删除' },
  move: { en: 'Move to region', zh: '移动到区域' },
  transfer: { en: 'Transfer', zh: '转移' },
  editOf: { en: 'Edit {name}', zh: '编辑 {name}' },
  viewOf: { en: 'Live video of {name}', zh: '实时预览 {name}' },

  empty: { en: 'No devices yet', zh: '暂无设备' },
  emptyText: {
    en: 'Add the first one: by address, from a network scan, by device ID, or many at once from Excel.',
    zh: '添加第一台设备：输入地址、扫描网络、输入设备编号，或从 Excel 批量导入。',
  },
  noHits: { en: 'No matching devices', zh: '没有匹配的设备' },
  noHitsText: { en: 'Change the filters, or select another region.', zh: '请放宽筛选条件，或选择其他区域。' },
  loadFailed: { en: 'The devices could not be loaded', zh: '设备加载失败' },

  removeTitle: { en: 'Delete devices', zh: '删除设备' },
  removeQuestion: {
    en: 'Delete {count} {count|device|devices} ({names})? Settings, photos and online history will be deleted. Alarms, album and upgrade history stay.',
    zh: '确定删除 {count} 台设备（{names}）？其设置、安装照片和在线记录会删除，报警、相册和升级记录保留。',
  },
  removeOneQuestion: {
    en: 'Delete {name} ({did})? Settings, photo and online history will be deleted. Alarms, album and upgrade history stay.',
    zh: '确定删除 {name}（{did}）？其设置、安装照片和在线记录会删除，报警、相册和升级记录保留。',
  },
  footageKept: {
    en: 'Recordings stay with your company until they are {days} {days|day|days} old.',
    zh: '录像仍由本企业保留，满 {days} 天后删除。',
  },
  footageKeptBetween: {
    en: 'Recordings stay with your company until they are {from} to {to} {to|day|days} old, as set for each device.',
    zh: '录像仍由本企业保留，按各设备的设置满 {from} 至 {to} 天后删除。',
  },
  footageLocked: { en: 'Locked ones stay until they are unlocked.', zh: '已锁定的录像在解锁前一直保留。' },
  removed: { en: '{count} {count|device|devices} deleted', zh: '已删除 {count} 台设备' },
  moveTitle: { en: 'Move {count} {count|device|devices}', zh: '移动 {count} 台设备' },
  moveText: { en: 'Devices to move: {names}', zh: '要移动的设备：{names}' },
  moved: { en: '{count} {count|device|devices} moved', zh: '已移动 {count} 台设备' },
  saved: { en: 'Saved', zh: '已保存' },
  regionRequired: { en: 'Select a region', zh: '请选择所属区域' },
  required: { en: 'Required', zh: '必填' },
  coordinates: { en: 'Longitude, latitude', zh: '经度，纬度' },
  coordinatesHint: {
    en: 'For example 116.331398,39.897445; leave empty for none',
    zh: '例如 116.331398,39.897445；留空表示无',
  },
  coordinatesFault: {
    en: 'Longitude and latitude in degrees, separated by a comma',
    zh: '经纬度以度为单位，用英文逗号分隔',
  },

  byAddress: { en: 'By address', zh: '按地址' },
  address: { en: 'Address', zh: '地址' },
  addressHint: {
    en: 'http://192.168.1.64 is queried over ONVIF; rtsp://192.168.1.64:554/stream is a video stream',
    zh: 'http://192.168.1.64 通过 ONVIF 查询设备；rtsp://192.168.1.64:554/stream 为码流地址',
  },
  subAddress: { en: 'Sub-stream address', zh: '子码流地址' },
  username: { en: 'User name', zh: '用户名' },
  password: { en: 'Password', zh: '密码' },
  probe: { en: 'Test connection', zh: '测试连接' },
  probing: { en: 'Testing…', zh: '正在测试…' },
  probed: { en: 'Device found', zh: '检测到的设备' },
  stream: { en: '{codec} {width} × {height}, {rate} fps', zh: '{codec} {width} × {height}，{rate} 帧/秒' },
  mainStream: { en: 'Main stream', zh: '主码流' },
  subStream: { en: 'Sub-stream', zh: '子码流' },
  snapshot: { en: 'Picture from {name}', zh: '{name} 的画面' },
  snapshotLoading: { en: 'Taking a picture…', zh: '正在获取画面…' },
  stillUnplayable: {
    en: 'No picture: this browser cannot play the video',
    zh: '无画面：此浏览器无法播放该视频',
  },
  noSnapshot: { en: 'No picture: {why}', zh: '无画面：{why}' },
  picture: { en: 'Picture', zh: '画面' },
  showPictures: { en: 'Show pictures', zh: '显示画面' },
  channelCount: { en: '{count} {count|channel|channels}', zh: '{count} 个通道' },
  sound: { en: 'Audio', zh: '音频' },
  ptz: { en: 'Pan/tilt', zh: '云台' },
  knownAlready: {
    en: 'This device is already added ({did}). Adding it again updates its address.',
    zh: '该设备已在列表中（{did}），添加后将更新其地址。',
  },
  addNow: { en: 'Add', zh: '添加' },
  addedOne: { en: '{name} added', zh: '已添加 {name}' },
  addressAndLogin: { en: 'Address and login', zh: '地址与登录' },
  addressAndLoginHint: {
    en:
      'For a device whose address or password has changed. It is tested first, and nothing changes unless it responds. ' +
      'The password is never shown and must be entered each time.',
    zh:
      '设备的地址或密码变更后在此修改。系统会先用新信息检测设备，无应答则不作更改。' +
      '密码不会显示，每次都需重新输入。',
  },
  checkAndSave: { en: 'Test and save', zh: '测试并保存' },
  readdressed: { en: 'Address of {did} updated', zh: '已更新 {did} 的地址' },

  byLicense: { en: 'By device ID', zh: '按设备编号' },
  joinText: {
    en: 'For gateways and scanners that have connected to this platform, or that another company deleted.',
    zh: '适用于已连接本平台的网关和扫码枪，或已被其他企业删除的设备。',
  },
  joinBy: { en: 'Method', zh: '添加方式' },
  joinBy_license: { en: 'Device ID and licence', zh: '设备编号和许可证' },
  joinBy_bindCode: { en: 'Bind code', zh: '绑定码' },
  bindCode: { en: 'Bind code', zh: '绑定码' },
  makeBindCode: { en: 'Create bind code', zh: '生成绑定码' },
  bindCodeText: {
    en:
      'Within a day, set this code as the device’s password, with its device ID as user name and client ID, and let it connect once. ' +
      'Then add it here. The code remains its password and is not shown again.',
    zh:
      '请在一天内将此码设为设备的密码，用户名和客户端 ID 均为设备编号，让设备连接一次，' +
      '然后在此添加。此码将作为设备密码，不再显示。',
  },

  onNetwork: { en: 'Scan network', zh: '扫描网络' },
  inBatch: { en: 'Import from Excel', zh: '从 Excel 导入' },
  networkText: {
    en: 'Finds ONVIF devices on the server’s network. Nothing is added until you choose.',
    zh: '查找服务器所在网络中的 ONVIF 设备，选择后才会添加。',
  },
  searchNetwork: { en: 'Scan network', zh: '扫描网络' },
  searching: { en: 'Scanning…', zh: '正在扫描…' },
  foundDevices: { en: 'Found devices', zh: '搜索到的设备' },
  nothingFound: { en: 'No devices found', zh: '未找到设备' },
  nothingFoundText: {
    en: 'Devices are found if ONVIF discovery is on and they are in the same network. Add others by address.',
    zh: '设备需启用 ONVIF 发现并位于同一网络。其他设备请按地址添加。',
  },
  oneLogin: { en: 'Same login for all selected devices', zh: '所选设备使用同一登录信息' },
  addChosen: { en: 'Add {count} {count|device|devices}', zh: '添加 {count} 台设备' },
  adding: { en: 'Adding…', zh: '正在添加…' },
  outcome: { en: 'Result', zh: '结果' },
  isKnown: { en: 'Already added: {did}', zh: '已添加：{did}' },
  isAdded: { en: 'Added as {did}', zh: '已添加为 {did}' },

  template: { en: 'Download the template', zh: '下载模板' },
  errorFile: { en: 'Download rows with errors', zh: '下载错误行' },
  errorFileHint: {
    en: 'Correct them in the file, then upload it here again.',
    zh: '在文件中更正后，可在此重新上传。',
  },
  templateText: {
    en:
      'One row per device, with at least a name and an address. An http:// address is queried over ONVIF. ' +
      'A region is written as its path, such as North/Gate.',
    zh:
      '每台设备填写一行，至少填写设备名称和地址。http:// 地址将通过 ONVIF 查询。' +
      '所属区域填写路径，例如“北区/大门”。',
  },
  file: { en: 'Choose the completed file', zh: '选择已填写的文件' },
  fileHint: {
    en: '.xlsx or .xls, up to 5 MB and 10,000 rows',
    zh: '.xlsx 或 .xls，不超过 5 MB、10,000 行',
  },
  fileFirst: { en: 'Please upload a file first', zh: '请先上传文件' },
  fileWrong: {
    en: 'Only .xlsx and .xls files can be uploaded',
    zh: '只能上传 .xlsx 或 .xls 文件',
  },
  check: { en: 'Check file', zh: '检查文件' },
  checking: { en: 'Checking the rows…', zh: '正在检查…' },
  importing: { en: 'Adding the rows…', zh: '正在导入…' },
  checked: { en: '{good} of {total} {total|row|rows} can be added', zh: '{total} 行中有 {good} 行可以添加' },
  badRows: { en: '{count} {count|row has|rows have} errors', zh: '{count} 行有误' },
  rowNumber: { en: 'Row', zh: '行' },
  column: { en: 'Column', zh: '列' },
  wrong: { en: 'Error', zh: '错误' },
  importAll: { en: 'Add {count} {count|device|devices}', zh: '添加 {count} 台设备' },
  importGood: { en: 'Skip rows with errors and add {count}', zh: '跳过错误行，添加 {count} 台' },
  imported: { en: '{count} {count|device|devices} added', zh: '已添加 {count} 台设备' },
  importCancelled: { en: 'Import cancelled. Nothing was added.', zh: '已取消导入，未添加任何数据。' },
  importOver: { en: 'The import has already finished', zh: '导入已经结束' },
  importFailed: { en: 'Import failed. Nothing was added.', zh: '导入失败，未添加任何数据。' },

  adviceH265: {
    en: 'The video is H.265 only, which some browsers cannot play. Add an H.264 sub-stream, which plays in all of them.',
    zh: '视频仅有 H.265，部分浏览器无法播放。请增加一路 H.264 子码流，所有浏览器均可播放。',
  },
  adviceH265Main: {
    en: 'The main stream is H.265, which some browsers cannot play. They show the H.264 sub-stream ({width} × {height}) instead.',
    zh: '主码流为 H.265，部分浏览器无法播放，将改为显示 H.264 子码流（{width} × {height}）。',
  },
  adviceSilentAudio: {
    en: 'The audio is {codec}, which is not supported. AAC and G.711 are.',
    zh: '音频为 {codec}，无法播放；支持 AAC 和 G.711。',
  },
  adviceNoSubStream: {
    en: 'There is only one large stream; a smaller second stream reduces load on multi-window walls.',
    zh: '只有一路大码流。增加一路子码流可减轻多画面负担。',
  },
  adviceLongGop: {
    en: 'Key frames are {seconds} s apart, so the first picture can take that long. 2 s is usual.',
    zh: '关键帧间隔为 {seconds} 秒，首帧可能需等待这么久。通常设为 2 秒。',
  },
  adviceClockOff: {
    en: 'The device clock is off by {seconds} s. Set it, or use a time server.',
    zh: '设备时钟偏差 {seconds} 秒，请校时或启用网络对时。',
  },
  adviceWrongOwnAddress: {
    en: 'The device reports its address as {said}. The address that responds is used instead.',
    zh: '设备自报地址为 {said}，将改用实际可达的地址。',
  },
  adviceStreamsRefuse: {
    en: 'ONVIF accepts this login, but the streams reject it. Give this user permission to view video.',
    zh: 'ONVIF 接受该登录，但码流拒绝。请为该用户开通观看权限。',
  },
  adviceStreamsUntrusted: {
    en: "The stream's certificate cannot be verified. Install a valid one on the device.",
    zh: '码流证书未通过校验，请在设备上安装有效证书。',
  },
  adviceStreamsSilent: {
    en: 'The stream did not respond in time. You can add the device; check that video appears.',
    zh: '码流未及时响应。可以添加设备，请确认视频是否正常。',
  },
  adviceUnplayableCodec: {
    en: 'The device sends {codec}, which cannot be played. Set it to H.264.',
    zh: '设备发送 {codec}，无法播放，请改为 H.264。',
  },
} as const satisfies Section
