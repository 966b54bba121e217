import fc from 'fast-check';

/** As much of JSON Schema as the API document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

/** A value that the schema allows. */
export function allowed(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { minimum = 0, maximum = minimum + 10, maxLength = 30 } = schema;
  switch (schema.type) {
    case 'integer':
      return fc.integer({ min: minimum, max: maximum });
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'array':
      return fc.array(allowed(schema.items!), { maxLength: 3 });
    case 'object':
      return fc.record(mapped(schema.properties!, allowed), { requiredKeys: [] });
    default:
      return schema.pattern === undefined
        ? fc.string({ minLength: 1, maxLength: Math.min(30, maxLength), unit: 'grapheme' })
        : fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(...'abcXYZ019_-') });
  }
}

/** A value that looks as if it were meant for the schema and breaks it, by its bounds or by its type. */
export function broken(schema: JsonSchema): fc.Arbitrary<unknown> {
  const anything = fc.oneof(
    fc.constantFrom(null, true, -1, 0.5, 1e21, '', ' ', '\u0000', '\ud800', [], {}, [[]], ['__proto__']),
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    hostileText,
  );
  const { minimum, maximum, maxLength, maxItems, items } = schema;
  const beyond: unknown[] = [];
  if (minimum !== undefined) beyond.push(minimum - 1, minimum - 0.5, -1e308);
  if (maximum !== undefined) beyond.push(maximum + 1, maximum + 0.5, 1e308, String(maximum));
  if (maxLength !== undefined) beyond.push('x'.repeat(maxLength + 1), '🙂'.repeat(maxLength + 1));
  if (maxItems !== undefined) beyond.push(Array.from({ length: maxItems + 1 }, () => 'a'));
  if (schema.enum) beyond.push(String(schema.enum[0]).toUpperCase(), [schema.enum[0]]);
  if (schema.pattern !== undefined) beyond.push('../a', 'a b', 'é', 'x'.repeat(129), 'a\n', 'a\u0000');
  if (items) beyond.push({ 0: 'a' }, 'a');
  return fc.oneof(anything, ...(beyond.length > 0 ? [fc.constantFrom(...beyond)] : []));
}

/** Text that has broken other servers. */
export const hostileText = fc.constantFrom(
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  "'; DROP TABLE documents; --",
  '" OR 1=1 --',
  '* NEAR(a b, 5) "',
  '<script>alert(1)</script>',
  '{{7*7}}#{7*7}<%= 7*7 %>',
  '%00%0d%0aX-Injected: 1',
  'a\r\nX-Injected: 1',
  '\u202eabc\u2066\u200b\ufeff',
  'Ω'.repeat(500),
  '__proto__',
  'constructor',
  'http://127.0.0.1/',
  'http://[::ffff:127.0.0.1]:80/',
  'file:///etc/passwd',
  '(a+)+$',
  '🏴‍☠️'.repeat(30),
  'A'.repeat(5_000),
  'true',
  '1e999',
  'NaN',
);

function mapped<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
