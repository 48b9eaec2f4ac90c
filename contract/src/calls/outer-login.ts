/** Log-ins at the company's own identity provider (OpenID Connect), and its settings. */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { GID, RoleID } from '../ids.ts'
import { nameOfAtMost } from '../names.ts'
import { EnterpriseCode, LoginReply } from './user.ts'

/** Entries of the map from the provider's groups to roles. */
export const MAX_GROUPS = 200

/** Where the browser goes to log in. It is given a cookie, without which what comes back is of no use. */
export const outerLoginBegin = call('/vms/user/outerLoginBegin', {
  title: { en: 'Start single sign-on', 'zh-cn': '发起单点登录' },
  effect: 'reads',
  access: 'public',
  usesCookie: true,
  body: z.object({ EnterpriseCode }),
  reply: z.object({ Url: z.string() }),
  example: () => ({ EnterpriseCode: 'demo' }),
  refusals: ['unavailable', 'overloaded', 'tooManyTries'],
})

/** Logs in with what the provider sent the browser back with. */
export const outerLogin = call('/vms/user/outerLogin', {
  title: { en: 'Log in', 'zh-cn': '登录' },
  access: 'public',
  usesCookie: true,
  body: z.object({
    State: z.string().min(1).max(64),
    Code: z.string().min(1).max(4096),
    /** The parameter `iss` (RFC 9207), where the provider sends it. */
    Issuer: z.string().max(500).optional(),
  }),
  reply: LoginReply.extend({
    EnterpriseCode: z.string(),
    /** The full name. */
    Account: z.string(),
  }),
  example: () => ({ State: 'none', Code: 'none' }),
  refusals: ['loginInvalid', 'unavailable', 'accountDisabled', 'overloaded', 'tooManyTries'],
})

const GroupRole = z.object({
  /** The group as the provider spells it. */
  Group: z.string().trim().min(1).max(256),
  RoleID,
})

const Provider = {
  /** What the button of the login page calls it. */
  Name: nameOfAtMost(50),
  /** `https://…`, as the provider's own documents name it. */
  Issuer: z.string().trim().min(1).max(500),
  ClientID: z.string().trim().min(1).max(256),
  Scopes: z
    .string()
    .trim()
    .max(300)
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/, 'scopes with a space between them')
    .default('openid profile email'),
  /** The claim that lists the groups; a dot leads into an object: `realm_access.roles`. */
  GroupsClaim: z.string().trim().min(1).max(200).default('groups'),
  /** The first whose group the person is in gives the role; who is in none is refused. */
  Roles: z.array(GroupRole).max(MAX_GROUPS),
  /** A first log-in makes an account. */
  MakesAccounts: z.boolean(),
  /** Which regions such an account sees. */
  AllRegions: z.boolean(),
  GIDs: z.array(GID).max(1000).default([]),
  /** Also regions that are made below these later. */
  Future: z.boolean().default(true),
  IsOn: z.boolean(),
  /** A log-out here ends the session there too; the provider has to know `RedirectUri` as where people come back to. */
  EndsSession: z.boolean().default(false),
}

/** The company's provider, where it has one. The client's secret is never shown. */
export const identityProvider = call('/vms/company/identityProvider', {
  title: { en: 'Read the single sign-on settings', 'zh-cn': '查看单点登录设置' },
  effect: 'reads',
  access: 'administrator',
  body: Empty,
  reply: z.object({
    Provider: z.object({ ...Provider, HasSecret: z.boolean() }).optional(),
    /** How many it made. */
    Accounts: z.int(),
    /** What the provider has to know as the place to send browsers back to. */
    RedirectUri: z.string(),
  }),
  example: () => ({}),
})

/** Sets it up, or changes it. One that is on is asked whether it is there. */
export const setIdentityProvider = call('/vms/company/setIdentityProvider', {
  title: { en: 'Set up single sign-on', 'zh-cn': '设置单点登录' },
  access: 'administrator',
  body: z.object({
    ...Provider,
    /** Left out: the one that is stored. Empty: none, for a public client. */
    ClientSecret: z.string().max(500).optional(),
  }),
  reply: Empty,
  example: (ids) => ({
    Name: 'Directory',
    Issuer: 'https://login.example.com',
    ClientID: 'vedette',
    Roles: [{ Group: 'guards', RoleID: ids.role }],
    MakesAccounts: true,
    AllRegions: false,
    GIDs: [ids.region],
    // So that nobody is asked.
    IsOn: false,
  }),
  refusals: ['addressNotAllowed', 'unavailable', 'noDataAuthority'],
})

/** Its accounts stay, and nobody logs in to them. */
export const deleteIdentityProvider = call('/vms/company/deleteIdentityProvider', {
  title: { en: 'Remove single sign-on', 'zh-cn': '移除单点登录' },
  access: 'administrator',
  body: Empty,
  reply: Empty,
  example: () => ({}),
})
