/**
 * `node scripts/upgrade.ts <revision…>`: has each earlier revision fill a data folder and kills it while it ingests, then
 * starts this one on the folder and compares what both show. At the end the earlier one must refuse the folder, unless
 * the schemas are the same. Exit code 1 when anything is missing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { checkOut } from '../bench/checkout.ts';
import { makeCorpus } from '../bench/corpus.ts';
import { launchServer } from '../test/server-process.ts';
import { createApiClient, postJson } from './api-client.ts';

const SETTLE_TIMEOUT_MS = 300_000;
const REVISION_TIMEOUT_MS = 600_000;
const SETTLED_DOCUMENTS = 20;
const INTERRUPTED_DOCUMENTS = 10;
/** An answer that no single document states, so that it is held for review. */
const HELD = 'When do the castle and the garden open?';
const APPROVED = 'The garden opens at seven, the castle at nine.';
const PLACES = {
  castle: 'Opening hours of the castle. The castle opens at nine in the morning. Dogs must stay outside.',
  garden: 'Opening hours of the garden. The garden opens at seven in the morning. Picnics are welcome.',
};
const DATABASES = ['docent.db', 'curation.db'] as const;

const corpus = makeCorpus(SETTLED_DOCUMENTS + INTERRUPTED_DOCUMENTS, 5);

for (const ref of process.argv.slice(2)) {
  const place = mkdtempSync(join(tmpdir(), 'docent-upgrade-'));
  const { revision, folder } = await checkOut(
    ref,
    join(place, 'earlier'),
    AbortSignal.timeout(REVISION_TIMEOUT_MS),
  );
  const earlier = pathToFileURL(join(folder, 'src', 'main.ts'));
  const before = await filled(place, earlier);
  const [schemas, missing] = [schemasIn(place), await compared(place, before)];
  const refusal = await refused(place, earlier, { isDue: schemas !== schemasIn(place) });
  const wrong = [...missing, ...refusal.wrong];
  console.log(`${revision}: schemas ${schemas} → ${schemasIn(place)}. ${refusal.said}`);
  for (const what of wrong) console.log(`WRONG: ${what}`);
  if (wrong.length > 0) process.exitCode = 1;
  rmSync(place, { recursive: true });
}

/** What the earlier revision shows before it is killed. */
async function filled(place: string, program: URL) {
  const server = launchServer(place, {}, program);
  const client = createApiClient(await server.listening());
  for (const { name, text } of corpus.slice(0, SETTLED_DOCUMENTS))
    await client.upload(name, Buffer.from(text));
  for (const [docId, text] of Object.entries(PLACES))
    await client.upload(`${docId}.txt`, Buffer.from(text), { doc_id: docId });
  await client.settled(SETTLE_TIMEOUT_MS);
  await client.ask(HELD);
  const [entry] = (await json(client, '/api/v1/review/pending')).pending as { entry_id: string }[];
  if (entry) await json(client, `/api/v1/review/${entry.entry_id}/approve`, { answer: APPROVED });
  await json(client, '/api/v1/feedback', { rating: 'down', reason: 'Too short' });
  const documents = await client.settled(SETTLE_TIMEOUT_MS);
  for (const { name, text } of corpus.slice(SETTLED_DOCUMENTS)) await client.upload(name, Buffer.from(text));
  await server.stop('SIGKILL');
  return { documents, isApproved: entry !== undefined };
}

/** @returns What this revision does not show of it. */
async function compared(place: string, before: Awaited<ReturnType<typeof filled>>): Promise<string[]> {
  const server = launchServer(place);
  const client = createApiClient(await server.listening());
  const wrong: string[] = [];
  // Search terms of the earlier analysis are replaced in the background.
  const signal = AbortSignal.timeout(SETTLE_TIMEOUT_MS);
  while (((await json(client, '/api/v1/ingest/summary')).outdated as number) > 0)
    await setTimeout(100, undefined, { signal });
  const after = new Map((await client.settled(SETTLE_TIMEOUT_MS)).map((record) => [record.doc_id, record]));
  if (after.size !== before.documents.length + INTERRUPTED_DOCUMENTS)
    wrong.push(`${after.size} documents, before it were ${before.documents.length} and those interrupted`);
  for (const { doc_id: docId, status, error } of after.values())
    if (status !== 'done') wrong.push(`${docId} is ${status}: ${error?.message}`);
  for (const { doc_id: docId, version, chunks } of before.documents) {
    const now = after.get(docId);
    if (now?.version !== version || now.chunks !== chunks) wrong.push(`${docId} is not as it was`);
    for (const part of ['original', 'text']) {
      const { status } = await client.call(`/api/v1/ingest/${docId}/${part}`);
      if (status !== 200) wrong.push(`the ${part} of ${docId}: ${status}`);
    }
  }
  for (const { question, fact } of corpus) {
    const { answer } = await client.ask(question);
    if (!answer.includes(fact)) wrong.push(`${question} is answered: ${answer}`);
  }
  if (!before.isApproved) wrong.push('no answer was held, so none could be approved');
  else if (!(await client.ask(HELD)).answer.startsWith(APPROVED))
    wrong.push('the approved answer is not given');
  if ((await json(client, '/api/v1/feedback')).total !== 1) wrong.push('the feedback is not there');
  await server.stop('SIGTERM');
  return wrong;
}

/** Starts the earlier revision on a folder that this one has opened. */
async function refused(place: string, program: URL, { isDue }: { isDue: boolean }) {
  const server = launchServer(place, {}, program);
  const started = await server.listening().then(
    () => true,
    () => false,
  );
  await server.stop('SIGTERM');
  const said = /^docent: (Cannot open .*)$/m.exec(server.output())?.[1] ?? 'It starts on the folder.';
  return { said, wrong: started === isDue ? ['the earlier revision did not do what it should'] : [] };
}

function schemasIn(place: string): string {
  return DATABASES.map((name) => {
    using database = new DatabaseSync(join(place, 'data', name), { readOnly: true });
    return database.prepare('PRAGMA user_version').get()!.user_version;
  }).join(' and ');
}

async function json(client: ReturnType<typeof createApiClient>, path: string, body?: object) {
  const response = await client.call(path, body && postJson(body));
  return (await response.json()) as Record<string, unknown>;
}
