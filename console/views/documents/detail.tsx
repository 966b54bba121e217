import { useEffect, useRef, useState } from 'preact/hooks';
import { documentStatus } from '../../api/documents.ts';
import { type ApiProblem, isAbort, problemOf } from '../../api/problem.ts';
import type { DocumentStatus } from '../../api/types.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { downloadOriginal } from '../../components/download-original.ts';
import { Icon } from '../../components/icon.tsx';
import { Name, undisguised } from '../../components/name.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { adviceOn } from './advice.ts';
import { Content } from './content.tsx';
import { DocumentState } from './document-state.tsx';
import { Facts } from './facts.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { lastChanged } from './feed.ts';
import { listing } from './listing.ts';
import { upload } from './uploads.ts';

/** One document: its state, its origin, and its passages. */
export function DocumentDetail(props: {
  readonly docId: string;
  /** Called when its title is known. */
  readonly onTitle: (title: string) => void;
  readonly onClose: () => void;
  readonly onDelete: (doc: DocumentStatus) => void;
}) {
  const { docId, onTitle, onClose, onDelete } = props;
  const { doc, problem, lookAgain } = useDocument(docId);
  const heading = useRef<HTMLHeadingElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [doc === null]);

  useEffect(() => {
    if (doc) onTitle(undisguised(doc.title));
  }, [doc?.title]);

  if (problem) return <ProblemNotice problem={problem} onRetry={lookAgain} />;
  if (!doc) {
    return (
      <p class="loading">
        <Spinner /> Opening the document…
      </p>
    );
  }
  const { status, error, chunks, version, source } = doc;
  const isReplaceOffered = status === 'failed' && adviceOn(error?.code ?? '').remedy === 'replace';
  return (
    <article class="document-detail">
      <header>
        <h2 ref={heading} tabindex={-1}>
          <Name text={doc.title} />
        </h2>
        <IconButton class="detail-close" icon="close" label="Close the document" onClick={onClose} />
      </header>
      <DocumentState doc={doc} />
      {status === 'failed' && error && (
        <FailureNotice doc={doc} error={error} onReplace={() => chooser.current?.click()} />
      )}
      <p class="actions">
        <Button icon="out" onClick={() => downloadOriginal(docId, undisguised(doc.title))}>
          Download
        </Button>
        {source.kind !== 'review' && !isReplaceOffered && (
          <Button icon="upload" onClick={() => chooser.current?.click()}>
            Replace
          </Button>
        )}
        <Button icon="trash" onClick={() => onDelete(doc)}>
          Delete
        </Button>
        <input
          ref={chooser}
          class="visually-hidden"
          type="file"
          tabindex={-1}
          aria-label="File to replace it with"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            // Fields not sent again would be lost.
            if (file)
              upload([{ name: file.name, content: { file } }], { tags: doc.tags, replaces: doc.doc_id });
            event.currentTarget.value = '';
          }}
        />
      </p>
      {version > 1 && chunks > 0 && status !== 'done' && status !== 'skipped' && (
        <p class="notice warn">
          <Icon name="history" />
          <span>
            Questions are answered from the version before{status !== 'failed' && ', until this one is ready'}
            .
          </span>
        </p>
      )}
      <Facts doc={doc} />
      {chunks > 0 && <Content key={`${status} ${version}`} docId={docId} />}
    </article>
  );
}

/** The document, kept up to date. */
function useDocument(docId: string) {
  const [doc, setDoc] = useState<DocumentStatus | null>(
    () => listing.get().docs.find(({ doc_id }) => doc_id === docId) ?? null,
  );
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const update = () => {
      const told = lastChanged.get().get(docId);
      if (told) setDoc(told);
    };
    return lastChanged.subscribe(update);
  }, [docId]);
  useEffect(() => {
    if (doc) return;
    const controller = new AbortController();
    documentStatus(docId, { signal: controller.signal }).then(
      (found) => {
        setDoc(found);
        setProblem(null);
      },
      (error: unknown) => {
        if (!isAbort(error)) setProblem(problemOf(error));
      },
    );
    return () => controller.abort();
  }, [docId, attempt]);
  return {
    doc,
    problem,
    lookAgain: () => {
      setProblem(null);
      setAttempt(attempt + 1);
    },
  };
}
