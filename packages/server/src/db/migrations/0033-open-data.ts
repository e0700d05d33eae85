/**
 * The files of open data. `machine_id` made the file, `stored` is its name in the data folder of that machine and in the bucket; the others
 * fetch it. It has what had ended before `through`.
 */
export const openData = [
  `create table open_data (
    file text collate "C" primary key,
    month text check (month ~ '^\\d{4}-\\d\\d$'),
    machine_id text collate "C" not null,
    stored text not null,
    through timestamptz not null,
    made_at timestamptz not null,
    first_made_at timestamptz not null,
    rows integer not null check (rows >= 0),
    bytes integer not null check (bytes > 0),
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$')
  )`,
]
