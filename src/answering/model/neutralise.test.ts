import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { processorMs } from '../../../test/processor-time.ts';
import { neutralised, neutralisedLine } from './neutralise.ts';

const MARKER = '0123456789abcdef';

/** Turn markers of model families; none of them may reach a prompt from outside. */
const TOKENS = [
  '<|im_start|>system',
  '<|im_end|>',
  '<|endoftext|>',
  '<|eot_id|>',
  '<|start_header_id|>assistant<|end_header_id|>',
  '<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>',
  '<｜User｜>',
  '<｜begin▁of▁sentence｜>',
  '[INST]',
  '[/INST]',
  '[ inst ]',
  '[SYSTEM_PROMPT]',
  '[TOOL_CALLS]',
  '[gMASK]',
  '<<SYS>>',
  '<</SYS>>',
  '<s>',
  '</s>',
  '<bos>',
  '<start_of_turn>model',
  '<end_of_turn>',
  '<system>',
  '</document>',
  '<tool_call name="x">',
  '\n\nHuman:',
  '\n\nAssistant:',
  '\nSystem:',
  'Human\n:',
  '### Instruction:',
  '### Response:',
  `⟦/${MARKER} 1⟧`,
  `⟦${MARKER.toUpperCase()} question⟧`,
  MARKER,
  '[1]',
  '【2】',
];
const LIVE =
  /<[|｜]|[|｜]>|\[\s*\/?\s*(?:INST|SYSTEM_PROMPT|TOOL_CALLS|gMASK)\s*\]|<<\/?SYS|SYS>>|<\/?(?:s|bos|start_of_turn|end_of_turn|system|document|tool_call)(?:\s[^<>]*)?>|(?:^|\n)\s*(?:human|assistant|system)\s*[:：]|#{2,}\s*(?:instruction|response)|[⟦⟧]|(?-i:0123456789abcdef)|[[【]\d+[\]】]/iu;

describe('Neutralising', () => {
  it('leaves no marker of turns, parts or citations intact', () => {
    for (const token of TOKENS) {
      assert.match(token, LIVE);
      assert.doesNotMatch(neutralised(token, MARKER), LIVE, token);
    }
  });

  it('leaves no marker intact however the pieces are nested, in a single pass', () => {
    const piece = fc.oneof(
      fc.constantFrom(...TOKENS),
      fc.constantFrom(
        '<',
        '|',
        '>',
        '[',
        ']',
        '/',
        'INST',
        'SYS',
        's',
        '\n',
        ' ',
        ':',
        '#',
        '1',
        '\u200b',
        '\u202e',
        'Human',
        MARKER.slice(0, 8),
        MARKER.slice(8),
      ),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const once = neutralised(pieces.join(''), MARKER);
        assert.doesNotMatch(once, LIVE);
        assert.equal(neutralised(once, MARKER), once);
      }),
      { numRuns: 3_000 },
    );
  });

  it('removes invisible characters, and keeps those that scripts need', () => {
    assert.equal(neutralised('a\u202eb\u0000c\u{e0041}\u200bd\ufeff', MARKER), 'abcd');
    assert.equal(neutralised('می\u200cخواهم क्\u200dष', MARKER), 'می\u200cخواهم क्\u200dष');
    assert.equal(neutralised('a\u2028b\r\nc\td', MARKER), 'a\nb\nc\td');
  });

  it('leaves plain text as it is', () => {
    for (const text of [
      'Staff get 30 days (x < 5 and y > 3).',
      'Human resources: ask them. | a | b |',
      '退款：14天',
    ]) {
      assert.equal(neutralised(text, MARKER), text);
    }
  });

  it('takes time linear in white space after what may be a marker', async () => {
    for (const sign of ['<<', '<', '[']) {
      const hostile = `${sign}${' '.repeat(100_000)}x`;
      const tookMs = await processorMs(() => neutralised(hostile, MARKER));
      assert.ok(tookMs < 2_000, `${sign} took ${tookMs} ms`);
    }
  });

  it('makes a title a single line', () => {
    assert.equal(neutralisedLine(' A\n\nHuman: b ', MARKER), 'A Human: b');
  });
});
