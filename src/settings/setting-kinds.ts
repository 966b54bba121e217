import { z } from 'zod';
import { type Said, said } from '../kernel/said.ts';

/** A setting. `.env.example`, `docs/reference/settings.md`, `docent config` and the error messages are generated from it. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** Default, as written in the environment. */
  readonly fallback: string;
  /** The accepted values; completes the sentence "<name> takes …". */
  readonly takes: Said;
  readonly explains: string;
  readonly schema: Schema;
  /** Its value is never shown. */
  readonly secret?: true;
}

export function text(name: string, fallback: string, explains: string) {
  return { name, fallback, explains, takes: 'text', schema: z.string() };
}

/** Of the characters that a header can carry. */
export function secret(name: string, explains: string, charactersMax = 512) {
  const schema = z
    .string()
    .regex(/^[!-~]*$/)
    .max(charactersMax);
  const takes = said`up to ${charactersMax} visible ASCII characters`;
  return { name, fallback: '', explains, takes, schema, secret: true as const };
}

export function yesOrNo(name: string, fallback: 'true' | 'false', explains: string) {
  const schema = z.stringbool({ truthy: ['true', '1', 'yes', 'on'], falsy: ['false', '0', 'no', 'off'] });
  return { name, fallback, explains, takes: 'true | false', schema };
}

interface Range {
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
}

export function whole(name: string, explains: string, { fallback, min, max }: Range) {
  const schema = z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));
  const takes = said`a whole number from ${min} to ${max}`;
  return { name, fallback: String(fallback), explains, takes, schema };
}

export function number(name: string, explains: string, { fallback, min, max }: Range) {
  const schema = z
    .string()
    .regex(/^\d*\.?\d+$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));
  const takes = said`a number from ${min} to ${max}`;
  return { name, fallback: String(fallback), explains, takes, schema };
}

/** A calendar date in UTC, or none. */
export function date(name: string, explains: string) {
  const schema = z.union([z.literal(''), z.iso.date()]);
  return { name, fallback: '', explains, takes: 'a date such as 2027-12-31', schema };
}

export function oneOf<const Words extends readonly [string, ...string[]]>(
  name: string,
  fallback: Words[number],
  words: Words,
  explains: string,
) {
  const takes = words.length === 1 ? said`only ${words[0]}` : words.join(' | ');
  return { name, fallback, explains, takes, schema: z.string().toLowerCase().pipe(z.enum(words)) };
}

export function list(
  name: string,
  fallback: string,
  isItem: (text: string) => boolean,
  items: string,
  explains: string,
  { isCased = false }: { isCased?: boolean } = {},
) {
  const item = z.string().trim();
  const schema = z
    .string()
    .transform(listOf)
    .pipe(z.array((isCased ? item : item.toLowerCase()).refine(isItem)).readonly());
  return { name, fallback, explains, takes: said`${items}, as a JSON list or separated by commas`, schema };
}

/** A list that is never shown. */
export function secretList(name: string, isItem: (text: string) => boolean, items: string, explains: string) {
  return { ...list(name, '[]', isItem, items, explains, { isCased: true }), secret: true as const };
}

/** A list as JSON or comma-separated text; the schema validates its items. */
function listOf(value: string): unknown {
  return value.startsWith('[') ? jsonOf(value) : value.split(',').filter((item) => item.trim() !== '');
}

/** Undefined, which no schema accepts, for text that is not JSON. */
export function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Without a trailing slash; may be empty. */
export function httpUrl(name: string, explains: string) {
  const schema = z
    .string()
    .refine((value) => value === '' || isHttpUrl(value))
    .transform((value) => value.replace(/\/+$/, ''));
  return {
    name,
    fallback: '',
    explains,
    takes: 'a URL such as http://localhost:11434/v1, without user and password',
    schema,
  };
}

function isHttpUrl(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  // A user and a password would not be sent.
  return url.search === '' && url.hash === '' && url.username === '' && url.password === '';
}

/** The values of `name=value` entries, by name. */
export function pairsOf(entries: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
}
