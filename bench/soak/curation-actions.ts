/** What reviewers and operators do, and what visitors say of answers. */
import { postJson } from '../../scripts/api-client.ts';
import { drawn } from './book.ts';
import type { ActionParts, Actions } from './document-actions.ts';
import { keyed } from './visitors.ts';

const PAGES = [
  '/api/v1/quality/summary',
  '/api/v1/quality/gaps',
  '/api/v1/quality/answers?limit=20',
  '/api/v1/review/decided?limit=20',
  '/api/v1/feedback?limit=20',
  '/api/v1/settings',
  '/openapi.json',
  '/',
];
/** Approving also ends so: another was faster, its document was deleted meanwhile, or the queue is full. */
const DECIDED = [200, 409, 503];

export function curationActions({ visitors, book }: ActionParts): Actions {
  const { send, random } = visitors;

  async function decide(): Promise<void> {
    const sort = random() < 0.5 ? 'newest' : 'demand';
    const { status, body } = await send('pending', `/api/v1/review/pending?limit=20&sort=${sort}`);
    const entry = status === 200 ? drawn(body.pending as { entry_id: string }[], random) : undefined;
    if (entry) await decideOn(entry.entry_id, ['approve', 'approve', 'edit', 'reject']);
  }

  async function decideOn(entryId: string, ways: readonly string[]): Promise<void> {
    const way = drawn(ways, random)!;
    const path = `/api/v1/review/${entryId}/${way === 'reject' ? 'reject' : 'approve'}`;
    const edit =
      way === 'edit' ? { answer: `Reviewers settled this as case ${entryId}.`, tags: ['edited'] } : {};
    const { status, body } = await send(way, path, postJson({ note: 'soaked', ...edit }), DECIDED);
    if (status !== 200) return;
    book.decisions.set(entryId, body.status);
    if (body.doc_id) book.answerDocIds.add(body.doc_id);
  }

  async function withdraw(): Promise<void> {
    const docId = drawn([...book.answerDocIds], random);
    if (!docId) return;
    book.answerDocIds.delete(docId);
    await send('delete approved', `/api/v1/ingest/${docId}`, { method: 'DELETE' }, [200, 404]);
  }

  async function rate(): Promise<void> {
    const id = drawn(book.correlationIds, random);
    const rating = random() < 0.5 ? 'up' : 'down';
    const isKeyed = random() < 0.5;
    const headers = isKeyed ? keyed(`rate-${random()}`) : {};
    const init = postJson({ rating, reason: 'soaked', ...(id && { correlation_id: id }) }, headers);
    const give = async () => {
      const { status, body } = await send('feedback', '/api/v1/feedback', init, [201]);
      if (status === 201) book.feedbackIds.add(body.feedback_id);
    };
    await give();
    if (isKeyed) await give();
  }

  async function look(): Promise<void> {
    const path = drawn(PAGES, random)!;
    await send(`look at ${path}`, path);
  }

  return {
    decide: [3, decide],
    decideAgain: [
      0.5,
      async () => {
        const entryId = drawn([...book.decisions.keys()], random);
        if (entryId) await decideOn(entryId, ['approve', 'reject']);
      },
    ],
    withdraw: [1, withdraw],
    rate: [4, rate],
    look: [2, look],
  };
}
