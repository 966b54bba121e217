import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import Fastify, { type RouteOptions } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isKeyAlwaysNeeded, type KeyRule } from '../access/permissions.ts';
import { openAiErrors, problems } from './openapi.ts';
import { WITHOUT_JSON_SCHEMAS } from './without-json-schemas.ts';

type Json = { [key: string]: unknown };

const DESCRIPTION = `Answers questions from a team's own documents, with citations that can be checked.

- Field names are snake_case, times RFC 3339 in UTC, ids opaque.
- Errors are RFC 9457 problems; under \`/v1\` they have OpenAI's shape. \`code\` is stable, and each is explained at [/docs/errors](/docs/errors). A browser
  (\`Accept: text/html\`) gets them as a page.
- Unknown fields are rejected with 422.
- Every response carries \`X-Correlation-Id\`: the request's, if it is 1 to 128 visible ASCII characters, else a new UUIDv7.
- Each client address may make \`RATE_LIMIT_PER_MINUTE\` requests (60 by default) in the minute after its first.
  \`X-RateLimit-*\` on every response gives what is left; beyond it the reply is 429 with \`Retry-After\`. The headers are absent
  without a limit, and while the key-value store is down, so that requests cannot be counted.
- Where \`Idempotency-Key\` is accepted, repeating a request with the same key within 24 hours has no second effect and
  returns the same reply, marked \`Idempotent-Replayed: true\`.
- Lists are paged with \`limit\` and \`cursor\`; pass \`next_cursor\` back unchanged.`;

/** The OpenAPI 3.1 document of the routes, from the schemas that validate their requests. */
export async function apiDocument(routes: readonly RouteOptions[], version: string) {
  const documented = Fastify({ exposeHeadRoutes: false, schemaController: WITHOUT_JSON_SCHEMAS });
  await documented.register(swagger, openApiOptions(version));
  for (const { method, url, schema, config } of routes)
    documented.route({
      method,
      url,
      handler: async () => {},
      ...(schema && { schema }),
      ...(config && { config }),
    });
  await documented.ready();
  return documented.swagger();
}

function openApiOptions(version: string): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Docent',
        version,
        summary: "Question answering over a team's own documents",
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This server' }],
      components: {
        securitySchemes: {
          ApiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-API-Key',
            description:
              "The server's `API_KEY`, or a named key that its operator made. If the server has no `API_KEY`, no key is needed.",
          },
          Bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'The same key, for scrapers of metrics and clients of OpenAI.',
          },
        },
      },
      tags: [
        { name: 'chat', description: 'Questions and answers.' },
        { name: 'search', description: 'Passages without an answer.' },
        { name: 'ingest', description: 'Documents: ingest, list, read, delete.' },
        { name: 'sources', description: 'Places that documents come from, and stay in sync with.' },
        { name: 'openai', description: "Chat and embeddings for clients of OpenAI's API." },
        { name: 'review', description: 'Review of composed answers by people.' },
        { name: 'feedback', description: 'Ratings of answers.' },
        { name: 'quality', description: 'Quality of the answers over time.' },
        { name: 'settings', description: 'The effective settings.' },
        { name: 'access', description: 'Keys, what they permit, and the audit log.' },
        { name: 'health', description: 'Probes and metrics.' },
        { name: 'legacy', description: 'The same operations at their older paths.' },
      ],
    },
    transform: (documented) => schemaTransform({ ...documented, schema: withAccess(documented) }),
    transformObject: (documented) => finished(componentsTransform(documented) as unknown as Json) as never,
  };
}

/** The bounds of JavaScript's integers are no part of the API. */
const zodToJsonConfig = {
  override({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }) {
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  },
};
const schemaTransform = createJsonSchemaTransform({ zodToJsonConfig });
const componentsTransform = createJsonSchemaTransformObject({ zodToJsonConfig });

type Documented = Parameters<typeof schemaTransform>[0];

const IdempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[!-~]{1,128}$/)
    .optional()
    .meta({
      description: 'Unique for each request, preferably a UUID; the same when a request is repeated.',
      examples: ['01939f0e-6c1a-7d3e-9a55-0d1f0a6b7c21'],
    }),
});

/** The ways to authenticate; the empty one where no key need be sent. */
function securityOf(key: KeyRule, isBearer: boolean): { ApiKey?: []; Bearer?: [] }[] {
  return [
    ...(isKeyAlwaysNeeded(key) ? [] : [{}]),
    { ApiKey: [] },
    ...(isBearer ? [{ Bearer: [] as [] }] : []),
  ];
}

/**
 * Malformed, too slow, too many, headers too large, a bug, the server is stopping, the deadline: possible for any request.
 */
const ANY_REQUEST = [400, 408, 429, 431, 500, 503, 504];

/** Adds what a route's `config` and the server itself imply for clients. */
function withAccess({ schema, route }: Documented): Documented['schema'] {
  if (!schema || schema.hide) return schema;
  const { key, bearer, idempotent, errorShape } = route.config ?? {};
  const refusals = errorShape === 'openai' ? openAiErrors : problems;
  const mayHaveBody = route.method !== 'GET';
  return {
    ...schema,
    ...(key && { security: securityOf(key, bearer === true) }),
    ...(idempotent && { headers: IdempotencyHeaders }),
    response: {
      ...(schema.response as object),
      ...refusals(
        ...ANY_REQUEST,
        ...(key ? [401, 403] : []),
        ...(idempotent ? [409] : []),
        ...(mayHaveBody ? [413, 415] : []),
        ...(mayHaveBody || schema.querystring ? [422] : []),
      ),
    },
  };
}

