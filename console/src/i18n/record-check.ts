import type { Section } from './entry.ts'

export const recordCheck = {
  nothing: { en: 'nothing recorded', zh: '未录像' },
  gaps: { en: 'too little recorded', zh: '录像不完整' },
  clock: { en: 'camera’s clock wrong', zh: '摄像机时钟异常' },
  black: { en: 'picture black', zh: '画面全黑' },
  frozen: { en: 'picture frozen', zh: '画面冻结' },
  turned: { en: 'camera turned away', zh: '画面偏移' },
  week: {
    en: 'The last seven days: {percent} % of what was to be recorded is there, of {count} {count|camera|cameras}.',
    zh: '最近 7 天：{count} 台摄像机的录像完整率为 {percent}%。',
  },
  weekWrong: {
    en: '{count} {count|camera|cameras} had something wrong: {names}.',
    zh: '{count} 台摄像机存在异常：{names}。',
  },
  weekGood: { en: 'Nothing was wrong.', zh: '未发现异常。' },
  wrong: { en: 'What was wrong', zh: '异常记录' },
  nothingWrong: { en: 'Nothing in this time.', zh: '该时段内未发现异常。' },
  cannotLook: {
    en: 'This server has nothing to decode pictures with, so black, frozen and turned pictures are not found.',
    zh: '服务器未安装解码器，无法检查画面全黑、冻结和偏移。',
  },
  accept: { en: 'This view is right', zh: '确认当前画面' },
  accepted: { en: 'The next check learns this view', zh: '下次巡检将以当前画面为基准' },
  whole: { en: 'complete', zh: '完整' },
  part: { en: 'part of the day', zh: '部分时段' },
  faulty: { en: 'something wrong', zh: '有异常' },
  allDays: { en: 'All days', zh: '返回按天显示' },
  dayHours: { en: 'Hours of {day}', zh: '{day} 各小时' },
} as const satisfies Section
