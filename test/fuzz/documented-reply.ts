import assert from 'node:assert/strict';
import { z } from 'zod';
import type { RawResponse } from '../http-exchange.ts';
import type { ApiDocument, Operation } from './request-draft.ts';

/** Fails unless the reply is one that the document has for the operation. */
type AssertDocumented = (operation: Operation, reply: RawResponse, about: string) => void;

/** Checks status, headers, media type and the JSON of replies against the API document. */
export function documentedReplies(api: ApiDocument): AssertDocumented {
  const $defs = atDefinitions(api.components.schemas) as Record<string, z.core.JSONSchema.JSONSchema>;
  const validators = new Map<object, z.ZodType>();

  function validatorOf(schema: object): z.ZodType {
    const known = validators.get(schema);
    if (known) return known;
    const made = z.fromJSONSchema({ ...(atDefinitions(schema) as object), $defs });
    validators.set(schema, made);
    return made;
  }

  return (operation, { status, headers, body }, about) => {
    const given = operation.responses[status];
    const documented = given?.$ref ? api.components.responses[given.$ref.split('/').at(-1)!] : given;
    assert.ok(documented, `not documented: ${about}`);
    for (const name of Object.keys(documented.headers ?? {}))
      assert.ok(headers.has(name.toLowerCase()), `without ${name}: ${about}`);
    if (body.length === 0) return;
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    const content = documented.content ?? {};
    // An original comes under its own type.
    assert.ok(type in content || 'application/octet-stream' in content, `of another type: ${about}`);
    if (!type.endsWith('json') || !content[type]) return;
    const { error } = validatorOf(content[type].schema).safeParse(JSON.parse(body.toString()));
    assert.equal(error, undefined, `${error && z.prettifyError(error)}: ${about}`);
  };
}

/** The operation that a request line meets; undefined when it meets none. */
export function operationAt(api: ApiDocument, requestLine: string): Operation | undefined {
  const [method = '', target = ''] = requestLine.split(' ');
  const segments = decoded(target.split('?', 1)[0]!).split('/');
  const isAt = (template: string) => {
    const parts = template.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, i) => part === segments[i] || isParameter(part, segments[i]!))
    );
  };
  const [path] = Object.keys(api.paths)
    .filter(isAt)
    .sort((a, b) => parametersIn(a) - parametersIn(b));
  return path === undefined ? undefined : api.paths[path]![method === 'HEAD' ? 'get' : method.toLowerCase()];
}

function isParameter(part: string, segment: string): boolean {
  return part.startsWith('{') && segment !== '';
}

function parametersIn(path: string): number {
  return path.split('{').length;
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Schemas of JSON Schema alone know no components. */
function atDefinitions(value: object): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', '#/$defs/'));
}
