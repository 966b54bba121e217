import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { type FieldError, RefusedError } from '../../errors.ts';
import type { OriginalStore, StagedOriginal } from '../../ports/original-store.ts';
import { UploadFields } from '../schemas/ingest.ts';
import { fieldErrors } from './field-errors.ts';

const FIELDS_MAX = 100;
const FIELD_BYTES_MAX = 16_384;
const FILENAME_LENGTH_MAX = 255;
/** Room for boundaries and fields beside the file. */
const FORM_BYTES_MAX = 1_048_576;

/** Limits of a form. The file is limited elsewhere: its bytes are counted as they arrive. */
export const FORM_LIMITS = {
  fields: FIELDS_MAX,
  fieldSize: FIELD_BYTES_MAX,
  fieldNameSize: 100,
  files: 2,
  parts: FIELDS_MAX + 2,
  headerPairs: 50,
  fileSize: Number.POSITIVE_INFINITY,
} as const;

export interface Upload {
  readonly staged: StagedOriginal;
  /** Last part of the client's name for the file, without control characters; never empty. */
  readonly filename: string;
  /** The part's `Content-Type`. */
  readonly mediaType: string;
  readonly fields: ReturnType<typeof UploadFields.parse>;
}

/**
 * Reads the form of an upload: one `file`, streamed into the originals, and text fields before or after it.
 *
 * @param options.owner Owns the staged file, so that it is always removed.
 * @throws {RefusedError} `file_too_large` as soon as the limit is passed; the rest of the form is left unread.
 */
export async function readUpload(
  request: FastifyRequest,
  options: {
    originals: Pick<OriginalStore, 'receive'>;
    limitBytes: number;
    signal: AbortSignal;
    owner: AsyncDisposableStack;
  },
): Promise<Upload> {
  const { originals, limitBytes, signal, owner } = options;
  if (Number(request.headers['content-length']) > limitBytes + FORM_BYTES_MAX) {
    throw new RefusedError({ code: 'file_too_large', limitBytes });
  }
  const texts = new Map<string, string | string[]>();
  let file: Pick<Upload, 'staged' | 'filename' | 'mediaType'> | undefined;

  for await (const part of partsOf(request)) {
    if (part.type === 'field') {
      addText(texts, part);
      continue;
    }
    if (part.fieldname !== 'file') throw invalid(part.fieldname, 'is not a file of this form: name it file');
    if (file) throw invalid('file', 'must be given once: upload several files one by one');
    const filename = cleanFilename(part.filename);
    const staged = owner.use(await receive(part, () => originals.receive(part.file, { limitBytes, signal })));
    file = { staged, filename, mediaType: part.mimetype };
  }

  const fields = UploadFields.safeParse(Object.fromEntries(texts), { reportInput: true });
  const errors: FieldError[] = fields.success ? [] : fieldErrors(fields.error, 'form');
  if (!file) errors.unshift({ field: 'file', message: 'is required' });
  if (!file || !fields.success) throw new RefusedError({ code: 'validation_failed', errors });
  return { ...file, fields: fields.data };
}

/** The parts of the form. A parser error without a code is the form's fault, not a bug. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  const parts = request.parts();
  for (;;) {
    let next: IteratorResult<Multipart>;
    try {
      next = await parts.next();
    } catch (error) {
      throw malformed(error);
    }
    if (next.done) return;
    yield next.value;
  }
}

async function receive(part: MultipartFile, work: () => Promise<StagedOriginal>): Promise<StagedOriginal> {
  let fault: unknown;
  part.file.once('error', (error) => {
    fault = error;
  });
  try {
    return await work();
  } catch (error) {
    throw fault === undefined || error instanceof RefusedError ? error : malformed(fault);
  }
}

function malformed(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error;
  return new RefusedError(
    { code: 'invalid_request', reason: `The form cannot be read: ${error.message}.` },
    { cause: error },
  );
}

function addText(texts: Map<string, string | string[]>, part: Exclude<Multipart, MultipartFile>): void {
  const { fieldname, value } = part;
  if (part.valueTruncated) throw invalid(fieldname, `must have at most ${FIELD_BYTES_MAX} bytes`);
  if (fieldname === 'file') throw invalid('file', 'must be a file with a name, not text');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // A field left blank in a web form counts as absent.
  if (text.trim() === '') return;
  const before = texts.get(fieldname);
  texts.set(fieldname, before === undefined ? text : [before, text].flat());
}

/** The parser has already removed the folders; the name goes into records and logs, never into a path. */
function cleanFilename(name: string | undefined): string {
  const clean = (name ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  if (clean === '' || clean === '.' || clean === '..') throw invalid('file', 'must have a file name');
  return [...clean].slice(-FILENAME_LENGTH_MAX).join('');
}

function invalid(field: string, message: string): RefusedError {
  return new RefusedError({ code: 'validation_failed', errors: [{ field, message }] });
}
