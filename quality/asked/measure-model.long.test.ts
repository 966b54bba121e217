import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { failsWith, stalls, writes } from '../../test/model-servers/behaviour.ts';
import { startOpenAiServer } from '../../test/model-servers/openai.ts';
import type { ModelServer, RecordedRequest } from '../../test/model-servers/scripted-server.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { setWriter } from '../write-set.ts';

const EVAL = new URL('../eval.ts', import.meta.url).pathname;

const answerable = {
  ...{ turns: [], kind: 'when', wording: 'far', answerable: true, topic: null, gold_mode: 'any' },
  gold: [{ doc: 'shop.md', quote: 'The shop opens at nine.' }],
  must: [['nine', '\\b9\\b']],
};
const other = { ...answerable, answerable: false, wording: null, gold: [], must: [] };
/** The first is found by a model's words alone. */
const QUESTIONS = [
  { ...answerable, id: 'a', question: 'Until what hour may I stay in bed?' },
  { ...answerable, id: 'b', question: 'When is the shop open?', must: [['opens at nine']] },
  { ...answerable, id: 'c', question: 'Does the shop open late?' },
  { ...answerable, id: 'f', question: 'Which hour does the shop open?' },
  { ...other, id: 'd', question: 'Who built the shop?', topic: 'near' },
  { ...other, id: 'e', question: 'Who was Ramses?', topic: 'far' },
];
const WORDED = '{"question":"What hour?","wordings":["when the shop opens"],"names":[]}';

/** Words each question alike, and answers by what it asks. */
function script({ body }: RecordedRequest) {
  const prompt = JSON.stringify(body.messages);
  if (prompt.includes('You prepare the search')) return writes(prompt.includes('Ramses') ? '{}' : WORDED);
  if (prompt.includes('open late') || prompt.includes('Ramses')) return writes('NO_ANSWER');
  return writes(prompt.includes('Which hour') ? 'Lions sleep in caves [1].' : 'The shop opens at nine [1].');
}

async function evaluate(server: ModelServer, settings: Record<string, string> = {}, ...args: string[]) {
  const root = temporaryFolder();
  const write = setWriter(root);
  await write('asked/tiny/files/shop.md', '# Shop\n\nThe shop opens at nine.');
  await write('asked/tiny/files/leave.md', '# Leave\n\nAnnual leave is thirty days a year.');
  await write('asked/tiny/questions.jsonl', QUESTIONS);
  const provider = { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'm', LLM_BASE_URL: server.baseUrl };
  const child = spawn(process.execPath, [EVAL, '--data', root, '--sets', 'asked', '--context', ...args], {
    env: { ...process.env, ...provider, ...settings },
    timeout: 60_000,
  });
  const exited = new Promise((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const line = stdout.split('\n').find((each) => each.startsWith('{'));
  return { code: await exited, stdout, stderr, figures: line && JSON.parse(line) };
}

describe('The model of the environment', () => {
  it('is measured by its wordings and by its answers', async () => {
    await using server = await startOpenAiServer();
    server.answer(script);
    const settings = { QUERY_EXPANSION: 'always', LLM_PRICES: '{"m":{"prompt":1,"completion":1}}' };
    const { code, stdout, stderr, figures } = await evaluate(server, settings);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^off: all +4 +\.7500 +\.0000 /m);
    assert.match(stdout, /^model: all +4 +1\.0000 +\.0000 /m);
    const { all, model } = figures;
    assert.equal(model, 'openai-compatible/m');
    assert.deepEqual(
      [all.answerable, all.context_recall, all.facts, all.refused, all.quoted, all.failed],
      [4, 1, 3 / 4, 1 / 4, 1 / 4, 0],
    );
    assert.deepEqual([all.citations, all.supported, all.partial, all.unsupported], [1, 1, 0, 0]);
    assert.deepEqual(
      [all.near, all.far],
      [
        { answered: 1, asked: 1 },
        { answered: 0, asked: 1 },
      ],
    );
    assert.ok(all.prompt_tokens > 11 && all.completion_tokens > 0 && all.calls > 1 && all.p50_ms > 0);
    assert.ok(figures.cost_usd > 0);
    assert.match(stderr, /^tiny: openai-compatible\/m was asked 6 of 6 questions$/m);
  });

  it('is measured with and without its judgement of its own statements', async () => {
    await using server = await startOpenAiServer();
    const open = 'Come in from early morning on [1].';
    server.answer((request) => {
      const prompt = JSON.stringify(request.body.messages);
      if (prompt.includes('You check statements')) return writes('{"1": "supported"}');
      const isAnswer = !prompt.includes('You prepare the search') && !prompt.includes('Ramses');
      return isAnswer ? writes(`The shop opens at nine [1]. ${open}`) : script(request);
    });
    const { code, stdout, stderr, figures } = await evaluate(server, { VERIFY_WITH_MODEL: 'true' });
    assert.equal(code, 0, stderr);
    const { supported, by_rules, judgement, facts } = figures.all;
    assert.deepEqual([facts, supported, by_rules.supported], [1, 1, 0.5]);
    assert.equal(judgement.statements, 2 * judgement.changed);
    assert.ok(judgement.changed > 3 && judgement.calls > 0.5 && judgement.ms > 0);
    assert.match(stdout, /^by the built-in check +\d+ +\.5000 /m);
    assert.match(stdout, /^after the model’s judgement +\d+ +1\.0000 /m);
    const alone = await evaluate(server);
    assert.doesNotMatch(alone.stdout, /judgement *\d/);
    assert.deepEqual([alone.figures.all.supported, alone.figures.all.judgement.calls], [0.5, 0]);
  });

  it('is asked no more questions than wanted', async () => {
    await using server = await startOpenAiServer();
    server.answer(script);
    const { stderr } = await evaluate(server, {}, '--limit', '2');
    assert.match(stderr, /was asked 2 of 2 questions/);
  });

  it('may fail for a question or take too long, but is given up when it fails for all', async () => {
    await using server = await startOpenAiServer();
    server.answer((request) =>
      JSON.stringify(request.body.messages).includes('Who built') ? stalls('The') : script(request),
    );
    const slow = await evaluate(server, { LLM_CONCURRENCY: '1', QUESTION_TIMEOUT_MS: '3000' });
    assert.equal(slow.code, 0, slow.stderr);
    assert.equal(slow.figures.all.failed, 1);
    assert.equal(slow.figures.all.near.answered, 0);

    server.answer(failsWith(401, { message: 'No such key' }));
    const down = await evaluate(server);
    assert.equal(down.code, 1);
    assert.match(
      down.stderr,
      /^Cannot measure openai-compatible\/m as it failed for \d questions in a row: .*401$/m,
    );
    assert.doesNotMatch(down.stderr, / at .*\.ts:/);
  });

  it('must be set as for the server', async () => {
    await using server = await startOpenAiServer();
    const { code, stderr } = await evaluate(server, { LLM_MODEL: '' });
    assert.equal(code, 1);
    assert.match(stderr, /LLM_MODEL must be set when LLM_PROVIDER is openai-compatible/);
    assert.equal(server.requests.length, 0);
  });
});
