import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type FieldError, invalidField, RefusedError } from '../../errors.ts';
import { said } from '../../kernel/said.ts';
import type { OriginalStore, StagedOriginal } from '../../ports/original-store.ts';
import { BATCH_FILES_MAX, BatchFields, UploadFields } from '../schemas/ingest.ts';
import { fieldErrors } from './field-errors.ts';

const FIELDS_MAX = 100;
const FIELD_BYTES_MAX = 16_384;
/** Of `documents`: ids, titles and tags of a batch. */
const DOCUMENTS_BYTES_MAX = 524_288;
const FILENAME_LENGTH_MAX = 255;
/** Fields, and boundaries beside the files. */
const FORM_BYTES_MAX = 1_048_576;
/** Files of a batch together, in files of the largest size: one that is too large does not keep the others out. */
const BATCH_LARGEST_FILES_MAX = 2;

/** Limits of a form. Files are limited elsewhere: their bytes are counted as they arrive. */
export const FORM_LIMITS = {
  fields: FIELDS_MAX,
  fieldSize: DOCUMENTS_BYTES_MAX,
  fieldNameSize: 100,
  // One more than is taken, to say so.
  files: BATCH_FILES_MAX + 1,
  parts: FIELDS_MAX + BATCH_FILES_MAX + 1,
  headerPairs: 50,
  fileSize: Number.POSITIVE_INFINITY,
} as const;

export interface Upload {
  readonly staged: StagedOriginal;
  /** Last part of the client's name for the file, without control characters; never empty. */
  readonly filename: string;
  readonly fields: ReturnType<typeof UploadFields.parse>;
}

interface Receiving {
  readonly originals: Pick<OriginalStore, 'receive'>;
  /** Of one file. */
  readonly limitBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Reads the form of an upload: one `file`, streamed into the originals, and text fields before or after it.
 *
 * @param options.owner Owns the staged file, so that it is always removed.
 * @throws {RefusedError} `file_too_large` as soon as the limit is passed; the rest of the form is left unread.
 */
export async function readUpload(
  request: FastifyRequest,
  { owner, ...receiving }: Receiving & { owner: AsyncDisposableStack },
): Promise<Upload> {
  const { limitBytes } = receiving;
  if (announcesMore(request, limitBytes)) throw new RefusedError({ code: 'file_too_large', limitBytes });
  const texts = createTexts();
  let file: ReceivedPart | undefined;
  for await (const part of partsOf(request)) {
    if (part.type === 'field') {
      texts.add(part);
      continue;
    }
    if (file)
      throw invalidField('file', 'must be given once: upload several files by POST /api/v1/ingest/batch');
    file = await receive(part, part.file, receiving);
    owner.use(file.staged);
  }
  const errors: FieldError[] = file ? [] : [{ field: 'file', message: 'is required' }];
  return { ...file!, fields: texts.fields(UploadFields, errors) };
}

/** A file of a batch. */
export interface BatchFile {
  /** As the client gave it, for the reply. */
  readonly filename: string;
  /** Streams it into the originals. What is staged is removed when the next file is requested. @throws {RefusedError} */
  receive(): Promise<Upload>;
}

/**
 * Reads the form of a batch: text fields, then several `file`, each yielded when it begins. What the consumer does not
 * read of a file is dropped.
 *
 * @throws {RefusedError} What ends the form: fields that are not valid, too many files or bytes.
 */
export async function* readBatch(request: FastifyRequest, receiving: Receiving): AsyncGenerator<BatchFile> {
  const bytesMax = receiving.limitBytes * BATCH_LARGEST_FILES_MAX;
  if (announcesMore(request, bytesMax)) throw tooLarge(bytesMax);
  const texts = createTexts();
  let fields: z.output<typeof BatchFields> | undefined;
  let [files, bytesLeft] = [0, bytesMax];

  async function* counted(part: MultipartFile): AsyncGenerator<Uint8Array> {
    // Destroying the file would end the form.
    for await (const bytes of part.file.iterator({ destroyOnReturn: false })) {
      bytesLeft -= bytes.length;
      if (bytesLeft < 0) throw tooLarge(bytesMax);
      yield bytes;
    }
  }

  for await (const part of partsOf(request)) {
    if (part.type === 'field') {
      if (fields) throw invalidField(part.fieldname, 'must come before the files');
      texts.add(part);
      continue;
    }
    fields ??= texts.fields(BatchFields);
    if (files === BATCH_FILES_MAX)
      throw invalidField('file', `must be given at most ${BATCH_FILES_MAX} times`);
    const { tags, documents } = fields;
    const own = documents?.[files];
    files += 1;
    await using owner = new AsyncDisposableStack();
    yield {
      filename: part.filename ?? '',
      async receive() {
        const file = await receive(part, counted(part), receiving);
        owner.use(file.staged);
        return { ...file, fields: { doc_id: undefined, tags, ...own } };
      },
    };
    await readToEnd(part, counted(part));
  }
  if (files === 0) texts.fields(BatchFields, [{ field: 'file', message: 'is required' }]);
  const named = fields?.documents?.length ?? 0;
  if (named > files) throw invalidField('documents', `must not be more than the files: ${named} > ${files}`);
}

/** Whether the form cannot hold only `bytes` in files, by what it says of its length. */
function announcesMore({ headers }: FastifyRequest, bytes: number): boolean {
  return Number(headers['content-length']) > bytes + FORM_BYTES_MAX;
}

function tooLarge(limitBytes: number): RefusedError {
  return new RefusedError({ code: 'body_too_large', limitBytes });
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
    // Its type says that there is always one.
    if ((next.value.fieldname as string | undefined) === undefined)
      throw malformed(new Error('a part has no name'));
    yield next.value;
  }
}

