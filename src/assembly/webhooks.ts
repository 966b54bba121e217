import { randomUUID } from 'node:crypto';
import { asError } from '../errors.ts';
import { ENDED } from '../ports/document.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Logger } from '../ports/logger.ts';
import type { NotifyWebhooks } from '../ports/webhook-events.ts';
import type { Config } from '../settings/config.ts';
import type { Stores } from './stores.ts';

/** @returns What to call for each event; undefined when nobody is to be notified. */
export async function openWebhooks(
  config: Config,
  parts: Pick<Stores, 'memoryStore' | 'now'> & { opened: AsyncDisposableStack; logger: Logger },
): Promise<NotifyWebhooks | undefined> {
  const { webhookUrls: urls, webhookSecret: secret } = config;
  if (urls.length === 0) return undefined;
  const { createWebhooks } = await import('../adapters/webhooks.ts');
  const webhooks = parts.opened.use(
    createWebhooks({
      ...{ urls, secret, store: parts.memoryStore, logger: parts.logger, now: parts.now },
      ...{ newId: randomUUID, random: Math.random },
    }),
  );
  await webhooks.resume();
  return webhooks.notify;
}

/** Notifies of the document's ingest, unless it has not ended: it is retried, or there is a newer version. */
export async function notifyOfIngest(
  docId: string,
  parts: { notify: NotifyWebhooks; documentStore: Pick<DocumentStore, 'get'>; logger: Logger },
): Promise<void> {
  const { notify, documentStore, logger } = parts;
  try {
    const record = await documentStore.get(docId);
    if (!record || !ENDED.has(record.status)) return;
    const { title, status, version, error } = record;
    notify({ type: 'ingest.ended', data: { doc_id: docId, title, status, version, error } });
  } catch (error) {
    logger.warn('No webhook is sent for an ingest', { doc_id: docId, error: asError(error) });
  }
}
