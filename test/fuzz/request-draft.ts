import type { JsonSchema } from './json-schema.ts';

/** What of an OpenAPI document requests are made from. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Reply>>;
  };
}

export interface Operation {
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<Record<string, Reply>>;
}

interface Reply {
  /** Where the reply is described, if several operations have it. */
  readonly $ref?: string;
  readonly headers?: object;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

/** A request as it goes over the wire, and what it was made from. */
export interface RawRequest {
  readonly operation: string;
  /** What is wrong with it. */
  readonly faults: readonly string[];
  readonly bytes: Buffer;
  /** Whether all the bytes that it announces are there. */
  readonly isWhole: boolean;
  readonly isHead: boolean;
}

/** A request that breaks nothing yet; the faults change it. */
export interface Draft {
  method: string;
  path: string;
  query: string;
  headers: [name: string, value: string][];
  body: Buffer | undefined;
  /** Announced instead of the length of the body. */
  framing: 'length' | 'chunked' | 'none' | { readonly announced: string };
  version: string;
}

/** What an operation takes as a body; undefined when it takes none. */
export type BodyOf = { readonly type: string; readonly schema: JsonSchema } | undefined;

/** The bytes of a request, and whether there are as many as it says. */
export function onTheWire({ method, path, query, headers, body, framing, version }: Draft) {
  const content = body ?? Buffer.alloc(0);
  const lines = [`${method} ${path}${query} ${version}`, 'Host: a', 'Connection: close'];
  for (const [name, value] of headers) lines.push(`${name}: ${value}`);
  if (framing === 'length') lines.push(`Content-Length: ${content.length}`);
  else if (framing === 'chunked') lines.push('Transfer-Encoding: chunked');
  else if (framing !== 'none') lines.push(`Content-Length: ${framing.announced}`);
  const sent =
    framing === 'chunked' && content.length > 0
      ? Buffer.concat([
          Buffer.from(`${content.length.toString(16)}\r\n`),
          content,
          Buffer.from('\r\n0\r\n\r\n'),
        ])
      : framing === 'chunked'
        ? Buffer.from('0\r\n\r\n')
        : content;
  return {
    bytes: Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), sent]),
    isWhole: framing === 'length' || framing === 'chunked' || framing === 'none',
    isHead: method === 'HEAD',
  };
}
