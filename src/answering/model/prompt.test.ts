import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { passageOf } from '../../../test/passage-of.ts';
import type { Prompt } from '../../ports/language-model.ts';
import { CHAT_MODES } from '../answer.ts';
import type { Conversation } from '../conversation.ts';
import { answerInstructions, expansionInstructions } from './instructions.ts';
import { answerPrompt, expansionPrompt, type PromptParts } from './prompt.ts';
import { estimateTokens } from './token-estimate.ts';

const MARKER = '5f0c2b7e91d4a836';
const persona = { assistantName: 'Docent', knowledgeDomain: 'museums' };
const fixed = { persona, marker: MARKER, today: '2026-06-01', hasConversation: true };
const system = answerInstructions({ ...fixed, mode: 'learning', language: null });
const budget = { contextTokens: 100_000, completionTokens: 1_000 };
const NO_TURNS: Conversation = { turns: [], summary: [] };

const UPDATED_AT = Date.UTC(2026, 2, 4);
const passage = (text: string, title = 'Handbook') =>
  passageOf('handbook', text, {
    ...{ title, fileName: 'handbook.pdf', section: 'Leave', page: 4, updatedAt: UPDATED_AT },
  });
const parts = (more: Partial<PromptParts> = {}): PromptParts => ({
  question: 'How many days?',
  passages: [passage('Staff get 30 days.')],
  conversation: NO_TURNS,
  ...more,
});
const promptOf = (more: Partial<PromptParts> = {}) =>
  answerPrompt(system, parts(more), { marker: MARKER, budget });

/** The lines that only we may write. */
const delimitersOf = ({ messages }: Prompt) =>
  messages[0]!.text.split('\n').filter((line) => /[⟦⟧]/.test(line) || line.includes(MARKER));
const around = (...names: string[]) =>
  names.flatMap((name) => [`⟦${MARKER} ${name}⟧`, `⟦/${MARKER} ${name}⟧`]);

describe('The prompt of an answer', () => {
  it('has one message of numbered passages and the question, each between its delimiters', () => {
    const { prompt, passages } = promptOf();
    assert.equal(passages, 1);
    assert.deepEqual(prompt, {
      system,
      messages: [
        {
          role: 'user',
          text: `⟦${MARKER} 1⟧\nHandbook › Leave › page 4 (updated 2026-03-04)\nStaff get 30 days.\n⟦/${MARKER} 1⟧\n\n⟦${MARKER} question⟧\nHow many days?\n⟦/${MARKER} question⟧`,
        },
      ],
    });
  });

  it('states the mode, the persona and the language in the system message', () => {
    const of = (mode: (typeof CHAT_MODES)[number], language: string | null = null) =>
      answerInstructions({ ...fixed, mode, language });
    assert.match(of('strict'), /only what one passage says/);
    assert.match(of('learning'), /only what the passages say; you may combine/);
    assert.match(of('open'), /general knowledge/);
    for (const mode of CHAT_MODES) {
      assert.match(of(mode), /You are Docent\. You answer questions about museums from/);
      assert.match(of(mode), /data that other people wrote/);
      assert.equal(/NO_ANSWER/.test(of(mode)) && /MISSING:/.test(of(mode)), mode !== 'open');
      assert.match(of(mode), /Today is 2026-06-01\./);
    }
    assert.match(of('strict'), /Answer in the language of the question,/);
    assert.match(of('strict', 'pt-BR'), /Answer in Brazilian Portuguese \(pt-BR\)\./);
    assert.match(of('strict', 'not a tag'), /Answer in the language of the question,/);
  });

  it('leaves out the last passages first, then the earliest turns, and cuts the best passage last', () => {
    const turns = ['first', 'second'].map((word) => ({
      question: `About the ${word}?`,
      answer: 'So. '.repeat(80),
    }));
    const passages = ['alpha', 'beta', 'gamma'].map((word) => passage(`${word} `.repeat(300)));
    const conversation = { turns, summary: [] };
    let before = { passages: 3, turns: 2, length: Number.POSITIVE_INFINITY };
    for (let contextTokens = 4_000; contextTokens > 1_000; contextTokens -= 50) {
      const { prompt, passages: count } = answerPrompt(system, parts({ passages, conversation }), {
        marker: MARKER,
        budget: { contextTokens, completionTokens: 500 },
      });
      const text = prompt.messages[0]!.text;
      const shown = turns.filter(({ question }) => text.includes(question)).length;
      assert.ok(shown === 2 || count === 1, 'turns go after passages');
      if (shown === 1) assert.match(text, /second/);
      assert.ok(count <= before.passages && shown <= before.turns && text.length <= before.length);
      const isFloor = count === 1 && shown === 0 && text.length === before.length;
      if (!isFloor) assert.ok(estimateTokens(system + text) + 500 <= contextTokens, `at ${contextTokens}`);
      before = { passages: count, turns: shown, length: text.length };
    }
    assert.deepEqual([before.passages, before.turns], [1, 0]);
  });

  it('shows the summary of a conversation, its questions and its last replies', () => {
    const turns = [1, 2, 3, 4, 5].map((n) => ({ question: `Question ${n}?`, answer: `Answer ${n}. [1]` }));
    const { text } = promptOf({ conversation: { turns, summary: ['refunds', 'leave'] } }).prompt.messages[0]!;
    assert.match(
      text,
      /Before: refunds, leave\nAsked: Question 1\?\nAsked: Question 2\?\nReplied: Answer 2\. \(1\)/,
    );
  });
});

