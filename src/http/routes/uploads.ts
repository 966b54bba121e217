import fastifyMultipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { RefusedError } from '../../errors.ts';
import type { Attempt } from '../idempotency.ts';
import { FORM_LIMITS, readBatch, readUpload, type Upload } from '../input/upload.ts';
import { watchPace } from '../input/upload-pace.ts';
import { operations } from '../openapi.ts';
import { Accepted, Batch, BatchForm, UploadForm } from '../schemas/ingest.ts';
import { acceptedReply, intakeCaller } from './accepted.ts';
import type { RouteParts } from './route-parts.ts';

const operation = operations('ingest');
const FORM_TYPE = 'multipart/form-data';

/** Files, one or many in a request. In its own scope: bodies are forms, and JSON is not accepted. */
export function uploadRoutes(parts: RouteParts): FastifyPluginAsyncZod {
  const { seenBy, originals, idempotency, settings, fileBytesMax } = parts;
  const config = { key: 'add', idempotent: true, bodyType: FORM_TYPE, lifetime: 'upload' } as const;

  /** Begins to read a form; disposing of it ends that. */
  function begin(request: FastifyRequest) {
    if (!request.isMultipart()) {
      const contentType = request.headers['content-type'] ?? '';
      throw new RefusedError({ code: 'unsupported_content_type', contentType, accepted: FORM_TYPE });
    }
    const begun = new DisposableStack();
    const attempt = begun.use(idempotency.begin(request));
    const { lifetime } = request;
    const stalled = () => lifetime.abort(new RefusedError({ code: 'request_timeout' }));
    begun.use(watchPace(request.raw, settings, stalled));
    const receiving = { originals, limitBytes: fileBytesMax, signal: lifetime.signal };
    return { attempt, receiving, [Symbol.dispose]: () => begun.dispose() };
  }

  /** @param part Of the attempt, when there are several files. */
  function accept(request: FastifyRequest, attempt: Attempt, upload: Upload, part?: number) {
    const { staged, filename, fields } = upload;
    const { doc_id: docId, title, tags } = fields;
    const caller = intakeCaller(request, parts);
    // Not the raw form: its boundary differs at every attempt.
    const content = { file: staged.contentHash, filename, fields };
    const intake = { staged, filename, docId, title, tags, ...caller };
    return attempt.once(
      content,
      async () => acceptedReply(await seenBy(request).catalog.acceptUpload(intake)),
      part,
    );
  }

  return async (scope) => {
    scope.removeContentTypeParser('application/json');
    // Forms are validated while they are read; the schema serves the API document.
    scope.setValidatorCompiler(() => (value) => ({ value }));
    await scope.register(fastifyMultipart, { throwFileSizeLimit: false, limits: FORM_LIMITS });

    scope.post(
      '/ingest/upload',
      operation(config, 'ingestUpload', 'Ingest a file', {
        description: 'One file per request, streamed. Missing fields are taken from the document.',
        consumes: [FORM_TYPE],
        body: UploadForm,
        response: { 202: Accepted },
      }),
      async (request, reply) => {
        using begun = begin(request);
        await using owner = new AsyncDisposableStack();
        const upload = await readUpload(request, { ...begun.receiving, owner });
        const { headers, body } = await accept(request, begun.attempt, upload);
        return reply.code(202).headers(headers).send(body);
      },
    );

    scope.post(
      '/ingest/batch',
      operation(config, 'ingestBatch', 'Ingest several files', {
        description: BATCH_DESCRIPTION,
        consumes: [FORM_TYPE],
        body: BatchForm,
        response: { 200: Batch },
      }),
      async (request, reply) => {
        using begun = begin(request);
        const { attempt, receiving } = begun;
        const files: Batch['files'] = [];
        const problemOf = (error: unknown) => {
          receiving.signal.throwIfAborted();
          return parts.problemOf(error, request).problem;
        };
        let isRepeated = true;
        let problem: Batch['problem'] = null;
        try {
          for await (const { filename, receive } of readBatch(request, receiving)) {
            try {
              const { headers, body } = await accept(request, attempt, await receive(), files.length);
              isRepeated &&= 'idempotent-replayed' in headers;
              files.push({ filename, accepted: body, problem: null });
            } catch (error) {
              files.push({ filename, accepted: null, problem: problemOf(error) });
            }
          }
        } catch (error) {
          if (files.length === 0) throw error;
          problem = problemOf(error);
        }
        if (isRepeated && files.some(({ accepted }) => accepted)) reply.header('idempotent-replayed', 'true');
        return { files, problem };
      },
    );
  };
}

const BATCH_DESCRIPTION = `Several files in one request, streamed one after another; fields come before them. Each file is accepted or
refused on its own: one that is refused does not stop the others, and what was accepted stays so even if the
connection breaks. With \`Idempotency-Key\`, files that were accepted before are not ingested again. Together the files
may have twice the bytes of the largest file.`;
