/** The catalogue: a section is one file and one line here; its keys are `<section>.<entry>`. Only what is behind the login imports this file's values. */
export { agreement } from './agreement.ts'
export { app } from './app.ts'
export { live } from './live.ts'
export { login } from './login.ts'
export { page } from './page.ts'
export { regions } from './regions.ts'
export { shell } from './shell.ts'
export { ui } from './ui.ts'
