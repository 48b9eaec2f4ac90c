export { createAvatars, SWEEP_MS as PICTURE_SWEEP_MS, IMAGE_PATH } from './avatars.ts'
export { profileModule } from './routes.ts'
