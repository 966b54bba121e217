import { z } from 'zod';
import type { Manifest, NamedOriginal } from '../../ports/manifest.ts';

const FORMAT = 1;

const ManifestFile = z.object({
  format: z.literal(FORMAT),
  doc_id: z.string().regex(/^[A-Za-z0-9_-]{1,128}$/),
  content_hash: z.string().regex(/^[0-9a-f]{64}$/),
  kind: z.enum(['document', 'approved_answer']),
  version: z.int().positive(),
  title: z.string().nullable(),
  tags: z.array(z.string()),
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('upload'), filename: z.string() }),
    z.object({ kind: z.literal('url'), url: z.string(), filename: z.string().optional() }),
    z.object({ kind: z.literal('review'), entry_id: z.string(), filename: z.string() }),
  ]),
  media_type: z.string(),
  is_failed: z.boolean(),
  created_at: z.iso.datetime(),
});

/** A manifest as a JSON file. */
export function manifestText({
  docId,
  contentHash,
  mediaType,
  isFailed,
  createdAt,
  source,
  ...rest
}: Manifest): string {
  const file: z.input<typeof ManifestFile> = {
    format: FORMAT,
    doc_id: docId,
    content_hash: contentHash,
    ...rest,
    tags: [...rest.tags],
    source:
      source.kind === 'review'
        ? { kind: source.kind, entry_id: source.entryId, filename: source.filename }
        : source,
    media_type: mediaType,
    is_failed: isFailed,
    created_at: new Date(createdAt).toISOString(),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** Undefined unless it is a manifest of this document and content, in the format of this version. */
export function manifestIn(text: string | undefined, of: NamedOriginal): Manifest | undefined {
  const read = ManifestFile.safeParse(parsed(text));
  if (!read.success || read.data.doc_id !== of.docId || read.data.content_hash !== of.contentHash)
    return undefined;
  const { doc_id, content_hash, kind, version, title, tags, source, ...rest } = read.data;
  return {
    ...{ docId: doc_id, contentHash: content_hash, kind, version, title, tags },
    source:
      source.kind === 'review'
        ? { kind: source.kind, entryId: source.entry_id, filename: source.filename }
        : source.kind === 'url'
          ? { kind: source.kind, url: source.url, ...(source.filename && { filename: source.filename }) }
          : source,
    mediaType: rest.media_type,
    isFailed: rest.is_failed,
    createdAt: Date.parse(rest.created_at),
  };
}

function parsed(text: string | undefined): unknown {
  try {
    return text && JSON.parse(text);
  } catch {
    return undefined;
  }
}
