import { groundingWords } from '../../components/grounding.tsx';
import type { Turn } from './conversations.ts';

/** What a screen reader is told of the last question: once that it is under way, once what came of it. */
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
