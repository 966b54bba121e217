import type { z } from 'zod';
import type { FieldError } from '../../errors.ts';
import { eitherOf, type Said, said } from '../../kernel/said.ts';

const VALUE_LENGTH_MAX = 60;

/**
 * The fault of each field, in words that complete "<field> …".
 *
 * @param part The field's name when the whole is at fault: `body`, `querystring`, …
 */
export function fieldErrors(error: z.core.$ZodError, part: string): FieldError[] {
  return error.issues.flatMap((issue) => {
    const field = issue.path.join('.') || part;
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        field: [...issue.path, key].join('.'),
        message: 'is not a field of this request: check its spelling, or leave it out',
      }));
    }
    return [{ field, message: messageOf(issue) }];
  });
}

function messageOf(issue: z.core.$ZodIssue): Said {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is required'
        : said`must be ${article(issue.expected)}, not ${shown(issue.input)}`;
    case 'too_big':
      return tooBig(issue.origin, String(issue.maximum), size(issue.input));
    case 'too_small':
      if (issue.input === '') return 'must not be empty';
      return tooSmall(issue.origin, String(issue.minimum), size(issue.input));
    case 'invalid_value':
      return said`must be ${eitherOf(issue.values.map(shown))}, not ${shown(issue.input)}`;
    default:
      return issue.message;
  }
}

function tooBig(origin: string, limit: string, given: string): Said {
  if (origin === 'string') return said`must have at most ${limit} characters, not ${given}`;
  if (origin === 'array' || origin === 'set') return said`must have at most ${limit} items, not ${given}`;
  return said`must be at most ${limit}, not ${given}`;
}

function tooSmall(origin: string, limit: string, given: string): Said {
  if (origin === 'string') return said`must have at least ${limit} characters, not ${given}`;
  if (origin === 'array' || origin === 'set') return said`must have at least ${limit} items, not ${given}`;
  return said`must be at least ${limit}, not ${given}`;
}

function size(value: unknown): string {
  if (typeof value === 'string') return String(codePoints(value));
  return Array.isArray(value) ? String(value.length) : shown(value);
}

/** JSON Schema counts characters as code points, so Docent does too. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function article(type: string): string {
  if (type === 'null') return type;
  const name = type === 'int' ? 'integer' : type;
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX)}…` : text;
}
