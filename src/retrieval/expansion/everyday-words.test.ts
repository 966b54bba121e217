import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { analyze } from '../../text/analyzer.ts';
import { tokenized } from '../../text/tokenized-text.ts';
import { createEverydayWords } from './everyday-words.ts';

const everything = () => true;

/** The variants of each word of a question, as `term term weight`. */
function variantsOf(
  question: string,
  own: readonly string[],
  { language = 'xx', isKnown = everything }: { language?: string; isKnown?: (term: string) => boolean } = {},
): Record<string, string[]> {
  const variants = createEverydayWords(own).variants({ standalone: tokenized(question) }, language, isKnown);
  return Object.fromEntries(
    Array.from(variants, ([term, found]) => [
      term,
      found.map(({ terms, weight }) => `${terms.join(' ')} ${weight}`),
    ]),
  );
}

describe('Everyday words', () => {
  it('are found for a word of a list: its first word for half, another for a quarter', () => {
    const own = ['boss, manager, lead'];
    assert.deepEqual(variantsOf('my boss', own), { boss: ['manager 0.5', 'lead 0.5'] });
    assert.deepEqual(variantsOf('manager', own), { manager: ['boss 0.5', 'lead 0.25'] });
    assert.deepEqual(variantsOf('nobody', own), {});
  });

  it('count by the surest of several lines', () => {
    const own = ['boss, manager, lead', 'lead, manager', 'boss, chief'];
    assert.deepEqual(variantsOf('manager boss', own), {
      manager: ['boss 0.5', 'lead 0.5'],
      boss: ['manager 0.5', 'lead 0.5', 'chief 0.5'],
    });
  });

  it('are at most sixteen, the surest', () => {
    const others = Array.from({ length: 18 }, (_, i) => `o${i}x`);
    const own = [`boss, ${others.join(', ')}`, 'lead, o0x'];
    assert.equal(variantsOf('boss', own).boss!.length, 16);
    const found = variantsOf('o0x', own).o0x!;
    assert.equal(found.length, 16);
    assert.deepEqual(found.slice(0, 2), ['boss 0.5', 'lead 0.5']);
    assert.ok(found.slice(2).every((each) => each.endsWith(' 0.25')));
  });

  it('stand for each content word of a phrase, and may be phrases', () => {
    const own = ['free time, annual leave, pto'];
    assert.deepEqual(variantsOf('my free time ends', own), {
      free: ['annual leave 0.5', 'pto 0.5'],
      time: ['annual leave 0.5', 'pto 0.5'],
    });
    assert.deepEqual(variantsOf('annual leave request', own).leave, ['free time 0.5', 'pto 0.25']);
    assert.deepEqual(Object.keys(variantsOf('look at it', ['look at, watch'], { language: 'en' })), ['look']);
    assert.equal(variantsOf('time free', own).free, undefined, 'in another order');
    assert.equal(variantsOf('annual', own).annual, undefined, 'a part of it');
  });

  it('are found where up to three words stand between those of a phrase', () => {
    const own = ['turn off, disable', 'machen an, starten'];
    const english = { language: 'en' };
    for (const question of ['turn off the alarm', 'turn it off', 'turn my old alarm off'])
      assert.ok(variantsOf(question, own, english).turn!.includes('disabl 0.5'), question);
    for (const question of ['turn my old alarm clock off', 'off and turn', 'turn the alarm'])
      assert.ok(!variantsOf(question, own, english).turn?.includes('disabl 0.5'), question);
    assert.deepEqual(variantsOf('turn it off', ['turn off, disable'], english).it, undefined);
    const leave = ['annual leave, pto', 'days of leave, entitlement'];
    assert.deepEqual(variantsOf('annual paid leave', leave).annual, ['pto 0.5']);
    assert.ok(
      variantsOf('days without leave', leave, english).day!.includes('entitl 0.5'),
      'another stop word',
    );
    assert.equal(variantsOf('annual or not, may we leave', leave).annual, undefined, 'too far');
    assert.equal(variantsOf('paid or unpaid annual', leave).annual, undefined, 'without the rest');
  });

  it('are left out where the corpus lacks one of their terms', () => {
    const isKnown = (term: string) => term !== 'annual' && term !== 'pto';
    assert.deepEqual(variantsOf('vacation', ['vacation, annual leave, pto, leave'], { isKnown }), {
      vacation: ['leave 0.5'],
    });
  });

  it('have a code as one word, not by its parts', () => {
    const own = ['two-factor, 2fa, mfa'];
    assert.deepEqual(variantsOf('two-factor', own).two, ['2fa 0.5', 'mfa 0.5']);
    assert.deepEqual(variantsOf('2fa code', own), { '2fa': ['two factor 0.5', 'mfa 0.25'] });
    assert.deepEqual(variantsOf('2fa code', ['2fa code, token'])['2fa'], ['token 0.5'], 'with the next word');
  });

  it('are those of the language, and the operator’s own in any language', () => {
    assert.ok(variantsOf('vacation', [], { language: 'en' }).vacat!.some((each) => each.startsWith('leav ')));
    assert.ok(variantsOf('Urlaub', [], { language: 'de' }).urlaub!.length > 0);
    assert.deepEqual(variantsOf('vacation', [], { language: 'fr' }), {});
    assert.ok(variantsOf('vacances', ['vacances, ausflug'], { language: 'fr' }).vacanc!.length > 0);
    assert.equal(
      createEverydayWords(['a, b']).variants({ standalone: tokenized('a') }, null, everything).size,
      0,
    );
  });

  it('know the words of the list, and read a misspelt one as it was corrected', () => {
    const words = createEverydayWords(['annual leave, pto']);
    assert.ok(words.isWord('leav', 'en') && words.isWord('pto', 'en') && !words.isWord('laeve', 'en'));
    const spellings = new Map([['vacat', [{ term: 'annual', weight: 0.8 }]]]);
    const found = words.variants({ standalone: tokenized('vacat leave'), spellings }, 'xx', everything);
    assert.deepEqual(
      found.get('annual')?.map(({ terms }) => terms.join(' ')),
      ['pto'],
    );
  });

  it('pass over comments and what is no word', () => {
    assert.deepEqual(variantsOf('boss a', ['# boss, manager', '', 'boss', 'a, ,', '—, boss']), {});
  });

  it('are those of a verb whose particle stands at the end, in languages that join them', () => {
    const onlyJoined = { language: 'de', isKnown: (term: string) => ['anmeld', 'einlogg'].includes(term) };
    assert.deepEqual(variantsOf('Wie melde ich mich an?', [], onlyJoined), {
      meld: ['anmeld 1', 'einlogg 0.5'],
    });
    assert.deepEqual(variantsOf('Wie melde ich mich?', [], onlyJoined), {});
    const offer = { language: 'de', isKnown: (term: string) => term === 'anbietet' };
    assert.deepEqual(variantsOf('Welche Kurse bietet ihr an?', [], offer), { bietet: ['anbietet 1'] });
    assert.deepEqual(variantsOf('Wen rufe ich an?', [], { ...onlyJoined, isKnown: () => false }), {});
    assert.deepEqual(variantsOf('Hoe meld ik me aan?', [], { language: 'nl' }), { meld: ['aanmeld 1'] });
    assert.equal(variantsOf('How do I log in?', [], { language: 'en' }).log?.includes('inlog 1'), false);
  });

  for (const language of ['en', 'de'])
    it(`have in each line of the list two terms or more, and none twice: ${language}`, () => {
      const file = readFileSync(
        new URL(`../../languages/everyday-words/${language}.txt`, import.meta.url),
        'utf8',
      );
      const lines = file.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      assert.ok(lines.length > 500);
      for (const line of lines) {
        assert.equal(line, line.toLowerCase());
        const members = line.split(', ').map((member) =>
          analyze(member, language)
            .map(({ term }) => term)
            .join(' '),
        );
        assert.ok(members.length > 1 && !members.includes(''), line);
        assert.equal(new Set(members).size, members.length, line);
      }
    });
});
