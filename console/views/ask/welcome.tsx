import { useState } from 'preact/hooks';
import { type ApiProblem, isAbort, problemOf } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { plural } from '../../components/figures.ts';
import { FileButton } from '../../components/file-button.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Progress } from '../../components/spinner.tsx';
import { say } from '../../components/toast.tsx';
import { useStore } from '../../store.ts';
import { addDocuments, documentCount, sampleFiles } from './knowledge-base.ts';

/** Questions that the sample documents answer. */
const SAMPLE_QUESTIONS = [
  'What does a family ticket cost?',
  'For how long may a painting be lent?',
  'Can I bring my dog?',
];

/** Before the first question: an introduction and suggestions, or how to add documents when there are none. */
export function Welcome(props: {
  readonly onAsk: (question: string) => void;
  /** Called when there are documents to ask about. */
  readonly onReady: () => void;
}) {
  const { onAsk, onReady } = props;
  const count = useStore(documentCount);
  const [hasSamples, setHasSamples] = useState(false);
  return (
    <section class="welcome">
      <h1>What would you like to know?</h1>
      {count === 0 ? (
        <NoDocuments onSamples={() => setHasSamples(true)} onReady={onReady} />
      ) : (
        <p class="lede">
          Answers come from{' '}
          {count === null ? 'your own documents' : count === 1 ? 'one document' : plural(count, 'document')}.
          Every sentence names its source: click the number to read it there.
        </p>
      )}
      {hasSamples && (
        <ul class="suggestions" aria-label="Questions to try">
          {SAMPLE_QUESTIONS.map((question) => (
            <li key={question}>
              <button type="button" class="suggestion" onClick={() => onAsk(question)}>
                {question}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function NoDocuments({ onSamples, onReady }: { onSamples: () => void; onReady: () => void }) {
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function add(files: readonly File[], onAdded: () => void): Promise<void> {
    setProblem(null);
    setProgress(0);
    try {
      const failed = await addDocuments(files, {
        signal: new AbortController().signal,
        onProgress: setProgress,
      });
      for (const { title, error } of failed)
        say(`${title}: ${error?.message ?? 'could not be read'}`, { kind: 'failed' });
      if (failed.length === 0) say(`${plural(files.length, 'document')} added`);
      onAdded();
      onReady();
    } catch (error) {
      if (!isAbort(error)) setProblem(problemOf(error));
    } finally {
      setProgress(null);
    }
  }

  return (
    <>
      <p class="lede">
        There is nothing to answer from yet. Upload your own documents, or try three samples about an invented
        museum.
      </p>
      {progress === null ? (
        <p class="actions">
          <Button variant="primary" icon="document" onClick={() => add(sampleFiles(), onSamples)}>
            Add the sample documents
          </Button>
          <FileButton choice="several" label="Documents to upload" onFiles={(files) => add(files, () => {})}>
            Upload documents
          </FileButton>
        </p>
      ) : (
        <p class="loading" role="status">
          Reading the documents… <Progress value={progress} label="Documents read" />
        </p>
      )}
      {problem && <ProblemNotice problem={problem} />}
    </>
  );
}
