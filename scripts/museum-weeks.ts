/** Some weeks of the fictional museum for the console's screenshots, all made through the API, day by day. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { museumClient, startMuseumModel } from '../test/console/museum.ts';
import { startServer } from '../test/server-process.ts';
import { sampleFiles } from './make-samples.ts';

const DAY_MS = 86_400_000;
const INGEST_TIMEOUT_MS = 30_000;

const BAGS = 'Which bags must be left in the cloakroom?';
const WHEELCHAIR = 'Is the museum accessible by wheelchair?';
const DAMAGE = 'How is damage to a work reported?';
const THURSDAYS = 'Until when do the galleries stay open on Thursdays?';
const PAPER = 'For how long are works on paper lent?';
const ANSWERED = [
  'Can tickets be returned?',
  'When are the guided tours?',
  'What does a family ticket cost?',
];
const UNANSWERED = [
  'What does an audio guide cost?',
  'Is there a discount for pensioners?',
  'What does an audio guide cost?',
  'May I feed the seagulls?',
];
/** Questions of each day, oldest day first: answered, judged, unanswered. */
const DAYS: readonly (readonly [number, number, number])[] = [
  [3, 1, 3],
  [4, 1, 3],
  [2, 2, 4],
  [5, 1, 2],
  [6, 2, 3],
  [1, 0, 1],
  [2, 0, 1],
  [6, 2, 2],
  [7, 3, 2],
  [5, 2, 3],
  [8, 2, 1],
  [9, 3, 2],
  [3, 1, 0],
  [7, 5, 2],
];
const JUDGED = [DAMAGE, THURSDAYS, PAPER];
/** Sentence-level details exist only since the last start, so these are asked today. */
const JUDGED_TODAY = [BAGS, WHEELCHAIR, BAGS, WHEELCHAIR, BAGS];

/** The server as it is on the last of these days. */
export async function museumOfWeeks() {
  const folder = mkdtempSync(join(tmpdir(), 'docent-'));
  const model = await startMuseumModel();
  const files = new Map([
    [0, sampleFiles()],
    [4, [{ name: 'scan-of-a-flyer.pdf', bytes: Buffer.from('%PDF-1.7\nbroken') }]],
    [
      7,
      [
        {
          name: 'seagulls.md',
          bytes: Buffer.from('# The roof\n\nSeagulls nest on the roof from April to July.'),
        },
      ],
    ],
  ]);
  let judged = 0;
  for (const [day, [answered, toJudge, unanswered]] of DAYS.entries()) {
    const daysAgo = DAYS.length - 1 - day;
    const server = await startServer({ folder, settings: { ...model.settings, ...clockSetBack(daysAgo) } });
    const client = museumClient(server.url);
    for (const { name, bytes } of files.get(day) ?? []) await client.upload(name, Buffer.from(bytes));
    await client.settled(INGEST_TIMEOUT_MS);
    for (let i = 0; i < answered; i++) {
      const { meta } = await client.ask(ANSWERED[(day + i) % ANSWERED.length]!);
      if (i % 2 === 0) await client.rate(meta.correlation_id, i % 6 === 4 ? 'down' : 'up');
    }
    for (let i = 0; i < toJudge; i++) {
      const question = daysAgo === 0 ? JUDGED_TODAY[i]! : JUDGED[judged++ % JUDGED.length]!;
      const { meta } = await client.ask(question);
      if (question === BAGS && i > 0)
        await client.rate(meta.correlation_id, 'down', 'The locker took one euro, not two.');
    }
    for (let i = 0; i < unanswered; i++) await client.ask(UNANSWERED[(day + i) % UNANSWERED.length]!);
    if (daysAgo === 0) {
      return {
        server,
        async [Symbol.asyncDispose]() {
          await server[Symbol.asyncDispose]();
          await model[Symbol.asyncDispose]();
        },
      };
    }
    await server.stop('SIGTERM');
  }
  throw new Error('There is no last day');
}

/** The server's clock, set back by some days. */
function clockSetBack(days: number): Record<string, string> {
  if (days === 0) return {};
  const script = `const now = Date.now; Date.now = () => now() - ${days * DAY_MS};`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}
