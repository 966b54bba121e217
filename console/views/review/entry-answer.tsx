import { useEffect, useState } from 'preact/hooks';
import { answerTrace } from '../../api/quality.ts';
import type { ReviewEntry } from '../../api/review.ts';
import type { Statement } from '../../api/types.ts';
import { AnswerText } from '../../components/answer-text.tsx';
import { Grounding } from '../../components/grounding.tsx';
import { showEvidence } from './evidence.tsx';

/** Whoever only passes by spends no requests. */
const PAUSE_MS = 200;
const NONE: readonly Statement[] = [];

/** The answer as it was given, and what checking its sentences came to. */
export function EntryAnswer({ entry }: { entry: ReviewEntry }) {
  const { answer, sources, grounded } = entry;
  const statements = useStatements(entry);
  return (
    <>
      <div class="answer">
        <AnswerText text={answer} sources={sources} statements={statements} onOpen={showEvidence} />
      </div>
      <Grounding text={answer} meta={{ grounded, statements }} sources={sources} />
    </>
  );
}

/** Sentence by sentence while the server has it: what was edited since is another text. */
function useStatements({ correlation_id: correlationId, decided_at, answer }: ReviewEntry) {
  const [statements, setStatements] = useState(NONE);
  useEffect(() => {
    setStatements(NONE);
    if (decided_at !== null) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      answerTrace(correlationId, { signal: controller.signal }).then(
        (trace) => setStatements(trace.statements.filter(({ end }) => end <= answer.length)),
        // The verdict on the whole is told anyway.
        () => {},
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [correlationId, answer]);
  return statements;
}
