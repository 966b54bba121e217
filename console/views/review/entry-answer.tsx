import type { ReviewEntry } from '../../api/review.ts';
import { AnswerText } from '../../components/answer-text.tsx';
import { Grounding } from '../../components/grounding.tsx';
import { showEvidence } from './evidence.tsx';

/** The answer as given, and the check of its sentences. */
export function EntryAnswer({ entry }: { entry: ReviewEntry }) {
  const { answer, sources, model, grounded, statements } = entry;
  return (
    <>
      <div class="answer">
        <AnswerText text={answer} sources={sources} statements={statements} onOpen={showEvidence} />
      </div>
      <Grounding text={answer} meta={{ model, grounded, statements }} sources={sources} />
    </>
  );
}
