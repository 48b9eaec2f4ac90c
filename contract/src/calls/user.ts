/** Calls about accounts and sessions. */
import { z } from 'zod'

import { call, Empty } from '../call.ts'

/** Which enterprises the login form may offer: the only one of the server, or none. */
export const loginOptions = call('/vms/user/loginOptions', {
  effect: 'reads',
  access: 'public',
  body: Empty,
  reply: z.object({ EnterpriseCode: z.string() }),
})

const CompanyInfo = z.object({
  CompanyID: z.string(),
  CompanyName: z.string(),
  /** The role's id. */
  Role: z.string(),
  /** 1: the company's full administrator. */
  RoleStatus: z.number(),
  /** A JSON string of permission entries. */
  Permissions: z.string(),
  /** 0: an account with a password of its own. */
  AdminRole: z.number(),
  Utoken: z.string(),
  SaasID: z.string(),
  UID: z.string(),
  TimeZone: z.string(),
})
export type CompanyInfo = z.infer<typeof CompanyInfo>

export const login = call('/vms/user/login', {
  access: 'public',
  seqid: '48',
  body: z.object({
    EnterpriseCode: z.string().trim().min(1).max(32),
    Account: z.string().trim().min(1).max(70),
    Password: z.string().min(1).max(200),
    AppID: z.string().max(64).default(''),
  }),
  reply: z.object({ CompanyInfos: z.array(CompanyInfo) }),
})

export const logout = call('/vms/user/logout', {
  access: 'session',
  inPreview: true,
  method: 'GET',
  body: Empty,
  reply: Empty,
})

/** Gives the caller's session a new lifetime under the same token (reading 18). */
export const renewSession = call('/vms/user/renew', {
  access: 'session',
  body: Empty,
  reply: z.object({
    /** When the session ends without activity, ms since 1970. */
    ExpiresAt: z.number(),
  }),
})

export const userInfo = call('/vms/user/info', {
  effect: 'reads',
  access: 'session',
  seqid: '14',
  body: Empty,
  reply: z.object({
    Account: z.string(),
    AccountType: z.number(),
    Name: z.string(),
    Icon: z.string(),
    /** When the session ends without activity, ms since 1970. */
    ExpiresAt: z.number(),
  }),
})
