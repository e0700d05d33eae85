/** The days of the archive, for programs. The columns of their files are in `archive/`. */
import { z } from 'zod'

const example = {
  day: '2026-11-24',
  matches: 1_024,
  bytes: 3_214_870,
  sha256: '9b74c9897bac770ffc029102a200c5de0d1f6e1e6f0c9c1d7e7e5b0d1d1d8b3a',
}

export const Archive = z
  .object({
    days: z
      .array(
        z.object({
          day: z.iso.date().meta({ description: 'In UTC. Its file is `/archive/<day>.parquet`.' }),
          matches: z.int().min(1).meta({ description: 'Rows of the file.' }),
          bytes: z.int().min(1).meta({ description: 'Length of the file.' }),
          sha256: z
            .string()
            .regex(/^[0-9a-f]{64}$/)
            .meta({ description: 'The SHA-256 of the file, in hexadecimal.' }),
        }),
      )
      .meta({ description: 'Newest first. A day is there some minutes after it is over, if it had a match.' }),
  })
  .meta({ id: 'Archive', description: 'The days of the archive.', examples: [{ days: [example] }] })
export type Archive = z.infer<typeof Archive>
