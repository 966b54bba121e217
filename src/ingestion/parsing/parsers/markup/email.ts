import { parse } from 'parse5';
import postalMime, { type Address, type Email } from 'postal-mime';
import { IngestFailure } from '../../../../errors.ts';
import { type DocumentText, startDocumentText } from '../../document-text.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { decodeText } from '../decode-text.ts';
import { plainParagraphs } from '../text.ts';
import { addHtmlBlocks } from './html-blocks.ts';

/** Forwarded messages are read up to this depth; deeper ones are listed as attachments. */
const BOUNDS = { maxNestingDepth: 50, maxHeadersSize: 2 ** 20, maxRfc822NestingDepth: 5 };

const ATTACHMENTS_LISTED_MAX = 200;

/**
 * An e-mail message: subject, sender, recipients, date, the message itself, and the names of its attachments.
 *
 * @throws {IngestFailure} `no_text`, `password_required` or `too_complex`.
 * @throws {Error} When its parts are nested too deeply or its headers are too long.
 */
export async function parseEmail(bytes: Uint8Array): Promise<ParsedDocument> {
  const message = await postalMime.parse(asciiCompatible(bytes), BOUNDS);
  if (isEncrypted(message)) {
    throw new IngestFailure(
      'password_required',
      'The message is encrypted. Send what your mail program shows of it, saved as text or PDF.',
    );
  }
  const document = startDocumentText();
  if (message.subject) document.add('heading', message.subject, { level: 1 });
  document.add('paragraph', headerLines(message).join('\n'));
  addBody(message, document);
  const attached = message.attachments.flatMap(({ filename, related }) =>
    filename && !related ? [filename] : [],
  );
  if (attached.length > 0) {
    document.add('paragraph', `Attachments: ${attached.slice(0, ATTACHMENTS_LISTED_MAX).join(', ')}`);
  }
  return document.finish({ title: message.subject ?? null });
}

/** By OpenPGP (RFC 3156) or S/MIME (RFC 8551). */
function isEncrypted({ headers }: Email): boolean {
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? '';
  return /^\s*(?:multipart\/encrypted|application\/(?:x-)?pkcs7-mime(?!.*signed-data))/i.test(type);
}

/** A message saved as text may be in UTF-16; in transit it was ASCII. */
function asciiCompatible(bytes: Uint8Array): Uint8Array | string {
  return bytes.subarray(0, 4096).includes(0) ? decodeText(bytes) : bytes;
}

function headerLines({ from, to, cc, date }: Email): string[] {
  const lines: [string, string][] = [
    ['From', from ? addressText(from) : ''],
    ['To', (to ?? []).map(addressText).join(', ')],
    ['Cc', (cc ?? []).map(addressText).join(', ')],
    ['Date', (date ?? '').replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/, '$1 $2 UTC')],
  ];
  return lines.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
}

function addressText(address: Address): string {
  if (address.group) return `${address.name}: ${address.group.map(addressText).join(', ')}`;
  return address.name ? `${address.name} <${address.address}>` : (address.address ?? '');
}

/** HTML has the structure; the plain part is read when there is none. */
function addBody({ html, text }: Email, document: DocumentText): void {
  if (html && /[\p{L}\p{N}]/u.test(html.replace(/<[^>]*>/g, ''))) {
    addHtmlBlocks(parse(html, { scriptingEnabled: false }), document);
    return;
  }
  for (const paragraph of plainParagraphs(text ?? '')) document.add('paragraph', paragraph);
}
