/**
 * `npm run demo`: starts Docent in a fresh folder, ingests its sample documents and asks three questions. Keeps serving
 * until it is stopped; with `--once` it ends after the answers.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { openApp } from '../src/app.ts';
import { stopOnSignals } from '../src/assembly/stop-on-signals.ts';
import { inColumns } from '../src/cli/answer-writer.ts';
import { barOf } from '../src/cli/progress-bar.ts';
import type { ChatAnswer } from '../src/http/schemas/chat.ts';
import type { DocumentStatus } from '../src/http/schemas/ingest.ts';
import { loadConfig } from '../src/settings/config.ts';
import { createApiClient } from './api-client.ts';

const QUESTIONS = [
  'What does a family ticket cost?',
  'For how long may a painting be lent?',
  'How do I restore a backup?',
];
const INGEST_TIMEOUT_MS = 120_000;
const ROOT = new URL('../', import.meta.url).pathname;

const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
const startedAt = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'docent-demo-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const config = loadConfig({
  HOST: process.env.HOST,
  PORT: values.once ? '0' : process.env.PORT,
  DATA_DIR: join(folder, 'data'),
  LOG_DIR: join(folder, 'logs'),
  RATE_LIMIT_PER_MINUTE: '0',
});
const app = await openApp(config, { logToConsole: false });
const url = (await app.listen().catch(endOnTakenPort))!;
const client = createApiClient(url);

// Design notes and measurements do not help somebody who wants to run Docent.
const files = ['samples/*', 'README.md', 'docs/{start,how-to,reference}/*.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: ROOT }).sort(),
);
console.log(`Docent runs in ${folder}.`);
console.log(`Ingesting ${files.length} documents: the samples and Docent's own documentation.`);
for (const file of files) await client.upload(basename(file), readFileSync(join(ROOT, file)));
const documents = await client.settled(INGEST_TIMEOUT_MS, showProgress);
for (const { doc_id, error } of documents) if (error) console.log(`  ${doc_id} failed: ${error.message}`);
const chunks = documents.reduce((sum, document) => sum + document.chunks, 0);
console.log(
  `\n${documents.filter(({ status }) => status === 'done').length} documents in ${chunks} passages are searchable.`,
);

for (const question of QUESTIONS) printAnswer(question, await client.ask(question));
console.log(`First answers ${((performance.now() - startedAt) / 1000).toFixed(1)} s after the start.`);

if (values.once) {
  await app.close();
} else {
  console.log(`\nDocent keeps serving. Ctrl-C stops it and removes ${folder}.`);
  console.log(`  Console         ${url}`);
  console.log(`  API reference   ${url}/docs`);
  console.log(`  Ask             curl ${url}/api/v1/chat -H 'Content-Type: application/json' \\`);
  console.log(`                    -d '{"question": "Can I bring my dog?"}'`);
  console.log(`  Add a file      curl ${url}/api/v1/ingest/upload -F file=@your.pdf`);
  stopOnSignals(async () => {
    await app.close();
    process.exit(0);
  }, 1);
}

/** Rethrows other errors. */
function endOnTakenPort(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EADDRINUSE') throw error;
  console.log(
    `Port ${config.port} is in use. Stop the other program, or choose another port: PORT=8001 npm run demo`,
  );
  process.exit(1);
}

function showProgress(documents: readonly DocumentStatus[]): void {
  const done = documents.reduce(
    (sum, { status, progress }) => sum + (status === 'queued' || status === 'processing' ? progress : 1),
    0,
  );
  const share = documents.length === 0 ? 0 : done / documents.length;
  if (process.stdout.isTTY) process.stdout.write(`\r  ${barOf(share)} ${Math.round(share * 100)} %`);
}

function printAnswer(question: string, { answer, sources }: ChatAnswer): void {
  console.log(`\n? ${question}`);
  console.log(`  ${inColumns(answer).replaceAll(/\n(?=.)/g, '\n  ')}`);
  for (const { n, label, doc_id } of sources) console.log(`    [${n}] ${label} (${doc_id})`);
}
