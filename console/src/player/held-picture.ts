/** The last picture, kept on the glass while what made it is made anew. */
export class HeldPicture {
  readonly element = document.createElement('canvas')

  constructor() {
    this.element.className = 'held'
    this.element.hidden = true
  }

  hold(from: HTMLVideoElement | HTMLCanvasElement): void {
    const [width, height] =
      from instanceof HTMLVideoElement ? [from.videoWidth, from.videoHeight] : [from.width, from.height]
    if (width === 0 || height === 0 || !this.element.hidden) return
    this.element.width = width
    this.element.height = height
    this.element.getContext('2d')?.drawImage(from, 0, 0)
    this.element.hidden = false
  }

  /** Two frames of the page later, when what a worker painted is on the screen as well. */
  release(): void {
    if (this.element.hidden) return
    requestAnimationFrame(() => requestAnimationFrame(() => (this.element.hidden = true)))
  }
}
