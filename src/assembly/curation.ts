import { randomUUID } from 'node:crypto';
import type { ModelUsage } from '../adapters/models/model-usage.ts';
import { createAnswerLog } from '../curation/answer-log.ts';
import { createAnswerQuality } from '../curation/answer-quality.ts';
import { createDecisions } from '../curation/decisions.ts';
import { createExpiry } from '../curation/expiry.ts';
import { createFeedback } from '../curation/feedback.ts';
import type { Provenance } from '../curation/provenance.ts';
import { createReview } from '../curation/review.ts';
import { createAnswerDocuments } from '../ingestion/documents/answer-documents.ts';
import type { NotifyWebhooks } from '../ports/webhook-events.ts';
import type { Config } from '../settings/config.ts';
import type { Stores, Surroundings } from './stores.ts';

/** Review, feedback and figures of answers. Interrupted decisions have been resumed when this resolves. */
export async function openCuration(
  config: Config,
  parts: Pick<Surroundings, 'opened' | 'logger'> &
    Stores & {
      catalog: Parameters<typeof createAnswerDocuments>[0]['catalog'];
      provenance: Provenance;
      modelUsage: ModelUsage;
      /** Notifies webhooks. */
      notify: NotifyWebhooks | undefined;
    },
) {
  const { opened, documentStore, curationStore, answerStore, leadership, provenance } = parts;
  const { logger, now } = parts;
  const decisions = opened.use(
    createDecisions({
      store: curationStore,
      documents: createAnswerDocuments(parts),
      documentStore,
      onDecided: provenance.recheck,
      logger,
    }),
  );
  await leadership.whileLeading('decisions', async () => {
    await decisions.resume();
    const expiry = createExpiry({ store: curationStore, decisions, logger, now });
    await expiry.start();
    return expiry;
  });
  const review = createReview({
    store: curationStore,
    documentStore,
    decisions,
    policy: config.reviewPolicy,
    async onHeld(entry) {
      await provenance.recheck(entry);
      const { entryId: entry_id, question, correlationId: correlation_id } = entry;
      if (entry.asked === 1)
        parts.notify?.({ type: 'answer.held', data: { entry_id, question, correlation_id } });
    },
    expiresDays: config.reviewExpiresDays,
    logger,
    now,
    newId: randomUUID,
  });
  const answerLog = opened.use(createAnswerLog({ store: answerStore, logger, now }));
  const answerQuality = createAnswerQuality({
    answerStore,
    curationStore,
    documentStore,
    prices: config.llmPrices,
    modelCalls: parts.modelUsage.snapshot,
    now,
  });
  return {
    review,
    answerLog,
    answerQuality,
    feedback: createFeedback({
      store: curationStore,
      answerLog,
      onRatedDown({ feedbackId, correlationId, question, reason }) {
        const data = { feedback_id: feedbackId, correlation_id: correlationId, question, reason };
        parts.notify?.({ type: 'answer.rated_down', data });
      },
    }),
  };
}
