import type { AnswerTrace } from '../../api/quality.ts';
import { share } from '../../components/figures.ts';
import { t } from '../../messages.ts';

/** What decided, and what would help. */
export function outcomeWords({ outcome, gate }: Pick<AnswerTrace, 'outcome' | 'gate'>): string {
  const reached = gate ? share(gate.probability) : '';
  const needed = gate?.threshold == null ? '' : share(gate.threshold);
  switch (outcome) {
    case 'answered':
      if (!gate) return t('Answered from the passages found.');
      return needed === ''
        ? t('Answered: the language model found the answer in the passages.')
        : t('Answered: the best sentence is {reached} likely to have the answer; {needed} is enough.', {
            reached,
            needed,
          });
    case 'approved':
      return t('Answered with the answer that a reviewer approved for this question.');
    case 'nothing_ingested':
      return t('Not answered: no document was searchable. Add some, and ask again.');
    case 'nothing_found':
      return t(
        'Not answered: no passage has a word of the question. A document about it is missing, or uses other words.',
      );
    case 'below_threshold':
      return [
        reached === ''
          ? t('Not answered: the best sentence found is not likely enough to have the answer.')
          : needed === ''
            ? t('Not answered: the best sentence found is only {reached} likely to have the answer.', {
                reached,
              })
            : t(
                'Not answered: the best sentence found is only {reached} likely to have the answer; {needed} is needed.',
                { reached, needed },
              ),
        t('A document that states the answer is missing.'),
      ].join(' ');
    case 'not_supported':
      return t('Not answered: the passages support no answer.');
  }
}
