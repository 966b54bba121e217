import { tmpdir } from 'node:os';
import { after } from 'node:test';
import { openParserPool } from '../src/adapters/parsing/parser-pool.ts';
import type { DocumentPreparer } from '../src/ports/document-preparer.ts';

type Options = Parameters<typeof openParserPool>[0];

const pools = new Map<string, DocumentPreparer>();

// When all files of the process are through.
after(() => Promise.all([...pools.values()].map((pool) => pool[Symbol.asyncDispose]())));

/**
 * Parser processes that all servers with the same settings of parsers use, one after the other: a start of one takes half
 * a second of the processor. They may read the folders of all tests.
 */
export function openCommonParsers(options: Options): DocumentPreparer {
  const { processes, timeoutMs, heapMb, recognise } = options;
  const key = JSON.stringify({ processes, timeoutMs, heapMb, recognises: recognise !== undefined });
  const pool =
    pools.get(key) ?? openParserPool({ ...options, readable: [...(options.readable ?? []), tmpdir()] });
  pools.set(key, pool);
  return { prepare: pool.prepare, [Symbol.asyncDispose]: async () => {} };
}
