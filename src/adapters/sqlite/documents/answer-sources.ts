import type { Connection } from '../connection.ts';
import { all } from '../database.ts';

/** Which documents approved answers rest on. For use in writes. */
export interface AnswerSources {
  /** Whether all of these documents exist. */
  areThere(docIds: readonly string[]): boolean;
  /** The answer, named by the sequence number of its document, rests on these from now on. */
  replace(answer: number, docIds: readonly string[]): void;
  /** The answer also rests on these. */
  add(answer: number, docIds: readonly string[]): void;
  /** Ids of the answers that rest on the document. */
  restingOn(docId: string): string[];
}

export function createAnswerSources(connection: Connection): AnswerSources {
  const exists = connection.prepare('SELECT 1 FROM documents WHERE doc_id = ?');
  const deleteOf = connection.prepare('DELETE FROM answer_sources WHERE answer = ?');
  const insert = connection.prepare(
    'INSERT INTO answer_sources (doc_id, answer) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const selectAnswers = connection.prepare(
    `SELECT d.doc_id FROM answer_sources s JOIN documents d ON d.sequence = s.answer
     WHERE s.doc_id = ? AND d.doc_id <> s.doc_id`,
  );

  function add(answer: number, docIds: readonly string[]): void {
    for (const docId of docIds) insert.run(docId, answer);
  }

  return {
    areThere: (docIds) => docIds.every((docId) => exists.get(docId) !== undefined),
    replace(answer, docIds) {
      deleteOf.run(answer);
      add(answer, docIds);
    },
    add,
    restingOn: (docId) => all<{ doc_id: string }>(selectAnswers, docId).map((row) => row.doc_id),
  };
}
