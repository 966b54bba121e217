import type { DocumentStatus } from '../../api/types.ts';
import { IconButton } from '../../components/button.tsx';
import { bytes as inBytes } from '../../components/figures.ts';
import { Icon } from '../../components/icon.tsx';
import { memo } from '../../components/memo.ts';
import { Name, undisguised } from '../../components/name.tsx';
import { timeInWords } from '../../components/time-in-words.ts';
import { hasShortcuts } from '../../components/use-keys.ts';
import { useMayTry } from '../../components/use-may.ts';
import { plural, t } from '../../messages.ts';
import { documentHref } from '../../router.ts';
import { adviceOn } from './advice.ts';
import { DocumentState } from './document-state.tsx';
import { retry } from './retrying.ts';
import { toggleSelected } from './selection.ts';
import { kindOf } from './wording.ts';

const TAGS_SHOWN_MAX = 3;

/** A document in a line or two: name, kind, state, and actions. */
export const DocumentRow = memo(function DocumentRow(props: {
  readonly doc: DocumentStatus;
  readonly index: number;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly onOpened: (index: number) => void;
  readonly onDelete: (doc: DocumentStatus, index: number) => void;
}) {
  const { doc, index, isOpen, isSelected, onOpened, onDelete } = props;
  const { doc_id, title, status, error, tags, media_type } = doc;
  const name = undisguised(title);
  const mayManage = useMayTry('manage');
  const origin = originOf(doc);
  const paged = doc.pages === null ? '' : plural(doc.pages, ['{count} page', '{count} pages']);
  const changed = timeInWords(doc.updated_at);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shorter way to the button in it
    <div
      class={isOpen ? 'document-row open' : 'document-row'}
      onKeyDown={({ key, target }) => {
        if (key === 'Delete') onDelete(doc, index);
        if (key === 'x' && hasShortcuts.get() && target instanceof HTMLAnchorElement) toggleSelected(doc_id);
      }}
    >
      {mayManage && (
        <input
          type="checkbox"
          class="document-select"
          aria-label={t('Select {document}', { document: name })}
          checked={isSelected}
          onChange={() => toggleSelected(doc_id)}
        />
      )}
      <span class="document-kind clip" aria-hidden="true" translate={false}>
        {kindOf(media_type) ?? '…'}
      </span>
      <div class="document-words stack gap-xxs">
        <p class="document-title row gap-s">
          <a
            class="clip"
            href={documentHref(doc_id)}
            aria-current={isOpen ? 'true' : undefined}
            onClick={() => onOpened(index)}
          >
            <Name text={title} />
          </a>
          {tags.slice(0, TAGS_SHOWN_MAX).map((tag) => (
            <span key={tag} class="tag">
              <Name text={tag} />
            </span>
          ))}
          {tags.length > TAGS_SHOWN_MAX && <span class="tag">+{tags.length - TAGS_SHOWN_MAX}</span>}
        </p>
        {status === 'failed' && error ? (
          <p class="document-facts aside clip toned bad">
            <Icon name="alert" />
            <span>{adviceOn(error.code).reason}</span>
          </p>
        ) : (
          <p class="document-facts aside clip">
            {factsOf(doc).map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
            {origin !== '' && (
              <span>
                <bdi>{origin}</bdi>
              </span>
            )}
            {paged !== '' && <span class="in-column">{paged}</span>}
            <span class="in-column">{changed}</span>
          </p>
        )}
      </div>
      <span class="document-column aside" aria-hidden="true">
        {paged}
      </span>
      <span class="document-column aside" aria-hidden="true">
        {changed}
      </span>
      <DocumentState doc={doc} />
      <span class="document-actions">
        {status === 'failed' && (
          <IconButton
            icon="retry"
            label={t('Try again: {document}', { document: name })}
            onClick={() => retry(doc)}
          />
        )}
        {mayManage && (
          <IconButton
            icon="trash"
            label={t('Delete {document}', { document: name })}
            onClick={() => onDelete(doc, index)}
          />
        )}
      </span>
    </div>
  );
});

function factsOf({ bytes, chunks }: DocumentStatus): string[] {
  return [
    chunks === 0 ? '' : plural(chunks, ['{count} passage', '{count} passages']),
    bytes === null ? '' : inBytes(bytes),
  ].filter((fact) => fact !== '');
}

/** Where it is from, unless its title says so. */
function originOf({ title, source }: DocumentStatus): string {
  if (source.kind === 'review') return t('approved answer');
  const origin = hostOf(source.url) ?? source.filename ?? '';
  return origin.startsWith(title) ? '' : undisguised(origin);
}

function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : URL.parse(url)?.host;
}
