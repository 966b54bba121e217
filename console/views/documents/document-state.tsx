import type { DocumentStatus } from '../../api/types.ts';
import { share } from '../../components/figures.ts';
import { Icon } from '../../components/icon.tsx';
import { Progress } from '../../components/spinner.tsx';
import { stateOf } from './wording.ts';

/** A document's state: in words, with an icon, and with a bar during ingestion. */
export function DocumentState({ doc }: { doc: DocumentStatus }) {
  const { status, progress } = doc;
  const words = stateOf(doc);
  if (status === 'processing') {
    const percent = share(progress);
    return (
      <span class="document-state row gap-s aside processing">
        <span>
          {words} <span class="percent">{percent}</span>
        </span>
        <Progress value={progress} label={`${words}: ${percent}`} />
      </span>
    );
  }
  return (
    <span class={`document-state row gap-s aside ${status}`}>
      {status === 'done' && <Icon name="check" />}
      {status === 'failed' && <Icon name="alert" />}
      {status === 'skipped' && <Icon name="copy" />}
      {status === 'queued' && <Icon name="history" />}
      <span>{words}</span>
    </span>
  );
}
