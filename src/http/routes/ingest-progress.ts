import type { DocumentRecord } from '../../ports/document.ts';
import { documentStatusOf } from '../schemas/ingest.ts';
import type { ServerSentEvent } from '../sse.ts';

export const PROGRESS_EXAMPLE = `event: status
data: {"doc_id":"visitor-handbook","status":"processing","stage":"parsing","progress":0.1, …}

event: status
data: {"doc_id":"visitor-handbook","status":"done","stage":null,"progress":1, …}

event: done
data: {"doc_id":"visitor-handbook","status":"done","stage":null,"progress":1, …}

`;

/** A `status` event for each record that differs from the one before in more than its time, then `done`. */
export async function* progressEvents(
  records: AsyncIterable<DocumentRecord>,
): AsyncGenerator<ServerSentEvent> {
  let last: ReturnType<typeof documentStatusOf> | undefined;
  for await (const record of records) {
    const status = documentStatusOf(record);
    if (last === undefined || !sameButTime(status, last)) yield { event: 'status', data: status };
    last = status;
  }
  yield { event: 'done', data: last };
}

function sameButTime(a: object, b: object): boolean {
  const withoutTime = (status: object) => JSON.stringify({ ...status, updated_at: null });
  return withoutTime(a) === withoutTime(b);
}
