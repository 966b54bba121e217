import type { SqlValue } from './work.ts';

/** A record as a row has it: lists and objects are JSON, yes and no are 1 and 0. */
export type RowOf<Fields> = { readonly [Name in keyof Fields]: Stored<Fields[Name]> };
type Stored<Value> = Value extends boolean ? 0 | 1 : Value extends object ? string : Value;

/** `doc_id AS "docId", mark`: columns under the names that code has. @param of Alias of the table. */
export function columns(fields: readonly string[], of?: string): string {
  const prefix = of === undefined ? '' : `${of}.`;
  return fields.map((field) => `${prefix}${columnOf(field)} AS "${field}"`).join(', ');
}

/** `(doc_id, mark) VALUES ($1, $2)`: values as of `valuesOf`. */
export function insertion(fields: readonly string[]): string {
  return `(${fields.map(columnOf).join(', ')}) VALUES (${fields.map((_, i) => `$${i + 1}`).join(', ')})`;
}

/** `doc_id = $1, mark = $2`: values as of `valuesOf`. */
export function assignment(fields: readonly string[]): string {
  return fields.map((field, i) => `${columnOf(field)} = $${i + 1}`).join(', ');
}

/** The fields of a record as its row has them, in this order. */
export function valuesOf<Fields extends object>(
  record: Fields,
  fields: readonly (keyof Fields & string)[],
): SqlValue[] {
  return fields.map((field) => {
    const value: unknown = record[field];
    if (typeof value === 'boolean') return value ? 1 : 0;
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as SqlValue);
  });
}

/** The inverse of `valuesOf` for a whole row: a record again, null where it has null. */
export function decoded<Fields>(
  row: RowOf<Fields>,
  of: { booleans: readonly (keyof Fields)[]; json: readonly (keyof Fields)[] },
): Fields {
  const record = { ...row } as Record<keyof Fields, unknown>;
  for (const name of of.booleans) record[name] = row[name] === 1;
  for (const name of of.json) if (row[name] !== null) record[name] = JSON.parse(row[name] as string);
  return record as Fields;
}

function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
