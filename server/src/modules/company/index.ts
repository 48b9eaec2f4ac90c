export { companies, type Companies, type NewAccount } from './company.ts'
export { foundFirstCompany } from './first-company.ts'
