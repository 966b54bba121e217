/** What visitors do with documents. */
import { connect } from 'node:net';
import { postJson } from '../../scripts/api-client.ts';
import { type Book, drawn, type KnownDocument } from './book.ts';
import type { Content, createContents } from './contents.ts';
import { countUp, keyed, type Visitors } from './visitors.ts';

/** From this many on, documents are deleted rather than added. */
const DOCUMENTS_MAX = 150;
const PAIRS_MAX = 20;
const TAGS = ['north', 'south', 'harbour', 'archive'];
const LEFT_BYTES = 40_000;
const TOO_LARGE_BYTES = 3_000_000;

export interface ActionParts {
  readonly visitors: Visitors;
  readonly book: Book;
  readonly contents: ReturnType<typeof createContents>;
  /** The server's address. */
  readonly url: string;
}

/** What is done, and how often in relation to the others. */
export type Actions = Readonly<Record<string, readonly [weight: number, run: () => Promise<unknown>]>>;

export function documentActions({ visitors, book, contents, url }: ActionParts): Actions {
  const { send, random } = visitors;

  async function put(
    name: string,
    docId: string,
    content: Content,
    { tags = [], key }: { tags?: readonly string[]; key?: string } = {},
  ) {
    const form = new FormData();
    form.set('doc_id', docId);
    form.set('tags', JSON.stringify(tags));
    form.set('file', new Blob([content.bytes as Uint8Array<ArrayBuffer>]), content.filename);
    const init = { method: 'POST', body: form, headers: key === undefined ? {} : keyed(key) };
    const { status } = await send(name, '/api/v1/ingest/upload', init, [202, 503]);
    if (status !== 202) return false;
    book.documents.set(docId, { docId, tags, content, isBroken: content.fact === undefined });
    return true;
  }

  async function add(): Promise<void> {
    if (book.documents.size >= DOCUMENTS_MAX) return remove();
    const docId = book.nextId();
    const content = contents.next();
    await book.alone(docId, async () => {
      const key = random() < 0.3 ? `key-${docId}` : undefined;
      if ((await put('upload', docId, content, { tags: someTags(), ...(key && { key }) })) && key)
        await put('upload again under its key', docId, content, {
          tags: book.documents.get(docId)!.tags,
          key,
        });
    });
  }

  function change(work: (document: KnownDocument) => Promise<unknown>): Promise<void> {
    const document = book.any();
    if (!document) return add();
    return book.alone(document.docId, async () => void (await work(document)));
  }

  const anew = ({ content: { fact } }: KnownDocument) => (fact ? contents.anew(fact.town) : contents.next());

  async function deleteDocument(docId: string): Promise<void> {
    const { status } = await send('delete', `/api/v1/ingest/${docId}`, { method: 'DELETE' });
    if (status === 200) book.removed(docId);
  }

  const remove = () => change(({ docId }) => deleteDocument(docId));

  /** Deleted while it waits or is read. */
  async function cancel(): Promise<void> {
    const docId = book.nextId();
    await book.alone(docId, async () => {
      if (await put('upload', docId, contents.next())) await deleteDocument(docId);
    });
  }

  async function addPair(): Promise<void> {
    book.pairs.splice(0, book.pairs.length - PAIRS_MAX);
    const docIds = [book.nextId(), book.nextId()] as const;
    const pair = contents.pair();
    for (const [i, content] of pair.entries())
      if (!(await put('upload', docIds[i]!, content, { tags: ['pair'] }))) return;
    book.pairs.push({ docIds, towns: [pair[0].fact!.town, pair[1].fact!.town] });
  }

  /** What answers rest on is replaced. */
  async function changePair(): Promise<void> {
    const pair = drawn(book.pairs, random);
    const known = pair && book.documents.get(drawn(pair.docIds, random)!);
    if (known)
      await book.alone(known.docId, async () => void (await put('replace', known.docId, anew(known))));
  }

  /** The connection ends in the middle of the file. */
  async function leaveUpload(): Promise<void> {
    const docId = book.nextId();
    book.neverSent.add(docId);
    const head = `--soak\r\nContent-Disposition: form-data; name="doc_id"\r\n\r\n${docId}\r\n--soak\r\nContent-Disposition: form-data; name="file"; filename="${docId}.txt"\r\n\r\n`;
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const { promise, resolve } = Promise.withResolvers<void>();
    socket.on('error', () => {}).on('close', () => resolve());
    socket.write(
      `POST /api/v1/ingest/upload HTTP/1.1\r\nHost: soak\r\nX-Forwarded-For: 10.0.1.1\r\nContent-Type: multipart/form-data; boundary=soak\r\nContent-Length: ${2 * LEFT_BYTES}\r\n\r\n${head}`,
    );
    socket.write('bridges '.repeat(LEFT_BYTES / 8), () => setTimeout(() => socket.destroy(), 50 * random()));
    await promise;
    countUp(visitors.tally.outcomes, 'left in the middle of an upload');
  }

  async function decline(): Promise<void> {
    const isLarge = random() < 0.5;
    const form = new FormData();
    const bytes = isLarge ? new Uint8Array(TOO_LARGE_BYTES) : new Uint8Array([77, 90, 0, 1, 2]);
    form.set('file', new Blob([bytes]), isLarge ? 'large.txt' : 'program.exe');
    await send('unwanted file', '/api/v1/ingest/upload', { method: 'POST', body: form }, [413, 415]);
  }

  async function follow({ docId }: KnownDocument): Promise<void> {
    const isLeft = random() < 0.3;
    const leaving = new AbortController();
    const headers = { accept: 'text/event-stream' };
    const path = `/api/v1/ingest/status/${docId}`;
    const response = await visitors.call(path, { headers, signal: leaving.signal });
    if (isLeft) leaving.abort();
    await response.text().catch(() => '');
    countUp(visitors.tally.outcomes, `follow ${response.status}${isLeft ? ', left' : ''}`);
  }

  /** What the console does while it is open. */
  async function followAll(): Promise<void> {
    const signal = AbortSignal.timeout(5_000);
    const headers = { accept: 'text/event-stream' };
    const response = await visitors.call('/api/v1/ingest/docs', { headers, signal });
    await response.text().catch(() => '');
    countUp(visitors.tally.outcomes, `follow all ${response.status}`);
  }

  async function read({ docId }: KnownDocument): Promise<void> {
    const what = drawn(['text', 'chunks?limit=2', 'original'], random)!;
    await send(`read ${what}`, `/api/v1/ingest/${docId}/${what}`, {}, [200, 404, 409]);
  }

  async function list(): Promise<void> {
    const filter = drawn(['', '&status=done', '&status=failed', '&tag=harbour', '&q=town'], random)!;
    let cursor = '';
    for (let page = 0; page < 3; page++) {
      const { body } = await send('list', `/api/v1/ingest/docs?limit=20${filter}${cursor}`);
      if (!body.next_cursor) return;
      cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
    }
  }

  const someTags = () => TAGS.filter(() => random() < 0.4);
  const acceptedOrNot = [202, 404, 409, 503];

  return {
    add: [8, add],
    replace: [6, () => change((known) => put('replace', known.docId, anew(known), { tags: known.tags }))],
    retag: [3, () => change(({ docId, content }) => put('other tags', docId, content, { tags: someTags() }))],
    copy: [2, () => change(({ content }) => put('same content, other name', book.nextId(), content))],
    break: [0.5, () => change(({ docId }) => put('broken', docId, contents.failing()))],
    addBroken: [0.5, () => put('broken', book.nextId(), contents.failing())],
    remove: [5, remove],
    cancel: [2, cancel],
    addPair: [1.5, addPair],
    changePair: [1.5, changePair],
    retry: [
      1,
      () =>
        change(({ docId }) =>
          send('retry', `/api/v1/ingest/${docId}/retry`, { method: 'POST' }, acceptedOrNot),
        ),
    ],
    leaveUpload: [1.5, leaveUpload],
    decline: [0.5, decline],
    follow: [2, () => change(follow)],
    followAll: [0.5, followAll],
    read: [3, () => change(read)],
    list: [3, list],
    summary: [1, () => send('summary', '/api/v1/ingest/summary')],
    reindex: [0.03, () => send('reindex', '/api/v1/ingest/reindex', postJson({ from: 'originals' }), [202])],
  };
}
