/** Tables of log-ins: codes, second factors, what is under way, who somebody is elsewhere. */

/** Milliseconds since 1970, UTC. */
type Time = number
type Flag = 0 | 1

/** Counts tries within a window, so that limits survive a restart. */
interface LoginAttemptTable {
  key: string
  window_start: Time
  count: number
}

interface VerifyCodeTable {
  company_id: string
  id: string
  account_id: string
  purpose: 'login' | 'reset'
  /** Sealed, since six digits could be guessed from a hash. */
  secret_box: string
  created_at: Time
  expires_at: Time
  tries: number
  used_at: Time | null
}

/** A log-in that lacks its second factor or an own password. */
interface LoginTicketTable {
  /** SHA-256 of the ticket, hex. */
  ticket_hash: string
  company_id: string
  account_id: string
  kind: 'secondFactor' | 'newPassword'
  means: 'password' | 'code' | 'outer'
  has_second_factor: Flag
  /** The verification code that is used up once the log-in is complete. */
  code_id: string | null
  expires_at: Time
}

interface SecondFactorTable {
  company_id: string
  account_id: string
  secret_box: string
  /** Null: begun, and not asked for at log-ins yet. */
  confirmed_at: Time | null
  /** The time step of the last code that was accepted: none is accepted twice. */
  last_step: number
  created_at: Time
}

interface RecoveryCodeTable {
  company_id: string
  account_id: string
  code_hash: string
  used_at: Time | null
}

/** Accounts of one person in several companies have one `person_id`. */
interface AccountLinkTable {
  company_id: string
  account_id: string
  person_id: string
  created_at: Time
}

interface OuterIdentityTable {
  company_id: string
  issuer: string
  subject: string
  account_id: string
  created_at: Time
}

/** A log-in that is under way at an outer identity provider. */
interface OuterLoginTable {
  state_hash: string
  company_id: string
  /** Hash of the cookie in the browser that began it. */
  binding_hash: string
  nonce: string
  verifier: string
  expires_at: Time
}

/** Where a company's people may log in besides: OpenID Connect. */
interface IdentityProviderTable {
  company_id: string
  name: string
  issuer: string
  client_id: string
  /** Null: a public client. */
  secret_box: string | null
  scopes: string
  groups_claim: string
  makes_accounts: Flag
  /** The regions of the accounts that it makes. */
  all_regions: Flag
  has_below: Flag
  is_on: Flag
  /** A log-out here ends the session there. */
  ends_session: Flag
}

/** Where the browser goes at a log-out, so that the session at the provider ends too. */
interface ProviderLogOutTable {
  company_id: string
  /** The session's. */
  token_hash: string
  /** Sealed: the address holds an ID token. */
  url_box: string
}

/** The first, by place, whose group somebody is in gives the role. */
interface ProviderRoleTable {
  company_id: string
  place: number
  group_name: string
  role_id: string
}

interface ProviderRegionTable {
  company_id: string
  region_id: string
}

/** An account whose owner has not chosen a password yet. */
interface InvitationTable {
  company_id: string
  account_id: string
  /** SHA-256 of the link's token, hex. */
  token_hash: string
  sent_at: Time
  expires_at: Time
}

export interface LoginTables {
  invitation: InvitationTable
  verify_code: VerifyCodeTable
  login_ticket: LoginTicketTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  account_link: AccountLinkTable
  outer_identity: OuterIdentityTable
  outer_login: OuterLoginTable
  identity_provider: IdentityProviderTable
  provider_role: ProviderRoleTable
  provider_log_out: ProviderLogOutTable
  provider_region: ProviderRegionTable
  login_attempt: LoginAttemptTable
}
