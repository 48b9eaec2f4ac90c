import type { Section } from './entry.ts'

/** Patrol: section 5. */
export const patrol = {
  title: { en: 'Patrol', zh: '视频轮巡' },
  start: { en: 'Start a patrol', zh: '开启轮巡' },
  devices: { en: 'Cameras', zh: '轮巡设备' },
  noDevices: { en: 'No cameras to show yet.', zh: '暂无摄像机。' },
  chosen: { en: 'Chosen: {count}, windows: {windows}', zh: '已选 {count} 路，窗口 {windows} 个' },
  interval: { en: 'Interval (seconds)', zh: '轮巡间隔（秒）' },
  position: { en: 'Start position', zh: '起始位置' },
  positionHint: {
    en: 'The first window that takes part, 1 to {windows}. Those before it stay as they are.',
    zh: '从第几个窗口开始轮巡（1 至 {windows}），之前的窗口保持不变。',
  },
  moreDevices: {
    en: 'The number of patrol devices must be greater than the number of windows.',
    zh: '轮巡设备数量必须大于窗口数量。',
  },
  intervalRequired: { en: 'Please enter a patrol interval.', zh: '请输入轮巡间隔。' },
  intervalRange: { en: '{least} to {most} seconds', zh: '请输入 {least} 至 {most} 秒' },
  positionRequired: { en: 'Please choose a start position.', zh: '请选择起始位置。' },
  positionRange: { en: '1 to {windows}', zh: '请输入 1 至 {windows}' },
  begin: { en: 'Start', zh: '开始轮巡' },
  stop: { en: 'Stop the patrol', zh: '停止轮巡' },
  stopQuestion: {
    en: 'Stop the patrol? The wall comes back as it was.',
    zh: '确定停止轮巡吗？停止后恢复之前的画面。',
  },
  stopConfirm: { en: 'Stop', zh: '停止' },
  pause: { en: 'Pause', zh: '暂停' },
  resume: { en: 'Go on', zh: '继续' },
  next: { en: 'Next', zh: '下一组' },
  previous: { en: 'Previous', zh: '上一组' },
  bar: { en: 'Patrol', zh: '轮巡' },
  progress: { en: '{from}–{to} of {total}', zh: '第 {from}–{to} 路，共 {total} 路' },
  none: { en: 'None of the cameras is there now', zh: '当前没有可轮巡的设备' },
  paused: { en: 'Paused', zh: '已暂停' },
  skipped: { en: 'Left out, offline or sleeping: {names}', zh: '已跳过离线或休眠设备：{names}' },
  skippedMore: {
    en: 'Left out, offline or sleeping: {names} and {count} more',
    zh: '已跳过离线或休眠设备：{names} 等，另有 {count} 路',
  },
  gone: { en: '{name} is no longer there: the patrol goes on without it', zh: '{name} 已不可用，轮巡继续' },
  fewer: {
    en: 'There are no more patrol devices than windows now.',
    zh: '轮巡设备数量已不大于窗口数量。',
  },
  locked: {
    en: 'This window is under patrol. Stop the patrol to use it.',
    zh: '该窗口正在轮巡，请先停止轮巡。',
  },
  lockedLayout: {
    en: 'Stop the patrol to change the layout.',
    zh: '请先停止轮巡再切换分屏。',
  },
  window: { en: 'Under patrol', zh: '轮巡中' },
  group: { en: 'Patrol', zh: '轮巡' },
} as const satisfies Section
