import type { AnswerTrace } from '../../api/quality.ts';
import { share } from '../../components/figures.ts';

/** What decided, and what would help. */
export function outcomeWords({ outcome, gate }: Pick<AnswerTrace, 'outcome' | 'gate'>): string {
  const reached = gate ? `${share(gate.probability)} probable` : 'not probable enough';
  const threshold = gate?.threshold == null ? undefined : share(gate.threshold);
  switch (outcome) {
    case 'answered':
      if (!gate) return 'Answered from what was found.';
      return threshold === undefined
        ? 'Answered: the language model found the answer in the passages.'
        : `Answered: the best sentence is ${reached} to hold the answer, and ${threshold} is enough.`;
    case 'approved':
      return 'Answered with what a reviewer had approved for this very question.';
    case 'nothing_ingested':
      return 'Not answered: no document was searchable. Add some, and ask again.';
    case 'nothing_found':
      return 'Not answered: no passage has a word of the question. A document about it is missing, or uses other words.';
    case 'below_threshold':
      return `Not answered: even the best sentence found is only ${reached} to hold the answer${threshold === undefined ? '' : `, and ${threshold} is what it takes`}. The documents touch on it at most; one that says it outright is missing.`;
    case 'not_supported':
      return 'Not answered: no answer that the passages support could be written.';
  }
}