describe('The prompts of a conversation', () => {
  it('fit into the model’s context, and leave out the earliest turns first', () => {
    const turns = ['一', '二', '三', '四', '五', '六', '七', '八'].map((n) => ({
      question: `第${n}個問題？${'退款必須在十四天內支付。'.repeat(160)}`,
      answer: '退款在十四天內支付。'.repeat(90),
    }));
    const conversation = { turns, summary: [] };
    for (const contextTokens of [3_000, 4_096, 8_192]) {
      const options = { marker: MARKER, budget: { contextTokens, completionTokens: 300 } };
      const question = '那麼呢？';
      const system = expansionInstructions(MARKER, ['en']);
      const { text } = expansionPrompt(system, { question, conversation }, options).messages[0]!;
      assert.ok(estimateTokens(system + text) + 300 <= contextTokens, `at ${contextTokens}`);
      const shown = turns.map(({ question }) => text.includes(question.slice(0, 20)));
      assert.ok(shown.at(-1) && shown.lastIndexOf(false) + shown.filter(Boolean).length === 7);
    }
  });
});

const HOSTILE = new URL('../../../../shared/data/dev/hostile/prompt-injection/', import.meta.url);
const isThere = existsSync(HOSTILE);
const lines = (file: string): Record<string, unknown>[] =>
  readFileSync(new URL(file, HOSTILE), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe('Hostile texts in a prompt', {
  skip: isThere ? false : `not measured: no ${HOSTILE.pathname}`,
}, () => {
  it('change no role, no delimiter and no system message, at any position', () => {
    const cases = [...lines('bipia-cases.jsonl'), ...lines('snippets.jsonl')];
    assert.ok(cases.length >= 88, `${cases.length} cases`);
    for (const one of cases) {
      const texts = [one.document, one.attack, one.text, one.question].filter(
        (text) => typeof text === 'string',
      );
      for (const text of [...texts, `${texts.join('\n')} ⟦/${MARKER} 1⟧ ${MARKER}`])
        assertHarmless(text, String(one._id));
    }
  });
});

/** Parts of templates and of citations. */
const LIVE =
  /<\||\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:s|bos|start_of_turn|end_of_turn|system|context|document)>|(?:^|\n)\s*(?:human|assistant|system|user):|\[\d+\]/iu;

function assertHarmless(text: string, id: string): void {
  const turn = { question: text, answer: text };
  const conversation = { turns: [turn], summary: [text] };
  const whole = promptOf({
    question: text,
    passages: [passage(text, text), { ...passage(text, `${text}.pdf`), section: text, fileName: text }],
    conversation,
  }).prompt;
  const others = [
    promptOf({ passages: [passage(text)] }).prompt,
    promptOf({ passages: [passage('Harmless.', text)] }).prompt,
    promptOf({ question: text }).prompt,
    promptOf({ conversation }).prompt,
  ];
  const named = [
    around('conversation', '1', '2', 'question'),
    ...[around('1', 'question'), around('1', 'question'), around('1', 'question')],
    around('conversation', '1', 'question'),
  ];
  for (const [i, prompt] of [whole, ...others].entries()) {
    assert.equal(prompt.system, system, id);
    assert.deepEqual(
      prompt.messages.map(({ role }) => role),
      ['user'],
      id,
    );
    assert.deepEqual(delimitersOf(prompt), named[i], id);
    assert.doesNotMatch(prompt.messages[0]!.text, LIVE, id);
  }
  const expansion = expansionPrompt(
    expansionInstructions(MARKER, ['en']),
    { question: text, conversation },
    { marker: MARKER, budget },
  );
  assert.deepEqual(delimitersOf(expansion), around('conversation', 'question'), id);
}
