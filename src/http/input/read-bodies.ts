import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { RefusedError } from '../../errors.ts';
import type { Limits } from '../limits.ts';
import { announcesBody, bodyUnderway } from '../requests/lingering-close.ts';
import { fieldErrors } from './field-errors.ts';
import { parseJsonBody } from './json-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Body type of the route, when it is not JSON. */
    bodyType?: string;
  }
}

export const JSON_TYPE = 'application/json';

/** Reads bodies as JSON, within the limits, and validates every part of a request with its route's schema. */
export function readBodies(
  app: FastifyInstance,
  limits: Pick<Limits, 'jsonTimeoutMs' | 'jsonDepthMax'>,
): void {
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (bodyUnderway(request) && request.routeOptions.config.bodyType === undefined) {
      const refuse = () => reply.send(new RefusedError({ code: 'request_timeout' }));
      const timer = setTimeout(refuse, limits.jsonTimeoutMs);
      request.raw.once('close', () => clearTimeout(timer));
      request.raw.once('end', () => clearTimeout(timer));
    }
    done();
  });
  // The type of an empty body is meaningless; Fastify would decline any but JSON.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (!announcesBody(request) && !needsBody(request)) delete request.headers['content-type'];
    done();
  });
  // No body is unpacked: a small one could hold gigabytes.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const coding = request.headers['content-encoding'] || 'identity';
    if (coding.toLowerCase() === 'identity' || !announcesBody(request)) return done();
    const contentType = `Content-Encoding: ${coding.slice(0, 100)}`;
    const accepted = `${request.routeOptions.config.bodyType ?? JSON_TYPE} without Content-Encoding`;
    reply.header('accept-encoding', 'identity');
    done(new RefusedError({ code: 'unsupported_content_type', contentType, accepted }));
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    JSON_TYPE,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length === 0 && !needsBody(request)) return undefined;
      const value = parseJsonBody(body, { depthMax: limits.jsonDepthMax });
      // Where no body is read, a field is a mistake of the client and must not be silently ignored.
      const { error } = request.routeOptions.schema?.body === undefined ? NO_FIELDS(value) : {};
      if (error) throw error;
      return value;
    },
  );
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => validatorOf(schema, httpPart ?? 'body'));
}

/** Whether the route cannot do without a body. */
function needsBody({ routeOptions }: FastifyRequest): boolean {
  const body = routeOptions.schema?.body as z.ZodType | undefined;
  return body !== undefined && !body.safeParse(undefined).success;
}

const NO_FIELDS = validatorOf(z.strictObject({}).nullable(), 'body');

/** Validates a part of a request, such as `body`, with its schema; the refusal names every field at fault. */
function validatorOf(schema: z.ZodType, part: string) {
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
