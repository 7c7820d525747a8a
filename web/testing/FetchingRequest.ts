type Heard = (() => void) | null

/** A request of the kind that tells how far it is, answered by the same `fetch` as all others. */
export class FetchingRequest {
  upload = { onprogress: null as ((event: { loaded: number; total: number }) => void) | null }
  onload: Heard = null
  onerror: Heard = null
  onabort: Heard = null
  status = 0
  responseText = ''
  #to = { method: '', path: '' }
  #isAborted = false

  open(method: string, path: string): void {
    this.#to = { method, path }
  }
  setRequestHeader(): void {}
  send(file: Blob): void {
    this.upload.onprogress?.({ loaded: file.size / 2, total: file.size })
    void this.#ask(file)
  }
  abort(): void {
    this.#isAborted = true
    this.onabort?.()
  }

  async #ask(body: Blob): Promise<void> {
    const { method, path } = this.#to
    const answer = await fetch(path, { method, body }).catch(() => null)
    this.responseText = (await answer?.text()) ?? ''
    this.status = answer?.status ?? 0
    if (this.#isAborted) return
    if (answer) this.onload?.()
    else this.onerror?.()
  }
}
