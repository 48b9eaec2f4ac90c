export { profileModule } from './routes.ts'
