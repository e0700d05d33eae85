/** What a refused write says. Both drivers give PostgreSQL's own codes. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
