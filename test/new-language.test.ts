import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createApiClient } from '../scripts/api-client.ts';
import type { ChatAnswer } from '../src/http/schemas/chat.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const ROOT = new URL('../', import.meta.url).pathname;
const SETTLE_TIMEOUT_MS = 120_000;

/** A language that nobody speaks. Its code is one of those that ISO 639-2 leaves to private use. */
const PACK = `import type { LanguagePack } from './pack.ts';

export const qaa: LanguagePack = {
  code: 'qaa',
  stopWords: { lists: [], own: 'xo zun ghe vro ket pli dro' },
  stemmer: (word) => word.replace(/(?:ak|im)$/, ''),
  questionTypes: { number: 'kelomu' },
  fillers: 'kelomu vadrik',
  negations: 'nuk',
  continuations: { openings: 'vex', pronouns: 'lom' },
  elaborations: 'plussa porkim samplik',
  smallTalk: {
    greetings: 'salun',
    thanks: 'dankim',
    farewells: 'vallun',
    help: 'kelvar',
    remarks: 'okim',
    rewrites: 'kortim',
  },
  replies: {
    toGreeting: 'Salun! Vadrik pli.',
    toThanks: 'Nuk dankim.',
    toFarewell: 'Vallun.',
    toHelp: 'Pli vadrik xo korpusak.',
    toRemark: 'Vadrik plussa.',
    aboutTopic: 'Vadrik {topic}?',
    refusal: {
      unsure: 'Pli nuk sigor.',
      unwritten: 'Pli nuk skribar.',
      unsupported: 'Xo korpus nuk zun xo reskon.',
      unclear: 'Pli nuk kompren.',
      exhausted: 'Nuk plussa.',
      empty: 'Xo korpus zun nuk.',
    },
    beyond: { partly: 'Ket dro.', wholly: 'Nuk ghe xo korpus.', missing: 'Nuk:' },
  },
};
`;

const TEXT = `Xo dorvin zun mirala vro xo garsik dro. Xo belkor zun 14 mirala ghe xo dorvin ket xo kastum. Xo prenot zun vro xo belkor ghe hirsum ket pli.

Xo fenlik zun ghe xo grumbol vro dro. Xo grumbol zun 30 tolara ket xo fenlik ghe pastur. Xo mondir nuk zun vro xo pastur dro.
`;

describe('A language that is added as a file and a line', () => {
  let folder: string;
  let server: ServerProcess;
  let ask: (question: string, options?: { conversation_id?: string }) => Promise<ChatAnswer>;

  before(async () => {
    // Always the same, so that what Node compiles of it is cached once.
    folder = join(tmpdir(), `docent-language-${createHash('sha256').update(ROOT).digest('hex').slice(0, 8)}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, 'console'), { recursive: true });
    server = await startServer({ program: programWith('qaa', PACK) });
    const api = createApiClient(server.url);
    await api.upload('dorvin.txt', Buffer.from(TEXT));
    await api.settled(SETTLE_TIMEOUT_MS);
    ask = (question, options) => api.ask(question, options);
  });

  after(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A copy of the program with the language. */
  function programWith(code: string, pack: string): URL {
    cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true });
    for (const shared of ['node_modules', 'console/dist', 'package.json', 'docs'])
      symlinkSync(realpathSync(join(ROOT, shared)), join(folder, shared));
    writeFileSync(join(folder, `src/languages/${code}.ts`), pack);
    appendFileSync(join(folder, 'src/languages/packs.ts'), `export { ${code} } from './${code}.ts';\n`);
    return pathToFileURL(join(folder, 'src/docent.js'));
  }

  it('is recognised by its stop words, and answered by its stems and question words', async () => {
    const { answer, meta } = await ask('Kelomu miralak zun xo belkorim?');
    assert.equal(meta.refused, false);
    assert.equal(meta.lang, 'qaa');
    assert.match(answer, /Xo belkor zun 14 mirala/);
  });

  it('continues a question by its words for that', async () => {
    const question = 'Kelomu mirala zun xo belkor?';
    const { conversation_id } = (await ask(question)).meta;
    const followUp = await ask('Vex lom vro xo prenot ghe hirsum?', { conversation_id });
    assert.match(followUp.answer, /Xo prenot zun vro/);
    assert.match(followUp.meta.retrieval.query, /belkor/);
    const other = (await ask(question)).meta.conversation_id;
    const more = await ask('Plussa pli', { conversation_id: other });
    assert.equal(more.meta.retrieval.query, question);
  });

  it('has replies of its own', async () => {
    assert.equal((await ask('Salun!')).answer, 'Salun! Vadrik pli.');
    const refusal = await ask('Kelomu zorbik zun xo vramdol ghe xo krilvan?');
    assert.equal(refusal.meta.refused, true);
    assert.match(refusal.answer, /^(?:Xo korpus nuk zun xo reskon|Pli nuk sigor)\./);
  });
});
