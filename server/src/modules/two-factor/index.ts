export { twoFactorRoutes as twoFactorModule } from './routes.ts'
export { createSecondFactors, type SecondFactors } from './two-factor.ts'
