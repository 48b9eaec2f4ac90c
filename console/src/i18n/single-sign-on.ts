import type { Section } from './entry.ts'

export const singleSignOn = {
  title: { en: 'Single sign-on', zh: '单点登录' },
  tag: { en: 'Single sign-on', zh: '单点登录' },
  text: {
    en:
      'Users log in through the company’s identity provider (OpenID Connect). ' +
      'First register this platform there as a confidential web client with the address below.',
    zh:
      '企业人员通过身份提供方（OpenID Connect）登录。' +
      '请先在其中将本平台注册为机密 Web 客户端，并填写下方回调地址。',
  },
  redirect: { en: 'Redirect address', zh: '回调地址' },
  isOn: { en: 'Show on the login page', zh: '在登录页启用' },
  name: { en: 'Name on the button', zh: '按钮名称' },
  nameHint: { en: 'The button says: Log in with …', zh: '按钮显示为“使用 … 登录”。' },
  issuer: { en: 'Issuer', zh: '颁发者地址（Issuer）' },
  issuerHint: {
    en: 'For example https://login.example.com/realms/main',
    zh: '例如 https://login.example.com/realms/main',
  },
  client: { en: 'Client ID', zh: '客户端 ID' },
  secret: { en: 'Client secret', zh: '客户端密钥' },
  secretKept: { en: 'A secret is stored. Leave empty to keep it.', zh: '已保存密钥；留空则保持不变。' },
  scopes: { en: 'Scopes', zh: '授权范围（Scopes）' },
  claim: { en: 'Groups claim', zh: '用户组声明（Claim）' },
  claimHint: {
    en: 'Use dots for nested claims: realm_access.roles',
    zh: '可用点号取内层，例如 realm_access.roles',
  },
  map: { en: 'Groups and roles', zh: '用户组与角色' },
  mapHint: {
    en: 'The first matching group sets the role at every login. People in none of the groups cannot log in.',
    zh: '每次登录按第一个匹配的用户组赋予角色；不在任何用户组者将被拒绝。',
  },
  mapEmpty: { en: 'Nobody can log in yet. Add a group.', zh: '尚无人可以登录，请添加用户组。' },
  addGroup: { en: 'Add group', zh: '添加用户组' },
  group: { en: 'Group {number}', zh: '用户组 {number}' },
  role: { en: 'Role of group {number}', zh: '用户组 {number} 的角色' },
  up: { en: 'Move group {number} up', zh: '上移用户组 {number}' },
  remove: { en: 'Remove group {number}', zh: '移除用户组 {number}' },
  groupMissing: { en: 'Enter the group and select its role', zh: '请输入用户组并选择角色' },
  makes: { en: 'Create an account at first login', zh: '首次登录时自动创建账号' },
  makesHint: { en: 'Such accounts can see:', zh: '自动创建的账号可见：' },
  ends: { en: 'Also log out of the identity provider', zh: '退出本平台时同时退出身份提供方' },
  endsHint: {
    en: 'For shared workstations. Register the redirect address there as the post-logout address too.',
    zh: '适用于多人共用的工位。请在身份提供方将上述回调地址同时登记为退出后的跳转地址。',
  },
  missing: { en: 'Required', zh: '必填' },
  changeHint: {
    en: 'If groups, roles or the issuer change, all single sign-on users must log in again.',
    zh: '修改用户组、角色或颁发者后，所有单点登录用户须重新登录。',
  },
  saved: { en: 'Single sign-on saved', zh: '单点登录设置已保存' },
  checking: { en: 'Connecting to the provider…', zh: '正在连接身份提供方…' },
  delete: { en: 'Remove single sign-on', zh: '移除单点登录' },
  deleteAsk: {
    en: 'Remove “{name}”? The {count} {count|account|accounts} created by it will be logged out and can no longer log in, but will be kept.',
    zh: '移除“{name}”？其创建的 {count} 个账号的会话将立即结束且无法再登录；账号仍会保留。',
  },
  roleHint: {
    en: 'The role is set by the identity provider at each login.',
    zh: '角色由身份提供方在每次登录时决定。',
  },
} as const satisfies Section
