/**
 * The process that has the row of a machine: as it is named at its start, and null where none has it. A data folder can be copied, and
 * the id of its machine with it, so the id alone does not say who reports, takes matches and ends them. Who had a row before this
 * migration is not known: it is let go of when it reports no more.
 */
export const machineProcesses = [`alter table arenas add column process text`, `update arenas set process = 'unknown'`]
