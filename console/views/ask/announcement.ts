import type { AnswerMeta } from '../../api/types.ts';
import { groundingWords } from '../../components/grounding.tsx';
import { isQuoted } from '../../components/quoted-from.ts';
import { t } from '../../messages.ts';
import type { Turn } from './conversations.ts';
import { modelNote } from './model-note.ts';

/** Screen reader text for the last question: once when it starts, once with its outcome. Failures have their own. */
export function announcementOf(turn: Turn | undefined): string {
  switch (turn?.state) {
    case undefined:
    case 'failed':
      return '';
    case 'asking':
      return turn.failure ? '' : t('Searching the documents');
    case 'stopped':
      return t('Stopped');
    case 'answered':
      return [turn.meta && modelNote(turn.meta), answered(turn)].filter(Boolean).join(' ');
  }
}

function answered({ text, sources, meta }: Turn): string {
  if (meta?.refused) return t('No answer. {text}', { text });
  const told = meta && isQuoted(meta) ? answering(text, meta) : text;
  return t('Answer: {text}', { text: `${told} ${(meta && groundingWords(meta, sources)) ?? ''}` });
}

/** The sentences that answer: the passages around them are long, and stay there to be read. */
function answering(text: string, { statements }: AnswerMeta): string {
  const sentences = statements.map(({ start, end }) => text.slice(start, end));
  return sentences.length > 0 ? sentences.join(' ') : text;
}
