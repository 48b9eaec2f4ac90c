interface ImportMetaEnv {
  readonly VITE_VMS_BASE?: string
  readonly VITE_VMS_SOCKET?: string
  readonly VITE_VMS_APP_ID?: string
  readonly VITE_SDK_VERSION?: string
  readonly VITE_BRAND_NAME?: string
  readonly VITE_AGREEMENT_VERSION?: string
  readonly VITE_COMMUNITY?: string
  readonly VITE_TELECOM?: string
}
