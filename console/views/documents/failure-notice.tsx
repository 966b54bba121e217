import type { DocumentStatus } from '../../api/types.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../messages.ts';
import { adviceOn } from './advice.ts';
import { ReplaceButton } from './replace-button.tsx';
import { retry } from './retrying.ts';

/** Why an ingest failed, and remedies, the most helpful first. */
export function FailureNotice(props: {
  readonly doc: DocumentStatus;
  readonly error: NonNullable<DocumentStatus['error']>;
}) {
  const { doc, error } = props;
  const { reason, cure, remedy } = adviceOn(error.code);
  return (
    <div class="notice bad">
      <Icon name="alert" />
      <div>
        <p class="notice-title">{reason}</p>
        <p>{cure}</p>
        <p class="aside" dir="auto">
          <span lang="en">{error.message}</span> <code>{error.code}</code>
        </p>
        <p class="notice-actions">
          {remedy === 'replace' && (
            <ReplaceButton variant="primary" doc={doc}>
              {t('Replace the file')}
            </ReplaceButton>
          )}
          <Button variant={remedy === 'retry' ? 'primary' : 'plain'} icon="retry" onClick={() => retry(doc)}>
            {t('Try again')}
          </Button>
          {doc.attempts > 1 && (
            <span class="aside">{t('{count} attempts so far', { count: doc.attempts })}</span>
          )}
        </p>
      </div>
    </div>
  );
}
