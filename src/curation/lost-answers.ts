import type { CurationStore } from '../ports/curation-store.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Logger } from '../ports/logger.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { answerLinks } from './provenance.ts';

/** Withdraws approved answers that an earlier Docent left when it deleted what they rest on. */
export async function withdrawLostAnswers(parts: {
  documentStore: Pick<DocumentStore, 'linkAnswers'>;
  curationStore: Pick<CurationStore, 'ties'>;
  searchIndex: Pick<SearchIndex, 'remove'>;
  logger: Logger;
  now: () => number;
}): Promise<void> {
  const { documentStore, curationStore, searchIndex, logger, now } = parts;
  const withdrawn = await documentStore.linkAnswers(answerLinks(await curationStore.ties()), now());
  for (const { docId, version } of withdrawn) await searchIndex.remove(docId, version);
  if (withdrawn.length > 0)
    logger.info('Approved answers withdrawn because documents that they cite were deleted', {
      doc_ids: withdrawn.map(({ docId }) => docId).join(' '),
    });
}
