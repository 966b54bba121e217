import { groundingWords } from '../../components/grounding.tsx';
import type { Turn } from './conversations.ts';

/** Screen reader text for the last question: once when it starts, once with its outcome. */
export function announcementOf(turn: Turn | undefined): string {
  switch (turn?.state) {
    case undefined:
    case 'failed':
      return '';
    case 'asking':
      return 'Searching the documents';
    case 'stopped':
      return 'Stopped';
    case 'answered':
      if (turn.meta?.refused) return `No answer. ${turn.text}`;
      return `Answer: ${turn.text} ${(turn.meta && groundingWords(turn.meta)) ?? ''}`;
  }
}
