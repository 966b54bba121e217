/**
 * What is to be done in a database: it yields one statement after another, and gets the rows of each. SQLite does it at
 * once, PostgreSQL while others wait.
 */
export type Work<Result> = Generator<Statement, Result, readonly unknown[]>;

export interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** A list is of one column of several rows; where a database takes none, no statement of its driver has one. */
export type SqlValue = SqlScalar | readonly (SqlScalar | undefined)[];
type SqlScalar = string | number | null | Uint8Array;

/** Does work that SQLite and PostgreSQL both understand. Disposing of it closes its connection. */
export interface SqlDatabase extends AsyncDisposable {
  /** Outside of any change: it sees what is committed. */
  read<T>(work: () => Work<T>): Promise<T>;
  /** As one atomic change. `relaxed`: a crash may lose it. */
  write<T>(work: () => Work<T>, durability?: 'relaxed'): Promise<T>;
  /** Resolves when it can be used at this moment. */
  ping(signal: AbortSignal): Promise<void>;
}

/** The rows of a statement, typed by the caller's SQL. */
export function* rowsOf<Row>(sql: string, values: readonly SqlValue[] = []): Work<Row[]> {
  return (yield { sql, values }) as Row[];
}

export function* firstOf<Row>(sql: string, values: readonly SqlValue[] = []): Work<Row | undefined> {
  const [row] = yield* rowsOf<Row>(sql, values);
  return row;
}

/** The result of a statement that counts as `total`. */
export function* totalOf(sql: string, values: readonly SqlValue[] = []): Work<number> {
  const row = yield* firstOf<{ total: number }>(sql, values);
  return row!.total;
}
