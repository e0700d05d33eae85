/**
 * The last bytes of a stream, in the pieces that they came in, for many readers at different places: those who keep up get the
 * same buffers, and none is copied. Who is further behind reads from where the stream is kept.
 */
export class RecentBytes {
  readonly #keep: number
  /** Oldest first. */
  readonly #pieces: Buffer[] = []
  #start: number
  #end: number

  /** `keep` bytes at least stay at hand, where there are as many; the stream begins at `start`. */
  constructor(keep: number, start = 0) {
    this.#keep = keep
    this.#start = this.#end = start
  }

  /** Where the stream ends so far. */
  get end(): number {
    return this.#end
  }

  push(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#end += piece.length
    for (;;) {
      const oldest = this.#pieces[0]!
      if (this.#end - this.#start - oldest.length < this.#keep) return
      this.#pieces.shift()
      this.#start += oldest.length
    }
  }

  /** The stream has gone on to there, and nothing of that is at hand. */
  skipTo(end: number): void {
    this.#pieces.length = 0
    this.#start = this.#end = end
  }

  /** What follows a place: some bytes, nothing yet, or what is no longer at hand. */
  from(place: number): Buffer | 'nothing' | 'gone' {
    if (place >= this.#end) return 'nothing'
    if (place < this.#start) return 'gone'
    let end = this.#end
    for (let i = this.#pieces.length - 1; ; i--) {
      const piece = this.#pieces[i]!
      const start = end - piece.length
      // From its first byte on it goes out as it is.
      if (place >= start) return place === start ? piece : piece.subarray(place - start)
      end = start
    }
  }
}
