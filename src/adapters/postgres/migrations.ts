import type { Connection, Queries } from './connection.ts';

/** Any number that no other program locks. */
const MIGRATION_LOCK = 0x646f6331;

/**
 * Brings the tables of a part up to date, one process at a time.
 *
 * @param part Name of the tables that these migrations make.
 * @param migrations In order, each of one or several statements; a released one never changes.
 * @param options.firstVersion That the first migration makes: those before it were never released.
 * @throws {Error} With a message for the operator, when a later Docent has changed the tables.
 */
export async function migrate(
  connection: Connection,
  part: string,
  migrations: readonly string[],
  { firstVersion = 1 }: { firstVersion?: number } = {},
): Promise<void> {
  const latest = firstVersion + migrations.length - 1;
  await connection.transaction(async ({ query }) => {
    await query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await query(
      'CREATE TABLE IF NOT EXISTS docent_migrations (part text PRIMARY KEY, applied integer NOT NULL)',
    );
    const applied = (await appliedOf({ query }, part)) ?? 0;
    if (applied > latest)
      throw new Error(
        `Cannot open the ${part} in PostgreSQL as a later Docent has changed their tables: run that one, or a newer one`,
      );
    for (const migration of migrations.slice(Math.max(0, applied - firstVersion + 1)))
      for (const statement of migration.split(/;\s*\n/)) if (statement.trim() !== '') await query(statement);
    await setApplied({ query }, part, latest);
  });
}

async function appliedOf({ query }: Queries, part: string): Promise<number | undefined> {
  const select = 'SELECT applied FROM docent_migrations WHERE part = $1';
  return (await query<{ applied: number }>(select, [part]))[0]?.applied;
}

async function setApplied({ query }: Queries, part: string, applied: number): Promise<void> {
  await query(
    `INSERT INTO docent_migrations (part, applied) VALUES ($1, $2)
     ON CONFLICT (part) DO UPDATE SET applied = EXCLUDED.applied`,
    [part, applied],
  );
}

/** Tables of SQLite as PostgreSQL makes them: with the same order of texts, by their bytes. */
export function postgresOf(tables: string): string {
  return tables
    .replaceAll('INTEGER PRIMARY KEY AUTOINCREMENT', 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
    .replaceAll('INTEGER', 'bigint')
    .replaceAll('REAL', 'double precision')
    .replaceAll('TEXT', 'text COLLATE "C"')
    .replaceAll(/\) STRICT(?:, WITHOUT ROWID)?;/g, ');');
}

/** The part of `docent_migrations` that says whether a migration of stored data into this database has ended. */
const COPY = 'copy of another store';

export async function isCopyUnfinished(queries: Queries): Promise<boolean> {
  return (await appliedOf(queries, COPY)) === 0;
}

export async function setCopyState(queries: Queries, state: 'unfinished' | 'finished'): Promise<void> {
  await setApplied(queries, COPY, state === 'finished' ? 1 : 0);
}
