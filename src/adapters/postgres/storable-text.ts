/**
 * PostgreSQL's text is UTF-8 without U+0000, JavaScript's strings are UTF-16 that may hold lone surrogates. These and
 * the escape itself are written as the escape and four hexadecimal digits.
 */
const ESCAPE = '\x1a'; // SUBSTITUTE: no text has a use for it.
const UNSTORABLE = new RegExp(`[\\0${ESCAPE}]|\\p{Surrogate}`, 'gu');
const ESCAPED = new RegExp(`${ESCAPE}([0-9a-f]{4})`, 'g');

export function storableText(text: string): string {
  return text.replace(UNSTORABLE, (unit) => ESCAPE + unit.charCodeAt(0).toString(16).padStart(4, '0'));
}

/** The inverse of `storableText`. */
export function restoredText(stored: string): string {
  if (!stored.includes(ESCAPE)) return stored;
  return stored.replace(ESCAPED, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** Parameters of a statement, with storable texts; the driver makes array literals of lists. */
export function storableValues(values: readonly unknown[]): unknown[] {
  return values.map((value) => {
    if (typeof value === 'string') return storableText(value);
    return Array.isArray(value) ? storableValues(value) : value;
  });
}

/** A row as it was before its texts were made storable. */
export function restoredRow<Row extends object>(row: Row): Row {
  for (const [column, value] of Object.entries(row))
    if (typeof value === 'string' && value.includes(ESCAPE))
      Object.assign(row, { [column]: restoredText(value) });
  return row;
}
