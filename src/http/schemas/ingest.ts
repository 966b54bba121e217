import { z } from 'zod';
import { ANSWER_ID_PREFIX } from '../../ports/answer-documents.ts';
import { DOCUMENT_STATUSES, type DocumentRecord, INGEST_STAGES } from '../../ports/document.ts';
import { DOCUMENT_SORTS } from '../../ports/document-list.ts';
import {
  Count,
  DocId,
  idInPath,
  inDecimal,
  listOf,
  named,
  Page,
  pageOf,
  refuseBothNames,
  Tag,
  Tags,
  Time,
  text,
} from './fields.ts';
import { Problem } from './problem.ts';
import { replyOf } from './reply.ts';

export const BATCH_FILES_MAX = 100;
/** Longest text in one reply, in UTF-16 units. */
const TEXT_UNITS_MAX = 100_000;

export const DocumentPath = idInPath('doc_id', 'visitor-handbook');

const Title = text({ max: 500 }).meta({
  description: "Shown in citations; if absent, the document's own title.",
});
const UnreservedDocId = DocId.regex(
  new RegExp(`^(?!${ANSWER_ID_PREFIX})`),
  `must not begin with ${ANSWER_ID_PREFIX}, which is reserved for approved answers`,
);
const NewDocId = UnreservedDocId.meta({
  description:
    'Id of the document; a document with this id is replaced, which needs the key. Its title, if one was given, and its tags stay unless others are given. If absent, derived from the name.',
});
const OldDocId = UnreservedDocId.meta({ description: 'Older name of `doc_id`.', deprecated: true });

/** What a client may say of a new document. */
const Described = {
  doc_id: NewDocId.optional(),
  file_name: OldDocId.optional(),
  title: Title.optional(),
  tags: Tags.optional(),
};

export const UrlIngest = z
  .strictObject({
    url: text({ max: 2_048 }).optional().meta({ description: 'URL of the document, `http` or `https`.' }),
    s3_url: text({ max: 2_048 }).optional().meta({ description: 'Older name of `url`.', deprecated: true }),
    ...Described,
  })
  .superRefine((body, context) => {
    refuseBothNames(body, ['url', 's3_url'], { context, isRequired: true });
    refuseBothNames(body, ['doc_id', 'file_name'], { context });
  })
  .transform(({ url, s3_url, doc_id, file_name, ...rest }) => ({
    ...rest,
    url: url ?? s3_url ?? '',
    doc_id: doc_id ?? file_name,
  }))
  .meta({
    id: 'UrlIngest',
    anyOf: [{ required: ['url'] }, { required: ['s3_url'] }],
    examples: [{ url: 'https://docs.example.org/handbook.pdf', title: 'Visitor handbook', tags: ['public'] }],
  });

const FormTags = z
  .union([z.string(), z.array(z.string())])
  .transform(tagList)
  .pipe(Tags);
const FORM_TAGS = 'A repeated field, or one with a JSON list or a comma-separated list.';

/** The form's fields without its file, which is streamed. A repeated field is a list. */
export const UploadFields = z
  .strictObject({
    ...Described,
    tags: FormTags.optional(),
  })
  .superRefine((fields, context) => refuseBothNames(fields, ['doc_id', 'file_name'], { context }))
  .transform(({ doc_id, file_name, ...rest }) => ({ ...rest, doc_id: doc_id ?? file_name }));

/** The form in the API document; it is validated while it is read. */
export const UploadForm = named('UploadForm', {
  file: z.file().meta({ description: 'The document; its filename needs the usual extension of its format.' }),
  ...Described,
  tags: Tags.optional().meta({ description: FORM_TAGS }),
});

const BatchDocument = z.strictObject({
  doc_id: NewDocId.optional(),
  title: Title.optional(),
  tags: Tags.optional().meta({ description: 'Instead of the tags for all.' }),
});
const BatchDocuments = z.array(BatchDocument).max(BATCH_FILES_MAX);

/** The fields of a batch, which come before its files. */
export const BatchFields = z.strictObject({
  documents: z.string().transform(parsedJson).pipe(BatchDocuments).optional(),
  tags: FormTags.optional(),
});

/** The form of a batch in the API document. */
export const BatchForm = named('BatchForm', {
  documents: BatchDocuments.optional().meta({
    description: 'JSON, before the files: what each is called, in their order.',
  }),
  tags: Tags.optional().meta({ description: `For all files. ${FORM_TAGS}` }),
  file: z
    .array(z.file())
    .min(1)
    .max(BATCH_FILES_MAX)
    .meta({ description: 'The documents, as a repeated field after the others.' }),
});

export const DocumentChange = z
  .strictObject({
    title: Title.optional().meta({ description: 'Shown in lists and citations.' }),
    tags: Tags.optional().meta({ description: 'Replace all present tags.' }),
  })
  .meta({ id: 'DocumentChange', examples: [{ title: 'Visitor handbook', tags: ['public'] }] });

export const Accepted = z
  .strictObject({
    doc_id: DocId,
    status: z.literal('queued'),
    version: z.int().min(1).meta({ description: 'Increases with every ingest under this id.' }),
  })
  .meta({ id: 'Accepted', examples: [{ doc_id: 'visitor-handbook', status: 'queued', version: 1 }] });

export type Accepted = z.output<typeof Accepted>;

export const Batch = named('Batch', {
  files: listOf('One entry for each file that was read, in their order.', {
    filename: z.string(),
    accepted: Accepted.nullable(),
    problem: Problem.nullable().meta({ description: 'Why the file was refused.' }),
  }),
  problem: Problem.nullable().meta({
    description:
      'Why the form was not read to its end; null when it was. Send the files that are missing again.',
  }),
});

