export {
  createKeptPictures,
  IMAGE_PATH,
  type KeptPictures,
  SWEEP_MS as PICTURE_SWEEP_MS,
  UNUSED_MS as PICTURE_UNUSED_MS,
} from './kept-pictures.ts'
export { openPictureKeeping, type PictureKeeping, type PictureSource } from './keeping.ts'
