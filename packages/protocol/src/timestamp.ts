/** Moments as the interface writes them: RFC 3339, UTC, milliseconds, `Z`. What `Date.prototype.toISOString` gives. */
import { z } from 'zod'

export const Timestamp = z.iso.datetime({ precision: 3, error: 'Not an RFC 3339 UTC time with milliseconds.' }).meta({
  id: 'Timestamp',
  description: 'RFC 3339 in UTC with milliseconds.',
  examples: ['2026-11-21T11:10:00.000Z'],
})
export type Timestamp = z.infer<typeof Timestamp>
