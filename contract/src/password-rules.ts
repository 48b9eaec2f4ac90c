/** Apart from what they demand, since the login page knows a rule's name long before it checks a password. */

/** `strong`: the default. `simple`: where a company has set it so. */
export const PASSWORD_RULES = ['strong', 'simple'] as const
export type PasswordRule = (typeof PASSWORD_RULES)[number]