export type Batch = z.output<typeof Batch>;

export const DocumentStatus = named('DocumentStatus', {
  doc_id: DocId,
  title: z.string(),
  status: z.enum(DOCUMENT_STATUSES).meta({ description: '`queued → processing → done | skipped | failed`.' }),
  stage: z.enum(INGEST_STAGES).nullable().meta({ description: 'Current stage while processing.' }),
  progress: z.number().min(0).max(1),
  version: z.int().min(1),
  media_type: z.string().nullable(),
  bytes: Count.nullable(),
  pages: Count.nullable(),
  chunks: Count.meta({ description: 'Passages of the searchable version.' }),
  added: Count.meta({ description: 'Passages added by the last ingest.' }),
  removed: Count.meta({ description: 'Passages removed by the last ingest.' }),
  embedded: Count.meta({
    description: 'Passages embedded by the last ingest; unchanged ones keep their embeddings.',
  }),
  source: z.strictObject({
    kind: z.enum(['url', 'upload', 'review']),
    url: z.string().optional(),
    filename: z.string().optional(),
    entry_id: z
      .string()
      .optional()
      .meta({ description: 'The review entry, if the document is an approved answer.' }),
  }),
  tags: z.array(z.string()),
  content_hash: z.string().nullable().meta({ description: 'SHA-256 of the original bytes.' }),
  attempts: Count,
  error: z
    .strictObject({ code: z.string(), message: z.string() })
    .nullable()
    .meta({ description: 'Why the ingest failed and what to do.' }),
  duplicate_of: z
    .string()
    .nullable()
    .meta({ description: 'The document with the same content, if this one was skipped.' }),
  created_at: Time,
  updated_at: Time,
});

export type DocumentStatus = z.output<typeof DocumentStatus>;

export const ListQuery = z.strictObject({
  limit: Page.limit,
  sort: z.enum(DOCUMENT_SORTS).default('newest').meta({
    description:
      '`newest` first; by `title`; by `size`, largest first; or by `status`: failed, processing, queued, skipped, done.',
  }),
  cursor: Page.cursor,
  status: z.enum(DOCUMENT_STATUSES).optional(),
  tag: Tag.optional(),
  q: text({ max: 200 }).optional().meta({ description: 'Part of the title or id, case-insensitive.' }),
});

export const DocumentList = pageOf('DocumentList', { docs: z.array(DocumentStatus) });

export type DocumentList = z.output<typeof DocumentList>;

export const Deleted = z
  .strictObject({ doc_id: DocId, status: z.literal('deleted') })
  .meta({ id: 'Deleted', examples: [{ doc_id: 'visitor-handbook', status: 'deleted' }] });

export function documentStatusOf(record: DocumentRecord): DocumentStatus {
  return replyOf(DocumentStatus, record);
}

const Offset = inDecimal(Count);

export const TextFields = z.strictObject({
  from: Offset.optional().meta({ description: 'Start offset; 0 if absent.' }),
  to: Offset.optional().meta({
    description: `End offset, exclusive; at most ${TEXT_UNITS_MAX} after \`from\`, which is also the default.`,
  }),
  chunk_id: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({
      description: 'Instead of offsets: the `chunk_id` of a source.',
      examples: ['visitor-handbook.1.3'],
    }),
});

export const TextQuery = TextFields.superRefine(({ from, to, chunk_id }, context) => {
  const complain = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (chunk_id !== undefined && (from !== undefined || to !== undefined))
    complain('chunk_id', 'cannot be combined with from and to');
  if (to === undefined) return;
  if (to < (from ?? 0)) complain('to', 'must not be less than from');
  if (to - (from ?? 0) > TEXT_UNITS_MAX)
    complain('to', `must be at most ${TEXT_UNITS_MAX} after from: continue from there in the next call`);
}).transform(({ from = 0, to = from + TEXT_UNITS_MAX, chunk_id }) => ({ from, to, chunk_id }));

const Ranges = z.array(z.strictObject({ start: Count, end: Count.meta({ description: 'Exclusive.' }) }));

/** Fields for what the format of a document states of its text. */
export const LAYOUT = {
  headings: Ranges.meta({
    description: 'The headings in `text`, where the format states them, as offsets in the document.',
  }),
  code: Ranges.meta({
    description: 'The code in `text`, where the format states it, as offsets in the document.',
  }),
};

export const DocumentText = z
  .strictObject({
    doc_id: DocId,
    version: z.int().min(1),
    from: Count,
    to: Count.meta({ description: 'Exclusive; less than requested at the end of the text.' }),
    length: Count.meta({ description: 'Length of the whole text.' }),
    content_length: Count.meta({
      description:
        'Where the content ends. What follows is the frame of the pages: running heads, menus, legal notices. No answer uses it.',
    }),
    text: z.string(),
    ...LAYOUT,
  })
  .meta({
    id: 'DocumentText',
    examples: [
      {
        doc_id: 'visitor-handbook',
        version: 1,
        from: 812,
        to: 843,
        length: 20_941,
        content_length: 20_112,
        text: 'A family ticket costs 24 euros.',
        headings: [],
        code: [],
      },
    ],
  });

function parsedJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
}

/** A repeated field, a JSON list or a comma-separated list; the items are validated later. */
function tagList(value: string | string[]): unknown {
  if (Array.isArray(value)) return value;
  const text = value.trim();
  if (text.startsWith('[')) {
    try {
      return JSON.parse(text);
    } catch {
      // A tag may begin with a bracket.
    }
  }
  return text.split(',').filter((tag) => tag.trim() !== '');
}
