/** All tables of a run, quoted: those of the service, but what it never writes, and those of the witness. */
export const TABLES = `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
  where schemaname in ('public', 'witness') and tablename not in ('migrations', 'operator_acts') order by 1`
