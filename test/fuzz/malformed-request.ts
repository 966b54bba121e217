import fc from 'fast-check';
import { BOUNDARY, filePart, formOf } from './form-parts.ts';
import { allowed, type JsonSchema } from './json-schema.ts';
import { type ApiDocument, type BodyOf, type Draft, onTheWire, type RawRequest } from './request-draft.ts';
import { faultsOf } from './request-faults.ts';

/** What is served beside the operations. */
const PAGES = ['/docs', '/docs/errors', '/openapi.json'];

/** Requests of every operation of the document, each with one to three faults; now and then they are none. */
export function malformedRequests(api: ApiDocument): fc.Arbitrary<RawRequest> {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const pages: typeof operations = PAGES.map((path) => ({
    path,
    method: 'GET',
    operation: { responses: { 200: {} } },
  }));
  const weighted = [...operations, ...pages].map((of) => ({
    arbitrary: fc.constant(of),
    weight: of.operation.requestBody ? 3 : 1,
  }));
  return fc.oneof(...weighted).chain(({ path, method, operation }) => {
    const content = Object.entries(operation.requestBody?.content ?? {})[0];
    const body = content && { type: content[0], schema: resolved(api, content[1].schema) };
    const faults = faultsOf(operation, body).map((list) => list.toSorted((a, b) => a.stage - b.stage));
    return fc.tuple(validDraft(path, method, body), faults).map(([draft, list]) => {
      const drafted = structuredClone(draft);
      drafted.body = draft.body && Buffer.from(draft.body);
      for (const { change } of list) change(drafted);
      return {
        operation: `${method} ${path}`,
        faults: list.map(({ name }) => name),
        ...onTheWire(drafted),
      };
    });
  });
}

function validDraft(path: string, method: string, body: BodyOf): fc.Arbitrary<Draft> {
  const id = fc.constantFrom('nobody', 'castle', 'a'.repeat(128));
  const content = body === undefined ? fc.constant(undefined) : validBody(body);
  return fc.record({ id, content }).map(({ id, content }) => ({
    method,
    path: path.replace(/\{\w+\}/g, id),
    query: '',
    headers: body === undefined ? [] : [['Content-Type', typeOf(body.type)]],
    body: content,
    framing: content === undefined ? 'none' : 'length',
    version: 'HTTP/1.1',
  }));
}

function validBody({ type, schema }: NonNullable<BodyOf>): fc.Arbitrary<Buffer> {
  if (type === 'application/json') return allowed(schema).map((value) => Buffer.from(JSON.stringify(value)));
  return fc.constantFrom('# A\n\nText.', 'Some text.').map((text) => formOf([filePart(text, 'a.md')]));
}

function typeOf(type: string): string {
  return type === 'application/json' ? type : `${type}; boundary=${BOUNDARY}`;
}

function resolved(api: ApiDocument, schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : api.components.schemas[name]!;
}
