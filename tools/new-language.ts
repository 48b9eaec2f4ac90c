/** `node tools/new-language.ts > console/src/i18n/languages/pl.ts`: a language of the console, in English still, to be translated in place. */
import { englishPack, languageFile } from '../console/src/i18n/english-pack.ts'

process.stdout.write(languageFile(englishPack()))
