import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { SourceDocument } from '../evaluation-set.ts';
import { readJsonLines } from '../json-lines.ts';
import { setFolders } from '../set-folders.ts';
import { fileDocuments, filesIn } from '../source-files.ts';

/** A folder of real documents, and questions about them in everyday words. */
export interface Collection {
  readonly name: string;
  readonly documents: readonly SourceDocument[];
  readonly questions: readonly CollectionQuestion[];
}

export interface CollectionQuestion {
  readonly id: string;
  readonly question: string;
  /** Earlier questions of the conversation. */
  readonly turns: readonly string[];
  readonly kind: string;
  /** How far its words are from those of the document; null where it has no answer. */
  readonly wording: 'near' | 'between' | 'far' | null;
  readonly answerable: boolean;
  /** Of an unanswerable question: whether it is near the documents' topic. */
  readonly topic: 'near' | 'far' | null;
  /** Path of a document, and text of it that holds the answer. */
  readonly gold: readonly { readonly doc: string; readonly quote: string }[];
  /** Whether one of `gold` is enough. */
  readonly gold_mode: 'any' | 'all';
  /** Facts an answer must hold, each as alternative regular expressions that ignore case. */
  readonly must: readonly (readonly string[])[];
}

/** Folders below `root` with files and everyday questions about them, sorted. */
export function findCollections(root: string): string[] {
  const isAsked = (folder: string) =>
    existsSync(join(folder, 'files')) && existsSync(join(folder, 'questions.jsonl'));
  return setFolders(root, isAsked).map(({ folder }) => folder);
}

export async function readCollection(folder: string): Promise<Collection> {
  const files = join(folder, 'files');
  const documents = await fileDocuments(filesIn(files), (path) => relative(files, path));
  const questions = readJsonLines<CollectionQuestion>(folder, 'questions') ?? [];
  return { name: basename(folder), documents, questions };
}
