/** What an operator's staff agree to. An enterprise that runs the platform replaces these by its own and raises the version. */
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
    head: { en: 'What is written down', zh: '操作记录' },
    body: {
      en: 'The platform keeps when each session of your account began and was last in use. Your enterprise may keep further logs of its machines.',
      zh: '平台会保存您账号每次登录的开始时间和最近使用时间。企业可能另行保存其设备的运行日志。',
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
      en: 'On the server: your account name, name, phone number and e-mail as far as they were entered, your role and regions, and the times of your sessions. Your password is kept as a hash alone, from which it cannot be read.',
      zh: '服务器保存：已填写的账号、姓名、电话和邮箱，您的角色与所属区域，以及登录时间。密码仅以无法还原的哈希值保存。',
    },
  },
  {
    head: { en: 'What this browser keeps', zh: '浏览器中保存的信息' },
    body: {
      en: 'Until you log out: your session with your account, companies and rights, and how you arranged the video wall. Beyond that: language, appearance and alarm settings, the account and the enterprise codes that you last used, and which agreement you accepted. Never your password. There are no cookies and no trackers.',
      zh: '退出登录前：会话及您的账号、所属企业和权限，以及视频墙布局。退出后仍保留：语言、外观和报警设置，最近使用的账号和企业代码，以及已同意的协议版本。密码不会保存在此处。本站不使用 Cookie 和追踪技术。',
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
      en: 'Nothing leaves the machines of your enterprise unless it has connected another service itself.',
      zh: '除非企业自行接入其他服务，任何信息都不会离开企业的设备。',
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
