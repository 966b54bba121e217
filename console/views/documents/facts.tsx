import type { ComponentChildren } from 'preact';
import type { DocumentStatus } from '../../api/types.ts';
import { counted, bytes as inBytes, plural } from '../../components/figures.ts';
import { Name } from '../../components/name.tsx';
import { safeHref } from '../../components/safe-href.ts';
import { documentHref } from '../../router.ts';
import { kindOf, timeInWords } from './wording.ts';

/** A document's metadata. */
export function Facts({ doc }: { doc: DocumentStatus }) {
  const { doc_id, source, media_type, bytes, pages, chunks, version, tags, duplicate_of } = doc;
  const address = source.url === undefined ? undefined : safeHref(source.url);
  return (
    <dl class="facts">
      {duplicate_of !== null && duplicate_of !== doc_id && (
        <Fact name="Same content as">
          <a href={documentHref(duplicate_of)}>
            <Name text={duplicate_of} />
          </a>
          , which is used for both
        </Fact>
      )}
      {source.kind === 'review' && <Fact name="From">an approved answer</Fact>}
      {source.url !== undefined && (
        <Fact name="From">
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
        <Fact name="File">
          <Name text={source.filename} />
        </Fact>
      )}
      {media_type !== null && (
        <Fact name="Kind">
          {kindOf(media_type)}
          {bytes !== null && `, ${inBytes(bytes)}`}
          {pages !== null && `, ${plural(pages, 'page')}`}
        </Fact>
      )}
      {chunks > 0 && (
        <Fact name="Passages">
          {counted(chunks)}
          {` (${doc.embedded === 0 ? 'none' : counted(doc.embedded)} embedded at the last ingest`}
          {version > 1 && `, ${counted(doc.added)} new, ${counted(doc.removed)} removed`})
        </Fact>
      )}
      <Fact name="Version">
        {version}, changed {timeInWords(doc.updated_at)}
        {version > 1 && `; first added ${timeInWords(doc.created_at)}`}
      </Fact>
      {tags.length > 0 && (
        <Fact name="Tags">
          {tags.map((tag) => (
            <span key={tag} class="tag">
              <Name text={tag} />
            </span>
          ))}
        </Fact>
      )}
      <Fact name="Id">
        <code>{doc_id}</code>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
