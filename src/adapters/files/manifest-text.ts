import { z } from 'zod';
import type { Manifest, NamedOriginal } from '../../ports/manifest.ts';

const FORMAT = 1;

const Time = z.codec(z.iso.datetime(), z.number(), {
  decode: (text) => Date.parse(text),
  encode: (time) => new Date(time).toISOString(),
});

/** A manifest in its file, where names are in snake_case. */
const ManifestFile = z.object({
  format: z.literal(FORMAT),
  docId: z.string().regex(/^[A-Za-z0-9_-]{1,128}$/),
  contentHash: z.string().regex(/^[0-9a-f]{64}$/),
  kind: z.enum(['document', 'approved_answer']),
  title: z.string().nullable(),
  tags: z.array(z.string()),
  version: z.int().positive(),
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('upload'), filename: z.string() }),
    z.object({ kind: z.literal('url'), url: z.string(), filename: z.string().exactOptional() }),
    z.object({ kind: z.literal('review'), entryId: z.string(), filename: z.string() }),
  ]),
  mediaType: z.string(),
  isFailed: z.boolean(),
  createdAt: Time,
});

/** A manifest as a JSON file. */
export function manifestText(manifest: Manifest): string {
  const file = z.encode(ManifestFile, { ...manifest, tags: [...manifest.tags], format: FORMAT });
  return `${JSON.stringify(renamed(file, snakeCase), undefined, 2)}\n`;
}

/** Undefined unless it is a manifest of this document and content, in the format of this version. */
export function manifestIn(text: string | undefined, of: NamedOriginal): Manifest | undefined {
  const read = ManifestFile.safeParse(renamed(parsed(text), camelCase));
  if (!read.success || read.data.docId !== of.docId || read.data.contentHash !== of.contentHash)
    return undefined;
  const { format: _, ...manifest } = read.data;
  return manifest;
}

function parsed(text: string | undefined): unknown {
  try {
    return text && JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** With other names of its fields, and of those of objects in it. */
function renamed(value: unknown, nameOf: (name: string) => string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => [nameOf(name), renamed(field, nameOf)]);
  return Object.fromEntries(fields);
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
