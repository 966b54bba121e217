import type { IngestErrorCode } from '../../errors.ts';
import type { PreparableFile, PreparedDocument } from '../../ports/document-preparer.ts';
import type { Recognition } from '../../ports/text-recognition.ts';
import type { DocumentPart } from './document-parts.ts';

/** The protocol between server and parsing process: one file at a time, each answered by one final reply. */
export interface ParserRequest {
  readonly file: PreparableFile;
  readonly recognition: Recognition;
}

/** Requests the part after a `part`: parts are sent on demand, so that a large document blocks nobody. */
export const CONTINUE = 'continue';

export type ParserReply =
  /** How far it is: the share of the stage, 0–1. The deadline begins again. */
  | { readonly kind: 'stage'; readonly stage: 'parsing' | 'chunking'; readonly share: number }
  | { readonly kind: 'part'; readonly part: DocumentPart }
  /** Together with the parts before it, the whole document. */
  | { readonly kind: 'prepared'; readonly document: PreparedDocument; readonly memoryBytes: number }
  /** Pages without text, when recognition is possible: the same request follows with their text. */
  | { readonly kind: 'scanned'; readonly pages: readonly number[]; readonly memoryBytes: number }
  | {
      readonly kind: 'failed';
      readonly code: IngestErrorCode;
      readonly message: string;
      readonly memoryBytes: number;
    };
