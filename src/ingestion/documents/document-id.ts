import { createHash } from 'node:crypto';
import { percentDecoded } from '../../kernel/percent-decoded.ts';
import { ANSWER_ID_PREFIX } from '../../ports/answer-documents.ts';
import type { DocumentSource } from '../../ports/document.ts';

/**
 * A document's id derived from its file name: `Über uns (final).pdf` → `Uber-uns-final`. Non-ASCII letters are
 * decomposed and dropped when the result is not ASCII; an empty result becomes `document`.
 *
 * @param filename Everything up to the last slash or backslash is ignored.
 * @returns `[A-Za-z0-9_-]{1,109}`, never one that is reserved for approved answers, with or without a suffix; the rest of
 *   an id's 128 characters is left for a suffix that makes it unique.
 */
export function documentIdOf(filename: string): string {
  const stem = baseNameOf(filename).replace(/(?<=.)\.[A-Za-z0-9]{1,10}$/s, '');
  const ascii = stem
    .normalize('NFKD')
    .replace(/[ßæœøłđðþıÆŒØŁĐÐÞ]/g, (letter) => WITHOUT_DECOMPOSITION[letter]!)
    .replace(/\p{Mark}+/gu, '');
  const id = ascii
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, DERIVED_ID_LENGTH_MAX)
    .replace(/-+$/, '');
  // A suffix may follow.
  if (`${id}-`.startsWith(ANSWER_ID_PREFIX)) return `document-${id}`;
  return id || 'document';
}

/**
 * The id of a document at a path: `guide/intro.md` becomes `guide-intro-5f0c2a91`, readable, and distinct from
 * `guide-intro.md` by digits of a SHA-256.
 *
 * @param identity What the digits are of, so that equal paths elsewhere have another id.
 */
export function pathDocumentId(path: string, identity = path): string {
  const digits = createHash('sha256').update(identity).digest('hex').slice(0, 8);
  return `${documentIdOf(path.replaceAll('/', '-'))}-${digits}`;
}

/** The last part of a path with either kind of slash: a client's folders are never used. */
export function baseNameOf(path: string): string {
  return path.replace(/[/\\]+$/, '').replace(/^.*[/\\]/s, '');
}

/** The decoded file name in a URL's path; the host name for a URL without a path. */
export function filenameOfUrl(url: string): string {
  const parsed = new URL(url);
  return baseNameOf(partOf(parsed, -1) ?? '') || parsed.hostname;
}

/**
 * The folder of a document: the part of its URL before the last one; of an upload what its id has before its file name,
 * `guide` of `guide-intro-5f0c2a91`, as the command line names files in folders. Empty without one.
 */
export function folderOf({ docId, source }: { docId: string; source: DocumentSource }): string {
  if (source.kind === 'url') return partOf(new URL(source.url), -2) ?? '';
  const name = documentIdOf(source.filename);
  const id = docId.replace(/-[\da-f]{8}$/, '');
  return id.endsWith(`-${name}`) ? id.slice(0, -name.length - 1) : '';
}

const DERIVED_ID_LENGTH_MAX = 100;

const WITHOUT_DECOMPOSITION: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
  ...{ Æ: 'Ae', Œ: 'Oe', Ø: 'O', Ł: 'L', Đ: 'D', Ð: 'D', Þ: 'Th' },
};

/** The last part of a URL's path, or one before it, decoded; undefined where there is none. */
function partOf({ pathname }: URL, index: -1 | -2): string | undefined {
  const part = pathname.split('/').filter(Boolean).at(index);
  return part && (percentDecoded(part) ?? part);
}
