import type { Section } from './entry.ts'

/** The names of the pages, as the menu and the titles have them. */
export const page = {
  realTimeVideo: { en: 'Live video', zh: '实时视频' },
  wall: { en: 'Video wall', zh: '视频墙' },
  replay: { en: 'Replay', zh: '录像回放' },
  exports: { en: 'Exports', zh: '录像导出' },
  floorPlans: { en: 'Floor plans', zh: '平面图' },
  deviceMap: { en: 'Device map', zh: '设备地图' },
  deviceManger: { en: 'Devices', zh: '设备管理' },
  deviceConf: { en: 'Device settings', zh: '设备设置' },
  deviceTransfer: { en: 'Device transfer', zh: '设备转移' },
  alarmManger: { en: 'Alarms', zh: '报警管理' },
  albumManager: { en: 'Album', zh: '相册管理' },
  accountManger: { en: 'Accounts', zh: '账号管理' },
  home: { en: 'Overview', zh: '系统概览' },
  audit: { en: 'Audit log', zh: '审计日志' },
  roleManger: { en: 'Roles', zh: '角色管理' },
  residentialArea: { en: 'Residential areas', zh: '小区管理' },
  building: { en: 'Buildings', zh: '楼栋管理' },
  resident: { en: 'Residents', zh: '住户管理' },
  vehicle: { en: 'Vehicles', zh: '车辆管理' },
} as const satisfies Section
