import type { Section } from './entry.ts'

/** Speaking to devices, and answering who rings. */
export const talk = {
  title: { en: 'Talk to {name}', zh: '与 {name} 对讲' },
  hold: { en: 'Hold to talk', zh: '按住讲话' },
  keepOpen: { en: 'Keep the line open', zh: '持续对讲' },
  end: { en: 'End the talk', zh: '结束对讲' },
  asking: { en: 'Allow the microphone…', zh: '请允许使用麦克风…' },
  opening: { en: 'Calling…', zh: '正在接通…' },
  speaking: { en: 'They hear you', zh: '对方可听到您的讲话' },
  level: { en: 'Microphone level', zh: '麦克风音量' },
  busy: { en: '{name} is talking to this device', zh: '{name} 正在与该设备对讲' },
  noLoudspeaker: { en: 'This device has no loudspeaker.', zh: '该设备没有扬声器。' },
  unreachable: { en: 'The device did not answer. Try again.', zh: '设备无响应，请重试。' },
  silent: {
    en: 'Nothing was said for 10 seconds, so the line was closed.',
    zh: '10 秒内没有声音，对讲已关闭。',
  },
  refused: { en: 'You may not talk to this device.', zh: '您没有与该设备对讲的权限。' },
  lost: { en: 'The connection was lost. Try again.', zh: '连接已断开，请重试。' },
  insecure: {
    en: 'A microphone needs a secure page: open this console by https.',
    zh: '使用麦克风需要安全连接，请通过 https 打开本页面。',
  },
  noMicrophone: {
    en: 'No microphone was found. Connect one, or close the program that uses it.',
    zh: '未找到麦克风。请连接麦克风，或关闭正在占用它的程序。',
  },
  denied: {
    en: 'The microphone is blocked. Allow it in the browser’s settings of this page.',
    zh: '麦克风已被禁用，请在浏览器的网站设置中允许使用。',
  },
  noCodec: {
    en: 'This device hears AAC alone, which this browser cannot make. Use Chrome or Edge on Windows or macOS, or Safari.',
    zh: '该设备仅支持 AAC 音频，当前浏览器无法编码。请使用 Windows 或 macOS 上的 Chrome、Edge，或使用 Safari。',
  },
  ring: { en: 'Doorbell', zh: '门铃' },
  rings: { en: '{name} is ringing', zh: '{name} 门铃响了' },
  answer: { en: 'Answer', zh: '接听' },
  decline: { en: 'Decline', zh: '拒接' },
  hangUp: { en: 'Hang up', zh: '挂断' },
  answeredBy: { en: '{name} answered the door', zh: '{name} 已接听门铃' },
  declinedBy: { en: '{name} declined the doorbell', zh: '{name} 已拒接门铃' },
  group: { en: 'Talk', zh: '对讲' },
} as const satisfies Section
