import type { Section } from './entry.ts'

export const regions = {
  title: { en: 'Regions', zh: '区域' },
  actions: { en: 'Region actions', zh: '区域操作' },
  all: { en: 'All regions', zh: '全部区域' },
  empty: { en: 'No regions to show.', zh: '没有可查看的区域。' },
  add: { en: 'Add sub-region', zh: '添加下级区域' },
  rename: { en: 'Edit region', zh: '编辑区域' },
  move: { en: 'Move region', zh: '移动区域' },
  delete: { en: 'Delete region', zh: '删除区域' },
  name: { en: 'Region name', zh: '区域名称' },
  nameMissing: { en: 'Please enter a name', zh: '请输入区域名称' },
  below: { en: 'In {name}', zh: '上级区域：{name}' },
  target: { en: 'Move to', zh: '移动到' },
  targetMissing: { en: 'Please select a region', zh: '请选择区域' },
  moveAsk: {
    en: 'Move “{name}” and everything in it to “{target}”? Accounts bound to regions then see it by its new place.',
    zh: '将“{name}”及其下级区域移动到“{target}”下？绑定区域的账号将按新位置查看。',
  },
  moveDo: { en: 'Move', zh: '移动' },
  moved: { en: '“{name}” moved', zh: '“{name}”已移动' },
  deleteAsk: { en: 'Delete “{name}”? This cannot be undone.', zh: '删除“{name}”？此操作不可恢复。' },
  deleteAskMany: {
    en: 'Delete “{name}” and {count} {count|sub-region|sub-regions}? This cannot be undone.',
    zh: '删除“{name}”及其下级 {count} 个区域？此操作不可恢复。',
  },
  deleted: { en: '{count} {count|region|regions} deleted', zh: '已删除 {count} 个区域' },
  hasDevices: {
    en: '“{name}” cannot be deleted while it has devices ({count} in it and its sub-regions)',
    zh: '“{name}”下有 {count} 台设备，不能删除',
  },
} as const satisfies Section
