import type { BucketOptions } from '../../src/config/bucket.ts'

/** The settings of an arena that has its replays there. */
export function bucketSettings({ endpoint, region, bucket, prefix, keyId, secret }: BucketOptions) {
  return {
    ARENA_REPLAYS: `s3://${bucket}/${prefix}`,
    ARENA_S3_ENDPOINT: endpoint,
    ARENA_S3_REGION: region,
    ARENA_S3_KEY_ID: keyId,
    ARENA_S3_SECRET: secret,
  }
}
