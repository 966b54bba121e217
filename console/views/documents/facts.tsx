import type { DocumentStatus } from '../../api/types.ts';
import { Fact } from '../../components/fact.tsx';
import { counted, bytes as inBytes } from '../../components/figures.ts';
import { Name } from '../../components/name.tsx';
import { safeHref } from '../../components/safe-href.ts';
import { timeInWords } from '../../components/time-in-words.ts';
import { useMay } from '../../components/use-may.ts';
import { plural, rich, t } from '../../messages.ts';
import { documentHref } from '../../router.ts';
import { kindOf } from './wording.ts';

/** A document's metadata. */
export function Facts({ doc }: { doc: DocumentStatus }) {
  const { doc_id, source, media_type, bytes, pages, chunks, version, duplicate_of } = doc;
  const address = source.url === undefined ? undefined : safeHref(source.url);
  return (
    <dl class="facts">
      {duplicate_of !== null && duplicate_of !== doc_id && (
        <Fact name={t('Same content as')}>
          {rich('{document}, which is used for both', {
            document: (
              <a href={documentHref(duplicate_of)}>
                <Name text={duplicate_of} />
              </a>
            ),
          })}
        </Fact>
      )}
      {source.kind === 'review' && <Fact name={t('From')}>{t('an approved answer')}</Fact>}
      {source.url !== undefined && (
        <Fact name={t('From')}>
          {address ? (
            <a href={address} target="_blank" rel="noopener noreferrer nofollow">
              <Name text={source.url} />
            </a>
          ) : (
            <Name text={source.url} />
          )}
        </Fact>
      )}
      {source.kind === 'upload' && source.filename && (
        <Fact name={t('File')}>
          <Name text={source.filename} />
        </Fact>
      )}
      {media_type !== null && (
        <Fact name={t('Kind')}>
          <span translate={false}>{kindOf(media_type)}</span>
          {bytes !== null && `, ${inBytes(bytes)}`}
          {pages !== null && `, ${plural(pages, ['{count} page', '{count} pages'])}`}
        </Fact>
      )}
      {chunks > 0 && (
        <Fact name={t('Passages')}>
          {counted(chunks)}
          {version > 1 &&
            ` (${t('{added} new, {removed} removed', { added: doc.added, removed: doc.removed })})`}
        </Fact>
      )}
      <Fact name={t('Version')}>
        {t('{version}, changed {when}', { version, when: timeInWords(doc.updated_at) })}
        {version > 1 && `; ${t('first added {when}', { when: timeInWords(doc.created_at) })}`}
      </Fact>
      {useMay('manage') && (
        <Fact name={t('Id')}>
          <code>{doc_id}</code>
        </Fact>
      )}
    </dl>
  );
}
