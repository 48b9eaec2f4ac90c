import type { Browser } from 'playwright-core'

const QUALITY = 0.82
const GAP = 16

/** PNG pictures side by side as one WebP: the browser has an encoder, and nothing else here needs one. */
export async function webp(browser: Browser, pngs: readonly Buffer[]): Promise<Buffer> {
  const page = await browser.newPage()
  try {
    const sources = pngs.map((png) => `data:image/png;base64,${png.toString('base64')}`)
    const encoded = await page.evaluate(encode, { sources, quality: QUALITY, gap: GAP })
    return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64')
  } finally {
    await page.close()
  }
}

/** Runs in the page. */
async function encode({ sources, quality, gap }: { sources: string[]; quality: number; gap: number }) {
  const images = await Promise.all(
    sources.map(async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      return image
    }),
  )
  const canvas = document.createElement('canvas')
  canvas.width = images.reduce((sum, { width }) => sum + width, gap * (images.length - 1))
  canvas.height = Math.max(...images.map(({ height }) => height))
  let x = 0
  for (const image of images) {
    canvas.getContext('2d')?.drawImage(image, x, 0)
    x += image.width + gap
  }
  return canvas.toDataURL('image/webp', quality)
}
