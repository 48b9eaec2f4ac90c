/** Apart from what they demand, since the login page knows a rule's name long before it checks a password. */

/** `strong`: reading B of the specification, the default. `simple`: reading A, a setting of a company. */
export const PASSWORD_RULES = ['strong', 'simple'] as const
export type PasswordRule = (typeof PASSWORD_RULES)[number]
