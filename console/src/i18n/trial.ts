import type { Section } from './entry.ts'

/** Settings of alarms, tried on recordings. */
export const trial = {
  title: { en: 'Test on recordings', zh: '用录像测试' },
  hint: {
    en: 'Runs recorded video through the settings above, saved or not, and shows which alarms they would raise. Nothing is raised or stored.',
    zh: '用以上设置（无论是否已保存）分析录像，显示将会产生的报警。不会真正产生或保存报警。',
  },
  ownMotion: {
    en: 'This camera detects motion itself. The test shows what the platform would detect.',
    zh: '该摄像机自行进行移动侦测，测试显示的是平台的检测结果。',
  },
  day: { en: 'Date', zh: '日期' },
  from: { en: 'Start time', zh: '开始时间' },
  length: { en: 'Length', zh: '时长' },
  minutes: { en: '{count} {count|minute|minutes}', zh: '{count} 分钟' },
  start: { en: 'Start test', zh: '开始测试' },
  cancel: { en: 'Cancel', zh: '取消' },
  close: { en: 'Close results', zh: '关闭结果' },
  switchOn: { en: 'Switch on motion or human detection first.', zh: '请先开启移动侦测或人形侦测。' },
  running: { en: 'Analysing the recording: {percent} %', zh: '正在分析录像：{percent}%' },
  failed: { en: 'The recording could not be analysed: {detail}', zh: '无法分析录像：{detail}' },
  gone: { en: 'The test has ended. Start it again.', zh: '测试已结束，请重新开始。' },
  noPeople: {
    en: 'This machine cannot detect people, so only motion was tested.',
    zh: '本机无法进行人形检测，仅测试了移动侦测。',
  },
  found: {
    en: '{count} {count|alarm|alarms}, {announced} with a notice',
    zh: '共 {count} 条报警，其中 {announced} 条会发出通知',
  },
  none: { en: 'These settings would raise no alarm.', zh: '该设置不会产生报警。' },
  main: { en: 'Main stream', zh: '主码流' },
  sub: { en: 'Sub-stream', zh: '子码流' },
  motion: { en: 'Motion', zh: '移动侦测' },
  human: { en: 'Person', zh: '人形侦测' },
  quiet: { en: 'No notice: too soon after the last', zh: '不通知：距上次报警过近' },
  outside: { en: 'Outside the schedule: not raised', zh: '不在布防时间内：不产生报警' },
  lasted: { en: '{seconds} s', zh: '{seconds} 秒' },
  picture: { en: '{kind} at {time}', zh: '{time} {kind}' },
  toReplay: { en: 'Open in playback', zh: '在回放中打开' },
  motionStrip: {
    en: 'Size of the largest moving object, % of the picture',
    zh: '最大移动目标面积（占画面百分比）',
  },
  peopleStrip: {
    en: 'Score of the most certain person; a person counts from {least} %',
    zh: '最高人形置信度；达到 {least}% 视为有人',
  },
} as const satisfies Section
