import type { AnswerTrace } from '../../api/quality.ts';
import { share } from '../../components/figures.ts';

/** What decided, and what would help. */
export function outcomeWords({ outcome, gate }: Pick<AnswerTrace, 'outcome' | 'gate'>): string {
  const reached = gate ? `${share(gate.probability)} likely` : 'not likely enough';
  const threshold = gate?.threshold == null ? undefined : share(gate.threshold);
  switch (outcome) {
    case 'answered':
      if (!gate) return 'Answered from the passages found.';
      return threshold === undefined
        ? 'Answered: the language model found the answer in the passages.'
        : `Answered: the best sentence is ${reached} to have the answer; ${threshold} is enough.`;
    case 'approved':
      return 'Answered with the answer that a reviewer approved for this question.';
    case 'nothing_ingested':
      return 'Not answered: no document was searchable. Add some, and ask again.';
    case 'nothing_found':
      return 'Not answered: no passage has a word of the question. A document about it is missing, or uses other words.';
    case 'below_threshold':
      return `Not answered: the best sentence found is only ${reached} to have the answer${threshold === undefined ? '' : `; ${threshold} is needed`}. A document that states the answer is missing.`;
    case 'not_supported':
      return 'Not answered: the passages support no answer.';
  }
}
