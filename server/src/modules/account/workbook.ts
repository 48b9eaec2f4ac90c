import type { AccountItem } from '@vedette/contract/calls/account'
import { Refusal } from '@vedette/contract/codes'

import type { Workbook } from '../../engines/spreadsheet/workbook.ts'

/** Accounts of one workbook. */
export const MAX_ROWS = 20_000

const HEADS = {
  en: ['Account', 'Name', 'Phone', 'E-mail', 'Role', 'Created (UTC)', 'State', 'Regions'],
  'zh-cn': ['账号', '姓名', '手机号', '邮箱', '角色', '创建时间（UTC）', '状态', '区域'],
} as const
const WORDS = {
  en: { sheet: 'Accounts', active: 'Active', disabled: 'Disabled', all: 'All' },
  'zh-cn': { sheet: '账号', active: '启用', disabled: '停用', all: '全部' },
} as const

export function accountWorkbook(accounts: readonly AccountItem[], language: keyof typeof HEADS): Workbook {
  if (accounts.length > MAX_ROWS) throw new Refusal('tooLarge', { Limit: MAX_ROWS })
  const words = WORDS[language]
  return {
    sheet: words.sheet,
    columns: HEADS[language].map((head, at) => ({ head, width: at === 5 ? 20 : 18 })),
    rows: accounts.map((account) => [
      account.Account,
      account.Name,
      account.Phone,
      account.Email,
      account.RoleName,
      new Date(account.CreateTime),
      account.Disabled ? words.disabled : words.active,
      account.AllRegions ? words.all : account.GIDs.length,
    ]),
  }
}
