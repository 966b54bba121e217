import type { ReviewEntry } from '../../api/review.ts';
import { AnswerText } from '../../components/answer-text.tsx';
import { Grounding } from '../../components/grounding.tsx';
import { isQuoted } from '../../components/quoted-from.ts';
import { showEvidence } from './evidence.tsx';

/** The answer as given, and the check of its sentences. */
export function EntryAnswer({ entry }: { entry: ReviewEntry }) {
  const { answer, sources, model, grounded, statements } = entry;
  const checked = { model, grounded, statements };
  return (
    <>
      <div class="answer">
        <AnswerText
          text={answer}
          isQuoted={isQuoted(checked)}
          onOpen={showEvidence}
          {...{ sources, statements }}
        />
      </div>
      <Grounding text={answer} meta={checked} sources={sources} />
    </>
  );
}
