import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { topicsOf } from './topics.ts';

const textsOf = (text: string, section: string | null = null, language = 'en') =>
  topicsOf({ text, section }, language).map((topic) => topic.text);

describe('Topics of a passage', () => {
  it('are the questions that are paragraphs, and the last heading of its section, each once', () => {
    const text =
      'Are there lockers?\n\nThe cloakroom has 200 lockers.\n\nGetting here\n\nTram line 4 stops here.\n\nAre there lockers?';
    assert.deepEqual(topicsOf({ text, section: 'Questions › Things to leave' }, 'en'), [
      { text: 'Things to leave', isQuestion: false },
      { text: 'Are there lockers?', isQuestion: true },
    ]);
  });

  it('are the headings within it, each once', () => {
    const text = 'Getting here\n\nTram line 4 stops here.\n\nNo parking here\n\nThere is none.';
    const headings = [{ start: 0, end: 'Getting here'.length }];
    const topics = topicsOf({ text, section: 'Getting here', layout: { headings } }, 'en');
    assert.deepEqual(topics, [{ text: 'Getting here', isQuestion: false }]);
    const other = topicsOf({ text, section: 'Ways to the museum', layout: { headings } }, 'en');
    assert.deepEqual(
      other.map((topic) => topic.text),
      ['Ways to the museum', 'Getting here'],
    );
  });

  it('are whole questions where a heading begins what those below it continue', () => {
    const section = 'How do I... › Set up my computer?';
    assert.deepEqual(textsOf('See the desk.\n\nIs it open?', section), [
      'How do I set up my computer?',
      'Is it open?',
    ]);
  });

  it('are read without their numbers', () => {
    assert.deepEqual(textsOf('Texts.', 'Guide › 3.2 Opening hours'), ['Opening hours']);
    assert.deepEqual(textsOf('Q: Is there a lift?\n\nA: No.'), ['Is there a lift?']);
    assert.deepEqual(textsOf('4) ¿Cuánto cuesta el billete?\n\nNada.'), ['¿Cuánto cuesta el billete?']);
  });

  it('are no headings that say too little, or were no headings', () => {
    const headings = [
      ...['Chapter 3', 'Introduction', 'Hoja1', 'Tickets', 'Page 1 of 205', 'File created: 2020-02-02'],
      ...[
        'DISTRICT DIRECTOR BAIN, J MATTHEW 21,000.00',
        'OPEN SOURCE COMPLIANCE',
        'Name | Price',
        'x = f(1)',
      ],
      ...['https://a.b/c', 'It is open daily.', 'createLinearGradient(', 'Chicago\tunq\t34.50'],
      ...['Next steps', 'Read more', 'See also', 'Further reading', 'Our approach', 'We have'],
      ...['Patched in', 'A great onboarding buddy will be'],
      ...['and selection of components', `${'Very long heading '.repeat(8)}indeed`],
    ];
    assert.deepEqual(
      headings.flatMap((heading) => textsOf('Text.', heading)),
      [],
    );
  });

  it('are no questions that are cut off, several, or the fields of a form', () => {
    const lines = [
      'available?',
      'What? How fast? Why?',
      'Joint return?',
      '8/50 Scope to do more in the City?',
    ];
    assert.deepEqual(textsOf([...lines, 'ÉÆÁÇÃ¼2# ?', 'Where is\nthe lift?'].join('\n\n')), []);
  });

  it('are found in languages without spaces', () => {
    assert.deepEqual(textsOf('何時に開きますか？\n\n九時。', '館内の案内', 'ja'), [
      '館内の案内',
      '何時に開きますか？',
    ]);
  });

  it('are read in time linear in the text', () => {
    const digits = `${'1'.repeat(1_000)}x`;
    assert.deepEqual(textsOf(`${digits}\n\n${'a '.repeat(2_000)}b`), []);
  });
});
