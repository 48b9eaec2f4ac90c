export { createVerifyCodes, type VerifyCodes } from './verify-code.ts'
