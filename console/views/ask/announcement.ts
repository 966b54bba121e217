import { groundingWords } from '../../components/grounding.tsx';
import type { Turn } from './conversations.ts';
import { fallbackNote } from './fallback-note.ts';

/** Screen reader text for the last question: once when it starts, once with its outcome. Failures have their own. */
export function announcementOf(turn: Turn | undefined): string {
  switch (turn?.state) {
    case undefined:
    case 'failed':
      return '';
    case 'asking':
      return turn.failure ? '' : 'Searching the documents';
    case 'stopped':
      return 'Stopped';
    case 'answered':
      return [turn.meta && fallbackNote(turn.meta), answered(turn)].filter(Boolean).join(' ');
  }
}

function answered({ text, sources, meta }: Turn): string {
  if (meta?.refused) return `No answer. ${text}`;
  return `Answer: ${text} ${(meta && groundingWords(meta, sources)) ?? ''}`;
}
