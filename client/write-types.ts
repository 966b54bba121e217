/** Writes client/openapi.ts, the types of the API, from docs/reference/openapi.json, unless it is newer than that and this. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import openapiTs, { astToString } from 'openapi-typescript';

const DOCUMENT = new URL('../docs/reference/openapi.json', import.meta.url);
const TYPES = new URL('openapi.ts', import.meta.url);

const writtenAtMs = statSync(TYPES, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const madeFrom = [DOCUMENT, new URL(import.meta.url)];
if (madeFrom.some((file) => writtenAtMs < statSync(file).mtimeMs)) {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
  for (const [path, operations] of Object.entries<Record<string, Operation>>(document.paths)) {
    // Errors are thrown, and the older paths under /api/ are another name of the same.
    for (const { responses } of Object.values(operations))
      for (const status of Object.keys(responses)) if (Number(status) >= 400) delete responses[status];
    if (Object.values(operations).some(({ deprecated }) => deprecated)) delete document.paths[path];
  }
  // Which properties go together is no type, and would make the whole unknown.
  for (const schema of Object.values<Schema>(document.components.schemas))
    if (schema.properties) delete schema.anyOf;
  const types = await openapiTs(document, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    // A request may leave out what has a default.
    defaultNonNullable: false,
  });
  writeFileSync(TYPES, astToString(types));
}

interface Schema {
  readonly properties?: unknown;
  anyOf?: unknown;
}

interface Operation {
  readonly deprecated?: boolean;
  readonly responses: Record<string, unknown>;
}
