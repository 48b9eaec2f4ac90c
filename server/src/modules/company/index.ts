export { checkedName, companies, type Companies, type NewAccount } from './company.ts'
export { foundFirstCompany } from './first-company.ts'
export { companyModule } from './routes.ts'
export { randomPassword } from './random-password.ts'
