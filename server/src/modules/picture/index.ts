export {
  createKeptPictures,
  IMAGE_PATH,
  type KeptPictures,
  SWEEP_MS as PICTURE_SWEEP_MS,
} from './kept-pictures.ts'
