import { z } from 'zod';

/** Fields that several requests have in common. */

export const USER_ID_PATTERN = /^[A-Za-z0-9_.@-]{1,128}$/;

export const DocId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,128}$/, 'must be 1 to 128 characters of A-Z, a-z, 0-9, _ and -')
  .meta({ description: 'Id of a document.', examples: ['visitor-handbook'] });

export const Tag = line({ max: 100 });

const Instant = z.iso.datetime({ offset: true });

/** A time to narrow a list to, both ends optional; each is a date and time of RFC 3339. */
export const FromTo = {
  from: Instant.optional().meta({
    description: 'Of this time on.',
    examples: ['2026-11-21T00:00:00Z'],
  }),
  to: Instant.optional().meta({
    description: 'Before this time.',
    examples: ['2026-11-22T00:00:00Z'],
  }),
};

/** The same in milliseconds since the epoch; what is absent stays so. */
export function timeSpan({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  return {
    ...(from !== undefined && { from: Date.parse(from) }),
    ...(to !== undefined && { to: Date.parse(to) }),
  };
}

/** One line of text, trimmed, 1 to `max` characters (code points). */
export function line({ max }: { max: number }) {
  return text({ max });
}

/** Text of one line or several, trimmed, 1 to `max` characters (code points). */
export function text({ max }: { max: number }) {
  return z
    .string()
    .overwrite((text) => text.toWellFormed().trim())
    .min(1)
    .refine((text) => codePoints(text) <= max, {
      error: ({ input }) => `must have at most ${max} characters, not ${codePoints(input as string)}`,
    })
    .meta({ minLength: 1, maxLength: max });
}

/** JSON Schema counts characters as code points; so do we. */
function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
