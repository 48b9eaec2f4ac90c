import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

it('an account’s picture comes from the platform that the console was built for', async () => {
  vi.stubEnv('VITE_VMS_BASE', 'https://vms.example/')
  const { Avatar } = await import('./Avatar.tsx')
  vi.unstubAllEnvs()
  const markup = renderToStaticMarkup(<Avatar icon="/vms/media/picture?of=x" />)
  expect(markup).toContain('src="https://vms.example/vms/media/picture?of=x"')
})
