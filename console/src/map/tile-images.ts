/** The pictures of tiles, for the surface without WebGL. */

/** Some four screens full. */
const MOST_KEPT = 300
const AT_ONCE = 12

export class TileImages {
  readonly #images = new Map<string, HTMLImageElement | 'failed'>()
  readonly #coming = new Set<string>()
  #wanted: readonly string[] = []
  readonly #onImage: (isThere: boolean) => void

  constructor(onImage: (isThere: boolean) => void) {
    this.#onImage = onImage
  }

  /** Undefined until it is there. */
  at(url: string): HTMLImageElement | undefined {
    const image = this.#images.get(url)
    return image === 'failed' ? undefined : image
  }

  /** Fetches these, the first ones first, and no others any more. */
  want(urls: readonly string[]): void {
    this.#wanted = urls.filter((url) => !this.#images.has(url) && !this.#coming.has(url))
    this.#next()
  }

  #next(): void {
    while (this.#coming.size < AT_ONCE) {
      const [url, ...rest] = this.#wanted
      if (url === undefined) return
      this.#wanted = rest
      this.#fetch(url)
    }
  }

  #fetch(url: string): void {
    this.#coming.add(url)
    const image = new Image()
    const done = (isThere: boolean): void => {
      this.#coming.delete(url)
      this.#images.set(url, isThere ? image : 'failed')
      for (const oldest of this.#images.keys()) {
        if (this.#images.size <= MOST_KEPT) break
        this.#images.delete(oldest)
      }
      this.#onImage(isThere)
      this.#next()
    }
    image.addEventListener('load', () => done(true))
    image.addEventListener('error', () => done(false))
    image.src = url
  }
}
