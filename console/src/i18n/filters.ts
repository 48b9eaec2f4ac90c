import type { Section } from './entry.ts'

/** Filters of the device list that a person keeps. */
export const filters = {
  title: { en: 'Saved filters', zh: '筛选方案' },
  none: {
    en: 'None yet. Set filters, order and columns, then save them here. They are available on every computer.',
    zh: '暂无方案。设置筛选、排序和列后在此保存，换电脑也能使用。',
  },
  saveThis: { en: 'Save current filters', zh: '保存当前筛选' },
  name: { en: 'Name', zh: '名称' },
  nameMissing: { en: 'Enter a name', zh: '请输入名称' },
  keeps: {
    en: 'Filters, order and columns are saved, visible only to you.',
    zh: '保存筛选条件、排序和列，仅自己可见。',
  },
  replaces: { en: 'Replaces the saved filter of this name.', zh: '将替换同名方案。' },
  saved: { en: '“{name}” saved', zh: '“{name}”已保存' },
  rename: { en: 'Rename filter', zh: '重命名筛选方案' },
  renameOf: { en: 'Rename {name}', zh: '重命名 {name}' },
  removeOf: { en: 'Delete {name}', zh: '删除 {name}' },
  removeTitle: { en: 'Delete filter', zh: '删除筛选方案' },
  removeQuestion: {
    en: 'Delete the filter “{name}”? Devices will not be affected.',
    zh: '确定删除筛选方案“{name}”？设备不受影响。',
  },
  regionGone: {
    en: 'The region of “{name}” no longer exists or is not visible to you. Showing all regions.',
    zh: '“{name}”所选区域已不存在或无权查看，将显示全部区域。',
  },
} as const satisfies Section
