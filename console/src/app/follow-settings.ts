/** What of the settings and the network the document itself shows. */
import { currentT, followBrowserLanguage, followStoredLanguage, useLanguage } from '../i18n/language.ts'
import { NETWORK, say } from '../ui/toasts.ts'
import { followStoredSetting, useSetting } from './settings.ts'

export function followSettings(): void {
  const { documentElement } = document
  const showTheme = ({ theme }: { theme: string }): void => {
    documentElement.dataset.theme = theme
  }
  const showLanguage = ({ language }: { language: string }): void => {
    documentElement.lang = language === 'zh-cn' ? 'zh-CN' : language
  }
  useSetting.subscribe(showTheme)
  showTheme(useSetting.getState())
  useLanguage.subscribe(showLanguage)
  showLanguage(useLanguage.getState())
  addEventListener('languagechange', followBrowserLanguage)
  // Another tab of this browser has written.
  addEventListener('storage', () => {
    followStoredSetting()
    void followStoredLanguage()
  })
  addEventListener('offline', () => say('warning', currentT()('app.offline')))
  addEventListener('online', () => say('success', currentT()('app.online'), undefined, NETWORK))
}
