import type { DocumentEvent } from '../../ingestion/document-feed.ts';
import { documentStatusOf } from '../schemas/ingest.ts';
import type { ServerSentEvent } from '../sse.ts';

export const DOCUMENTS_EXAMPLE = `event: counts
data: {"queued":1,"processing":0,"done":41,"skipped":2,"failed":0}

event: document
data: {"doc_id":"visitor-handbook","status":"processing","stage":"parsing","progress":0.1, …}

event: deleted
data: {"doc_id":"old-handbook"}

`;

export async function* documentEvents(events: AsyncIterable<DocumentEvent>): AsyncGenerator<ServerSentEvent> {
  for await (const event of events) yield onTheWire(event);
}

function onTheWire(event: DocumentEvent): ServerSentEvent {
  switch (event.type) {
    case 'counts':
      return { event: 'counts', data: event.counts };
    case 'document':
      return { event: 'document', data: documentStatusOf(event.record) };
    case 'deleted':
      return { event: 'deleted', data: { doc_id: event.docId } };
    case 'missed':
      return { event: 'missed', data: {} };
  }
}
