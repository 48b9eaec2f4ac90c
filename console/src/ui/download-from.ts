import { requestBase } from '../wire/settings.ts'

/** Gives what stands at an address of the platform to the browser's downloads, under the name that the answer says. */
export function downloadFrom(url: string): void {
  const link = document.createElement('a')
  link.href = requestBase + url
  link.download = ''
  link.click()
}
