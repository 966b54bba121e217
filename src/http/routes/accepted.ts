import type { FastifyRequest } from 'fastify';
import type { DocumentRecord } from '../../ports/document.ts';
import type { KeptReply } from '../idempotency.ts';
import type { Accepted } from '../schemas/ingest.ts';
import type { RouteParts } from './route-parts.ts';

/** The reply to a document that was accepted. */
export function acceptedReply(record: DocumentRecord): KeptReply<Accepted> {
  return { headers: { location: `/api/v1/ingest/status/${record.docId}` }, body: acceptedOf(record) };
}

export function acceptedOf({ docId, version }: DocumentRecord): Accepted {
  return { doc_id: docId, status: 'queued', version };
}

/** What a request may do with documents, and its name in the log. */
export function intakeCaller(request: FastifyRequest, { refusalOf }: Pick<RouteParts, 'refusalOf'>) {
  return { mayReplace: refusalOf(request, 'manage') === undefined, correlationId: request.id };
}
