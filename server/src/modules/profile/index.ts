export { createAvatars, IMAGE_PATH } from './avatars.ts'
export { profileModule } from './routes.ts'
