import type { DocumentStatus } from '../../api/types.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { safeHref } from '../../components/safe-href.ts';
import { t } from '../../messages.ts';
import { ChangeUrl } from './address-dialog.tsx';
import { adviceOn } from './advice.ts';
import { ReplaceButton } from './replace-button.tsx';
import { retry } from './retrying.ts';
import { ServerWords } from './server-words.tsx';

/** Why an ingest failed, and remedies, the most helpful first. */
export function FailureNotice(props: {
  readonly doc: DocumentStatus;
  readonly error: NonNullable<DocumentStatus['error']>;
}) {
  const { doc, error } = props;
  const { url } = doc.source;
  const { reason, cure, remedy } = adviceOn(error.code, { isFromUrl: url !== undefined });
  const address = url === undefined ? undefined : safeHref(url);
  return (
    <div class="notice bad">
      <Icon name="alert" />
      <div class="stack gap-xs">
        <p class="notice-title">{reason}</p>
        <p>{cure}</p>
        <ServerWords message={error.message} code={error.code} />
        <p class="notice-actions row wrap gap-l">
          {remedy === 'replace' && (
            <ReplaceButton variant="primary" doc={doc}>
              {t('Replace the file')}
            </ReplaceButton>
          )}
          <Button variant={remedy === 'retry' ? 'primary' : 'plain'} icon="retry" onClick={() => retry(doc)}>
            {t('Try again')}
          </Button>
          {url !== undefined && <ChangeUrl url={url} target={{ tags: doc.tags, replaces: doc.doc_id }} />}
          {address && (
            <ButtonLink icon="out" href={address} target="_blank" rel="noopener noreferrer nofollow">
              {t('Open its URL')}
            </ButtonLink>
          )}
          {doc.attempts > 1 && (
            <span class="aside">{t('{count} attempts so far', { count: doc.attempts })}</span>
          )}
        </p>
      </div>
    </div>
  );
}
