import type { IngestErrorCode } from '../../errors.ts';
import type { PreparableFile, PreparedDocument } from '../../ports/document-preparer.ts';
import type { Recognition } from '../../ports/text-recognition.ts';
import type { DocumentPart } from './document-parts.ts';

/** What the server and a parsing process say to each other: one file at a time, each answered by one last reply. */
export interface ParserRequest {
  readonly file: PreparableFile;
  readonly recognition: Recognition;
}

/** Asks for what follows a `part`: the next comes only then, so that a large document holds nobody up. */
export const CONTINUE = 'continue';

export type ParserReply =
  | { readonly kind: 'stage'; readonly stage: 'parsing' | 'chunking' }
  | { readonly kind: 'part'; readonly part: DocumentPart }
  /** With the parts before it, if any, the whole document. */
  | { readonly kind: 'prepared'; readonly document: PreparedDocument; readonly memoryBytes: number }
  /** Pages without text of their own, where recognition is possible: the same request is to follow with their text. */
  | { readonly kind: 'scanned'; readonly pages: readonly number[]; readonly memoryBytes: number }
  | {
      readonly kind: 'failed';
      readonly code: IngestErrorCode;
      readonly message: string;
      readonly memoryBytes: number;
    };
