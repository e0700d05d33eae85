/** A bucket for replays, as the operator names it. */
export interface BucketKey {
  readonly region: string
  readonly keyId: string
  /** Never log it. */
  readonly secret: string
}

export interface BucketOptions extends BucketKey {
  /** An origin. */
  readonly endpoint: string
  readonly bucket: string
  /** '' or a path that ends with a slash. */
  readonly prefix: string
}