/** Drops unreferenced schemas, restores the names of request schemas, adds the headers, and shares the refusals. */
function finished(document: Json): Json {
  const result = structuredClone(document);
  const components = result.components as { schemas: Json };
  const used = reachable(result.paths, components.schemas);
  // Each schema exists twice: `X` for responses and `XInput` for requests.
  const nameOf = (name: string) => {
    const original = name.replace(/Input$/, '');
    return used.has(original) ? name : original;
  };
  for (const object of objectsIn(result)) {
    const name = referredSchema(object);
    if (name !== undefined) object.$ref = SCHEMAS + nameOf(name);
  }
  const schemas = [...used].sort().map((name) => [nameOf(name), components.schemas[name]]);
  const responses: Json = {};
  for (const operation of operationsOf(result)) {
    describeOptionalBody(operation);
    describeResponses(operation, responses);
  }
  const headers = RESPONSE_HEADERS;
  result.components = { ...components, schemas: Object.fromEntries(schemas), responses, headers };
  return result;
}

const SCHEMAS = '#/components/schemas/';

/** Names of the schemas reachable from `root`. */
function reachable(root: unknown, schemas: Json, seen = new Set<string>()): Set<string> {
  for (const object of objectsIn(root)) {
    const name = referredSchema(object);
    if (name === undefined || seen.has(name)) continue;
    seen.add(name);
    reachable(schemas[name], schemas, seen);
  }
  return seen;
}

function referredSchema({ $ref }: Json): string | undefined {
  return typeof $ref === 'string' && $ref.startsWith(SCHEMAS) ? $ref.slice(SCHEMAS.length) : undefined;
}

/** All objects in a JSON value, itself included. */
function* objectsIn(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const part of Object.values(value)) yield* objectsIn(part);
}

const RESPONSE_HEADERS = {
  CorrelationId: {
    description: 'Identifies the request in the log; equals `meta.correlation_id` of an answer.',
    schema: { type: 'string', maxLength: 128 },
  },
  RateLimitLimit: {
    description: 'Requests allowed per minute and client address.',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimitRemaining: {
    description: 'Requests left in this minute.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimitReset: {
    description: 'When the minute ends, in seconds since the epoch.',
    schema: { type: 'integer' },
  },
  RetryAfter: {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 1 },
  },
  WwwAuthenticate: {
    description: 'How to authenticate.',
    schema: { type: 'string' },
  },
  Location: {
    description: 'Where to poll the progress.',
    schema: { type: 'string', examples: ['/api/v1/ingest/status/visitor-handbook'] },
  },
} as const;

/** OpenAPI describes an optional body as not required, not as null. */
function describeOptionalBody(operation: Json): void {
  const body = operation.requestBody as { required: boolean; content: { [type: string]: Json } } | undefined;
  for (const content of Object.values(body?.content ?? {})) {
    const [schema, or] = (content.schema as { anyOf?: Json[] }).anyOf ?? [];
    if (!body || !schema || or?.type !== 'null') continue;
    content.schema = schema;
    body.required = false;
  }
}

const SUCCESS: Readonly<Record<string, string>> = { 200: 'OK', 201: 'Created', 202: 'Accepted' };

/** Headers of particular statuses, beside those of every response. */
const STATUS_HEADERS: Readonly<Record<string, readonly [name: string, component: HeaderComponent]>> = {
  202: ['Location', 'Location'],
  401: ['WWW-Authenticate', 'WwwAuthenticate'],
  429: ['Retry-After', 'RetryAfter'],
  503: ['Retry-After', 'RetryAfter'],
};

type HeaderComponent = keyof typeof RESPONSE_HEADERS;

/** Adds the headers, and moves what refuses a request to `shared`: most operations have the same refusals. */
function describeResponses(operation: Json, shared: Json): void {
  const responses = operation.responses as { [status: string]: Json };
  for (const [status, response] of Object.entries(responses)) {
    if (response.description === 'Default Response') response.description = SUCCESS[status];
    const [header, component] = STATUS_HEADERS[status] ?? [];
    response.headers = {
      'X-Correlation-Id': headerAt('CorrelationId'),
      'X-RateLimit-Limit': headerAt('RateLimitLimit'),
      'X-RateLimit-Remaining': headerAt('RateLimitRemaining'),
      'X-RateLimit-Reset': headerAt('RateLimitReset'),
      ...(header && { [header]: headerAt(component!) }),
    };
    const [body] = Object.values(response.content ?? {}) as { schema: Json }[];
    const refusal = Number(status) >= 400 && body && referredSchema(body.schema);
    if (refusal !== 'Problem' && refusal !== 'OpenAiError') continue;
    const name = `${refusal}${component ? `With${component}` : ''}`;
    shared[name] = response;
    responses[status] = { $ref: `#/components/responses/${name}` };
  }
}

function headerAt(component: HeaderComponent) {
  return { $ref: `#/components/headers/${component}` };
}

function operationsOf(document: Json): Json[] {
  return Object.values(document.paths as { [path: string]: { [method: string]: Json } }).flatMap((path) =>
    Object.values(path),
  );
}
