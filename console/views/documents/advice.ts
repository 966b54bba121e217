/** What to do about a document that failed. */
export type Remedy = 'retry' | 'replace' | 'none';

export interface Advice {
  /** What went wrong, for non-administrators. */
  readonly reason: string;
  /** What they can do. */
  readonly cure: string;
  readonly remedy: Remedy;
}

/** By the codes of `docs/reference/errors.md`: those of failed ingests, and those that refuse an upload or a URL. */
export const ADVICE: Readonly<Record<string, Advice>> = {
  url_not_allowed: {
    reason: 'This address is not open to Docent',
    cure: 'It leads into a private network, or its host is not on the list of allowed ones. Download the document yourself and upload the file, or ask the operator to allow the host.',
    remedy: 'none',
  },
  download_failed: {
    reason: 'The other server could not be reached',
    cure: 'Open the address in your browser to see whether it works, then try again.',
    remedy: 'retry',
  },
  download_refused: {
    reason: 'The other server did not hand the document over',
    cure: 'The address leads on to another one, or needs a login. Give the final address, or upload the file.',
    remedy: 'none',
  },
  file_too_large: {
    reason: 'The file is too large',
    cure: 'Split it into parts, or ask the operator to raise MAX_FILE_SIZE_MB.',
    remedy: 'replace',
  },
  unsupported_file_type: {
    reason: 'This kind of file is not read',
    cure: 'Save it as PDF, Word, HTML, Markdown or plain text. If it came from an address, check that it leads to the document and not to a page about it.',
    remedy: 'replace',
  },
  empty_file: {
    reason: 'The file is empty',
    cure: 'It has no bytes at all: check that it was saved or downloaded completely.',
    remedy: 'replace',
  },
  password_required: {
    reason: 'The file is locked with a password',
    cure: 'Open it with its password, save it without password and restrictions, and replace it here.',
    remedy: 'replace',
  },
  damaged_file: {
    reason: 'The file is damaged',
    cure: 'It is cut off or broken. Open it and save it once more, or export it anew, and replace it here.',
    remedy: 'replace',
  },
  no_text: {
    reason: 'There is no text in it',
    cure: 'Check that it is the right file; pictures alone cannot be searched.',
    remedy: 'replace',
  },
  no_text_layer: {
    reason: 'It is a scan: pictures of pages',
    cure: 'Run text recognition (OCR) over it and replace it here. The operator can have the server do that: it needs tesseract-ocr and poppler-utils.',
    remedy: 'replace',
  },
  too_complex: {
    reason: 'There is too much in it to read at once',
    cure: 'Split it, or export it in a simpler form.',
    remedy: 'replace',
  },
  parse_timeout: {
    reason: 'Reading it took too long',
    cure: 'Split the file, or ask the operator to raise PARSE_TIMEOUT_MS and try again.',
    remedy: 'retry',
  },
  parse_crashed: {
    reason: 'The file could not be read',
    cure: 'Export it anew and replace it here. If that does not help, report it to the operator.',
    remedy: 'replace',
  },
  embedding_failed: {
    reason: 'Its passages could not be embedded',
    cure: 'The embedding model declined them several times. Try again; if it stays, tell the operator, whose log has its words.',
    remedy: 'retry',
  },
  internal_error: {
    reason: 'Docent made a mistake',
    cure: 'Try again. If it stays, give the operator the correlation id.',
    remedy: 'retry',
  },
  invalid_api_key: {
    reason: 'This needs the API key',
    cure: 'Ask the person who runs Docent for it, and try again to enter it.',
    remedy: 'retry',
  },
  validation_failed: {
    reason: 'Something about it is not as it has to be',
    cure: 'See what the server says of it.',
    remedy: 'none',
  },
  unreadable: {
    reason: 'Something in between refused it',
    cure: 'A proxy in front of Docent may have a limit of its own. Ask the operator.',
    remedy: 'retry',
  },
};

const UNKNOWN: Advice = {
  reason: 'It could not be taken in',
  cure: 'See what the server says of it.',
  remedy: 'retry',
};

export function adviceOn(code: string): Advice {
  return ADVICE[code] ?? UNKNOWN;
}
