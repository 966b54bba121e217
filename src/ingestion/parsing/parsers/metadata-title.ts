import { expressionOf, LANGUAGES } from '../../../languages/languages.ts';
import { isPartNumber } from '../../../text/generic-title.ts';

/** A title from a file's metadata; null when a program generated it. */
export function metadataTitle(title: string | null | undefined): string | null {
  const plain = title?.trim() ?? '';
  if (
    !/[\p{L}\p{N}].*[\p{L}\p{N}]|[\p{sc=Han}]/u.test(plain) ||
    isPartNumber(plain) ||
    MADE_UP.some((pattern) => pattern.test(plain))
  )
    return null;
  // The name of a file: `annual-report-final`.
  return /^[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}.]+){2,}$/u.test(plain) ? plain.replace(/[-_]/g, ' ') : plain;
}

const MADE_UP: readonly RegExp[] = [
  expressionOf(LANGUAGES, ({ titles }) => titles?.placeholders, {
    ...{ before: '^', after: ' ?\\d*$', flags: 'iu' },
  }),
  /^(?:microsoft (?:word|excel|office|powerpoint|publisher|visio)|openoffice|libreoffice)\b.* - /i,
  // A path, or bytes that a program wrote as digits.
  /^[a-z]:\\|^<[\da-f]{8,}>$/i,
  // The number of a filing or of a scan.
  /^[\d\p{P}\s]+$/u,
  /\.(?:docx?|pdf|tex|dvi|indd|qxd|pptx?|xlsx?|fm|ps|eps|html?|odt|rtf)$/i,
];
