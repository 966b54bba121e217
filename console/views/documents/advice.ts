import { t } from '../../messages.ts';

/** What to do about a document that failed. */
export type Remedy = 'retry' | 'replace' | 'none';

export interface Advice {
  /** What went wrong, for non-administrators. */
  readonly reason: string;
  /** What they can do. */
  readonly cure: string;
  /** The same of a document that came from a URL. */
  readonly cureOfUrl?: string;
  readonly remedy: Remedy;
}

/** By the codes of `docs/reference/errors.md`: those of failed ingests, and those that refuse an upload or a URL. */
export const ADVICE: Readonly<Record<string, Advice>> = {
  url_not_allowed: {
    reason: t('Docent may not use this URL'),
    cure: t(
      'It leads to a private network, or its host is not allowed. Download the document and upload the file, or ask the operator to allow the host.',
    ),
    remedy: 'none',
  },
  download_failed: {
    reason: t('The other server could not be reached'),
    cure: t('Open the URL in your browser to see whether it works, then try again.'),
    remedy: 'retry',
  },
  download_refused: {
    reason: t('The other server did not send the document'),
    cure: t('The URL redirects to another one, or needs a login. Use the final URL, or upload the file.'),
    remedy: 'none',
  },
  file_too_large: {
    reason: t('The file is too large'),
    cure: t('Split it into parts, or ask the operator to raise MAX_FILE_SIZE_MB.'),
    remedy: 'replace',
  },
  unsupported_file_type: {
    reason: t('This file type isn’t supported'),
    cure: t('Save it as PDF, Word, HTML, Markdown or plain text.'),
    cureOfUrl: t(
      'The URL may lead to a page about the document. Use the URL of the document itself, or upload the file.',
    ),
    remedy: 'replace',
  },
  empty_file: {
    reason: t('The file is empty'),
    cure: t('Check that it was saved or downloaded completely.'),
    cureOfUrl: t('Open the URL in your browser to see what it leads to.'),
    remedy: 'replace',
  },
  password_required: {
    reason: t('The file is locked with a password'),
    cure: t('Open it with its password, save it without password and restrictions, and replace it here.'),
    remedy: 'replace',
  },
  damaged_file: {
    reason: t('The file is damaged'),
    cure: t('Open it and save it again, or export it again, and replace it here.'),
    cureOfUrl: t(
      'Open the URL in your browser. If the document is whole there, try again or upload the file.',
    ),
    remedy: 'replace',
  },
  no_text: {
    reason: t('There is no text in it'),
    cure: t('Check that it is the right file. Pictures cannot be searched.'),
    cureOfUrl: t(
      'The page may need a script or a login to show its text. Save it as PDF in your browser, and upload that.',
    ),
    remedy: 'replace',
  },
  no_text_layer: {
    reason: t('It is a scan without text'),
    cure: t(
      'Run text recognition (OCR) on it and replace it here. Or ask the operator to install tesseract-ocr and poppler-utils on the server.',
    ),
    remedy: 'replace',
  },
  too_complex: {
    reason: t('The file is too complex'),
    cure: t('Split it, or export it in a simpler form.'),
    remedy: 'replace',
  },
  parse_timeout: {
    reason: t('Reading the file took too long'),
    cure: t('Split the file, or ask the operator to raise PARSE_TIMEOUT_MS and try again.'),
    remedy: 'retry',
  },
  parse_crashed: {
    reason: t('The file could not be read'),
    cure: t('Export it again and replace it here. If that does not help, report it to the operator.'),
    remedy: 'replace',
  },
  embedding_failed: {
    reason: t('Its passages could not be embedded'),
    cure: t(
      'The embedding model rejected them several times. Try again. If it keeps failing, tell the operator: the log has the reason.',
    ),
    remedy: 'retry',
  },
  internal_error: {
    reason: t('Something went wrong in Docent'),
    cure: t('Try again. If it keeps failing, give the operator the correlation id.'),
    remedy: 'retry',
  },
  invalid_api_key: {
    reason: t('This needs the API key'),
    cure: t('Ask the person who runs Docent for the key, then try again.'),
    remedy: 'retry',
  },
  validation_failed: {
    reason: t('The request is not valid'),
    cure: t('See the message of the server.'),
    remedy: 'none',
  },
  unreadable: {
    reason: t('A proxy refused the file'),
    cure: t('A proxy in front of Docent may have its own limit. Ask the operator.'),
    remedy: 'retry',
  },
};

const UNKNOWN: Advice = {
  reason: t('The file could not be added'),
  cure: t('See the message of the server.'),
  remedy: 'retry',
};

/** @param options.isFromUrl Whether the document came from a URL, and not as a file. */
export function adviceOn(
  code: string,
  { isFromUrl = false }: { isFromUrl?: boolean } = {},
): Pick<Advice, 'reason' | 'cure' | 'remedy'> {
  const { reason, cure, cureOfUrl = cure, remedy } = ADVICE[code] ?? UNKNOWN;
  return { reason, cure: isFromUrl ? cureOfUrl : cure, remedy };
}
