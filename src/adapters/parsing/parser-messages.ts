import type { IngestErrorCode } from '../../errors.ts';
import type { PreparableFile, PreparedDocument } from '../../ports/document-preparer.ts';
import type { Recognition } from '../../ports/text-recognition.ts';

/** What the server and a parsing process say to each other: one file at a time, each answered by one last reply. */
export interface ParserRequest {
  readonly file: PreparableFile;
  readonly recognition: Recognition;
}

export type ParserReply =
  | { readonly kind: 'stage'; readonly stage: 'parsing' | 'chunking' }
  | { readonly kind: 'prepared'; readonly document: PreparedDocument; readonly memoryBytes: number }
  /** Pages without text of their own, where recognition is possible: the same request is to follow with their text. */
  | { readonly kind: 'scanned'; readonly pages: readonly number[]; readonly memoryBytes: number }
  | {
      readonly kind: 'failed';
      readonly code: IngestErrorCode;
      readonly message: string;
      readonly memoryBytes: number;
    };
