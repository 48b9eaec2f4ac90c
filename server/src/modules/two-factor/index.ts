export { twoFactorRoutes as twoFactorModule } from './routes.ts'
export { withoutSecondFactor } from './store.ts'
export { createSecondFactors, type SecondFactors } from './two-factor.ts'
