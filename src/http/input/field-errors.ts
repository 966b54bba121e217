import type { z } from 'zod';
import type { FieldError } from '../../errors.ts';

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

function messageOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is required'
        : `must be ${article(issue.expected)}, not ${shown(issue.input)}`;
    case 'too_big':
      return `must ${bound(issue.origin, 'at most', issue.maximum)}, not ${size(issue.input)}`;
    case 'too_small':
      if (issue.input === '') return 'must not be empty';
      return `must ${bound(issue.origin, 'at least', issue.minimum)}, not ${size(issue.input)}`;
    case 'invalid_value':
      return `must be ${issue.values.map((value) => shown(value)).join(' or ')}, not ${shown(issue.input)}`;
    default:
      return issue.message;
  }
}

function bound(origin: string, relation: string, limit: number | bigint): string {
  if (origin === 'string') return `have ${relation} ${limit} characters`;
  if (origin === 'array' || origin === 'set') return `have ${relation} ${limit} items`;
  return `be ${relation} ${limit}`;
}

function size(value: unknown): string {
  return typeof value === 'string' || Array.isArray(value) ? String(value.length) : shown(value);
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
