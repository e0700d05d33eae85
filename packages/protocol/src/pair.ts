/** Two of a kind, indexed by port: typed as a tuple, and an array of exactly two in JSON Schema. */
import { z } from 'zod'

export function pair<Schema extends z.ZodType>(schema: Schema) {
  return z.tuple([schema, schema]).meta({ minItems: 2, maxItems: 2 })
}
