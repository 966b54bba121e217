import type { z } from 'zod';
import { RefusedError } from '../../errors.ts';
import { fieldErrors } from './field-errors.ts';

/** Validates a part of a request, such as `body`, with its schema; the refusal names every field at fault. */
export function validatorOf(schema: z.ZodType, part: string) {
  if (part === 'headers') return headersValidator(schema as z.ZodObject);
  return (value: unknown) => {
    const result = schema.safeParse(value, { reportInput: true });
    if (result.success) return { value: result.data };
    return {
      error: new RefusedError({ code: 'validation_failed', errors: fieldErrors(result.error, part) }),
    };
  };
}

/** Validates the named headers and leaves all as they are: copying them takes longer than validating. */
function headersValidator(schema: z.ZodObject) {
  const named = schema.strip();
  return (value: unknown) =>
    // The only header that is validated.
    named.safeParse(value).success ? {} : { error: new RefusedError({ code: 'invalid_user_id' }) };
}
