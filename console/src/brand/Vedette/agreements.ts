/** What an operator's staff agree to. An enterprise that runs the platform replaces these by its own and raises the version. */
import { PICTURE_KEEPING } from '@vedette/contract/calls/company'

import type { Clause } from '../clause.ts'

export const USER_AGREEMENT: readonly Clause[] = [
  {
    head: { en: 'Who runs this platform', zh: '平台运营者' },
    body: {
      en: 'Your enterprise runs this platform on its own machines. It decides who gets an account, which cameras are connected and how long pictures are kept. Questions go to its administrator.',
      zh: '本平台由您所在的企业在其自有设备上运行。企业决定账号的开通、摄像机的接入以及图像的保存期限。如有疑问，请联系企业管理员。',
    },
  },
  {
    head: { en: 'Your account', zh: '您的账号' },
    body: {
      en: 'An account belongs to one person. Keep the password to yourself, log out on shared machines, and tell the administrator at once when you believe that somebody else has used it.',
      zh: '账号仅限本人使用。请妥善保管密码，在公用设备上使用后及时退出；如发现账号被他人使用，请立即告知管理员。',
    },
  },
  {
    head: { en: 'What it is for', zh: '使用目的' },
    body: {
      en: 'Live pictures, recordings and alarms may be looked at, saved and passed on only as your work requires and the law and your enterprise allow. Watching people without a reason is not allowed.',
      zh: '实时画面、录像和报警信息仅可在工作需要且法律及企业允许的范围内查看、保存和提供，不得无故监视他人。',
    },
  },
  {
    head: { en: 'What is logged', zh: '操作记录' },
    body: {
      en: 'The audit log of your enterprise records each login, each change, each export and each camera that was viewed live or in replay: who, when, from which IP address and browser session, on what, and whether it was denied. The platform never deletes this log. Administrators can read and export it.',
      zh: '企业审计日志记录每次登录、修改、导出以及实时和回放查看：操作人、时间、IP 地址与会话、操作对象以及是否被拒绝。平台不会删除该日志，管理员可查看和导出。',
    },
  },
  {
    head: { en: 'No promise of completeness', zh: '免责说明' },
    body: {
      en: 'Cameras and networks can fail. An alarm or a recording that did not come does not prove that nothing happened.',
      zh: '摄像机和网络可能发生故障。未产生报警或录像并不代表没有事件发生。',
    },
  },
]

export const PRIVACY_AGREEMENT: readonly Clause[] = [
  {
    head: { en: 'What is kept about you', zh: '我们保存的信息' },
    body: {
      en: 'On the server, until your account is deleted: account, name, phone number and e-mail as far as they were entered, profile picture, role and regions, saved walls, filters and tours, your quiet hours and the cameras whose alarms you have silenced, the address of each browser that gets push notifications until you log out there, and the times, IP addresses and browsers of your sessions. Your password is kept only as a hash, from which it cannot be read. The audit log keeps the name of your account after that.',
      zh: '在账号删除之前，服务器保存：已填写的账号、姓名、电话、邮箱和头像，角色与所属区域，保存的视频墙、筛选和轮巡方案，免打扰时段和暂停提醒的摄像机，接收推送通知的浏览器推送地址（在该浏览器退出登录后删除），以及各登录会话的时间、IP 地址和浏览器。密码仅以无法还原的哈希值保存。账号删除后，审计日志仍保留账号名称。',
    },
  },
  {
    head: { en: 'How long recordings and pictures are kept', zh: '录像和图片的保存期限' },
    body: {
      en: `Recordings: 30 days unless your enterprise sets otherwise for the platform, a region or a device; locked recordings until they are unlocked. Pictures of the album and of alarms: ${PICTURE_KEEPING.days} days and ${PICTURE_KEEPING.gigabytes} GB unless set otherwise. Alarms: as many days as set in the alarm settings. Exported recordings: 7 days. Online history of devices: 90 days. When a limit of space is reached the oldest are deleted first.`,
      zh: `录像：默认 30 天，企业可为平台、区域或设备另行设置；已锁定的录像保留至解锁。相册和报警图片：默认 ${PICTURE_KEEPING.days} 天、${PICTURE_KEEPING.gigabytes} GB，可另行设置。报警记录：按报警设置中的天数保存。导出的录像：7 天。设备在线记录：90 天。达到空间上限时优先删除最早的内容。`,
    },
  },
  {
    head: { en: 'What this browser keeps', zh: '浏览器中保存的信息' },
    body: {
      en: 'Until you log out: your session with your account, companies and permissions, table columns and recent searches. After that: language, appearance, alarm, map and playback settings, the layout of the video wall with its cameras, the account and the enterprise codes that you last used, and which agreement you accepted. Never your password. The only cookie, vedette-login, is set by single sign-on and expires after 10 minutes. There are no trackers.',
      zh: '退出登录前：会话及您的账号、所属企业和权限、表格列设置和最近搜索。退出后仍保留：语言、外观、报警、地图和回放设置，视频墙布局及其中的设备，最近使用的账号和企业代码，以及已同意的协议版本。密码不会保存在此处。仅单点登录时使用一个名为 vedette-login 的 Cookie，10 分钟后失效；不使用追踪技术。',
    },
  },
  {
    head: { en: 'Pictures of people', zh: '人员图像' },
    body: {
      en: 'Cameras may show people who are recognisable. Your enterprise answers for telling them, for the purpose and for deleting the pictures in time. The platform limits each account to the regions and functions that it was given.',
      zh: '画面中可能出现可辨识的人员。企业负责履行告知义务、明确使用目的并按期删除。平台将每个账号限制在其被授权的区域和功能之内。',
    },
  },
  {
    head: { en: 'Where it goes', zh: '信息去向' },
    body: {
      en: 'Nothing leaves the machines of your enterprise unless it has connected another service itself, or you switch on push notifications. Those pass through the push service of the maker of your browser, which sees when something is sent to you, but cannot read it.',
      zh: '除非企业自行接入其他服务或您开启推送通知，任何信息都不会离开企业的设备。推送通知经由您浏览器厂商的推送服务转发，对方可知晓有通知发送及其时间，但无法读取内容。',
    },
  },
  {
    head: { en: 'Your rights', zh: '您的权利' },
    body: {
      en: 'You can ask your administrator what is kept about you, and have it corrected or deleted as the law provides.',
      zh: '您可以向管理员查询所保存的个人信息，并依法要求更正或删除。',
    },
  },
]
