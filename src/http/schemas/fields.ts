import { z } from 'zod';
import { present } from '../../kernel/present.ts';
import { codePoints } from '../input/field-errors.ts';

/** Fields shared by several requests. */

export const USER_ID_PATTERN = /^[A-Za-z0-9_.@-]{1,128}$/;

/** @param description What the id is used for. Others than `X-User-Id` are ignored. */
export function userHeaders(description: string) {
  return z.looseObject({
    'x-user-id': z
      .string()
      .regex(/^[A-Za-z0-9_.@-]{0,128}$/)
      .optional()
      .meta({ description, examples: ['ada@example.org'] }),
  });
}

export const DocId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,128}$/, 'must be 1 to 128 characters of A-Z, a-z, 0-9, _ and -')
  .meta({ description: 'Id of a document.', examples: ['visitor-handbook'] });

export const Tag = text({ max: 100 });
export const Tags = z.array(Tag).max(50);

/** Query fields of a list that is read in pages. */
export const Page = {
  limit: inDecimal(z.int().min(1).max(200).default(50)),
  /** Any text here: an invalid cursor has an error of its own, other than an invalid field. */
  cursor: z.string().optional().meta({ description: '`next_cursor` of the previous page.' }),
};
export const PageQuery = z.strictObject(Page);

export const NextCursor = z.string().nullable().meta({ description: 'Null on the last page.' });

export const Count = z.int().min(0);

/** @param description What the items are, and in which order. */
export function listOf<Fields extends z.ZodRawShape>(description: string, fields: Fields) {
  return z.array(z.strictObject(fields)).meta({ description });
}

/** The id in a path. It may be any text: an id that nothing can have is unknown, a 404 and not a 422. */
export function idInPath<Name extends string>(name: Name, example: string) {
  const id = z.string().meta({ examples: [example] });
  return z.object({ [name]: id } as Record<Name, typeof id>);
}

/** An object that the API document describes under a name. */
export function named<Fields extends z.ZodRawShape>(id: string, fields: Fields) {
  return z.strictObject(fields).meta({ id });
}

/** A page of the list in `fields`. */
export function pageOf<Fields extends z.ZodRawShape>(id: string, fields: Fields) {
  const total = Count.meta({ description: 'Over all pages.' });
  return named(id, { ...fields, next_cursor: NextCursor, total });
}

export const Grounded = z.enum(['supported', 'partial', 'unsupported']);

export const Timings = z.strictObject({
  retrieve: z.number().min(0),
  generate: z.number().min(0),
  total: z.number().min(0),
});

export const Usage = z.strictObject({ prompt_tokens: Count, completion_tokens: Count });

/** @param timings In milliseconds. */
export function timingsOf({ retrieve, generate, total }: z.output<typeof Timings>): z.output<typeof Timings> {
  return { retrieve: hundredths(retrieve), generate: hundredths(generate), total: hundredths(total) };
}

export const Time = z.iso.datetime();

/** @param ms Milliseconds since the epoch. */
export function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}

export function hundredths(ms: number): number {
  return Math.round(ms * 100) / 100;
}

export const Instant = z.iso.datetime({
  offset: true,
  error: 'must be a time such as 2027-12-31T00:00:00Z',
});

/** A time range to filter by, both ends optional; each is an RFC 3339 date and time. */
export const FromTo = {
  from: Instant.optional().meta({
    description: 'At or after this time.',
    examples: ['2026-11-21T00:00:00Z'],
  }),
  to: Instant.optional().meta({
    description: 'Before this time.',
    examples: ['2026-11-22T00:00:00Z'],
  }),
};

/** The range in milliseconds since the epoch; absent ends stay absent. */
export function timeSpan({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  return present({
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
  });
}

/**
 * Refuses a field that came under both of its names, or under none where it is required.
 *
 * @param options.is What the other name is.
 */
export function refuseBothNames<Fields extends object>(
  fields: Fields,
  [name, other]: readonly [name: keyof Fields & string, other: keyof Fields & string],
  options: { context: z.core.$RefinementCtx; is?: string; isRequired?: boolean },
): void {
  const { context, is = 'older name', isRequired = false } = options;
  const given = [name, other].filter((each) => fields[each] !== undefined).length;
  const complain = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (given === 2) complain(other, `is the ${is} of ${name}: give one of them`);
  if (given === 0 && isRequired) complain(name, 'is required');
}

/** Text of one line or several, trimmed, `min` to `max` characters (code points). */
export function text({ min = 1, max }: { min?: 0 | 1; max: number }) {
  return z
    .string()
    .overwrite((text) => text.toWellFormed().trim())
    .min(min)
    .check(({ value: input, issues }) => {
      if (codePoints(input) > max) issues.push({ code: 'too_big', origin: 'string', maximum: max, input });
    })
    .meta({ ...(min > 0 && { minLength: min }), maxLength: max });
}

/** A number in a query, written in decimal: `z.coerce` would also take "", " 5", "0x10" and "1e2". */
export function inDecimal<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value),
    schema,
  );
}