type ReceivedPart = Omit<Upload, 'fields'>;

async function receive(
  part: MultipartFile,
  bytes: AsyncIterable<Uint8Array>,
  { originals, limitBytes, signal }: Receiving,
): Promise<ReceivedPart> {
  if (part.fieldname !== 'file')
    throw invalidField(part.fieldname, 'is not a file of this form: name it file');
  const filename = cleanFilename(part.filename);
  const staged = await unlessMalformed(part, () => originals.receive(bytes, { limitBytes, signal }));
  return { staged, filename };
}

function readToEnd(part: MultipartFile, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  return unlessMalformed(part, async () => {
    if (!part.file.readableEnded) for await (const _ of bytes);
  });
}

/** An error of the file is the form's fault. */
async function unlessMalformed<T>(part: MultipartFile, work: () => Promise<T>): Promise<T> {
  let fault: unknown = part.file.errored ?? undefined;
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
    { code: 'invalid_request', reason: said`The form cannot be read: ${error.message}.` },
    { cause: error },
  );
}

/** The text fields of a form, as they arrive. */
function createTexts() {
  const texts = new Map<string, string | string[]>();
  let bytesLeft = FORM_BYTES_MAX;
  return {
    add({ fieldname, value, valueTruncated }: Exclude<Multipart, MultipartFile>): void {
      if (fieldname === 'file') throw invalidField('file', 'must be a file with a name, not text');
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const bytesMax = fieldname === 'documents' ? DOCUMENTS_BYTES_MAX : FIELD_BYTES_MAX;
      const bytes = Buffer.byteLength(text);
      if (valueTruncated || bytes > bytesMax)
        throw invalidField(fieldname, said`must have at most ${bytesMax} bytes`);
      bytesLeft -= bytes;
      if (bytesLeft < 0) throw tooLarge(FORM_BYTES_MAX);
      // A field left blank in a web form counts as absent.
      if (text.trim() === '') return;
      const before = texts.get(fieldname);
      texts.set(fieldname, before === undefined ? text : [before, text].flat());
    },

    /** @throws {RefusedError} `validation_failed` with `errors` and those of the fields, if there are any. */
    fields<Schema extends z.ZodType>(schema: Schema, errors: readonly FieldError[] = []): z.output<Schema> {
      const fields = schema.safeParse(Object.fromEntries(texts), { reportInput: true });
      if (fields.success && errors.length === 0) return fields.data;
      const invalid = fields.success ? [] : fieldErrors(fields.error, 'form');
      throw new RefusedError({ code: 'validation_failed', errors: [...errors, ...invalid] });
    },
  };
}

/** The parser has already removed the folders; the name goes into records and logs, never into a path. */
function cleanFilename(name: string | undefined): string {
  const clean = (name ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  if (clean === '' || clean === '.' || clean === '..') throw invalidField('file', 'must have a file name');
  return [...clean].slice(-FILENAME_LENGTH_MAX).join('');
}
