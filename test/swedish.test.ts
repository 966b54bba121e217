import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCorpusForTests } from './answering-corpus.ts';
import { asking } from './answering-stand.ts';

const POLICY = {
  docId: 'semester',
  title: 'Semesterpolicy',
  language: 'sv',
  chunks: [
    {
      text: 'Semestern planeras med chefen. Varje anställd har 25 semesterdagar per år. Dagarna måste tas ut före mars.',
    },
    {
      text: 'Föräldraledighet anmäls två månader i förväg. Den som är sjuk meddelar chefen före kl. 9. Läkarintyg krävs från åttonde dagen.',
    },
    { text: 'Resor bokas genom byrån. Kvitton lämnas in varje vecka, eftersom kortet stängs annars.' },
  ],
};

test('Swedish is asked, continued and answered like other languages', async () => {
  await using corpus = await openCorpusForTests([POLICY]);
  const { ask } = asking(corpus);

  for (const [question, sentence] of [
    ['Hur många semesterdagar har en anställd?', /25 semesterdagar/],
    ['När ska föräldraledigheten anmälas?', /två månader i förväg/],
    ['Hur ofta lämnas kvitton in?', /varje vecka/],
  ] as const) {
    const { text, meta } = await ask(question);
    assert.match(text, sentence);
    assert.equal(meta.language, 'sv');
  }

  assert.match((await ask('Hej!')).text, /^Hej! Fråga mig/);
  assert.equal((await ask('Tack så mycket!')).text, 'Varsågod.');
  assert.match((await ask('Vem uppfann telefonen i Kina på medeltiden?')).text, /kunskapsbasen|säkert svar/);
});

test('a Swedish question may continue another', async () => {
  await using corpus = await openCorpusForTests([POLICY]);
  const { ask } = asking(corpus);
  const { meta } = await ask('När ska föräldraledigheten anmälas?');
  const { conversationId } = meta;
  const followUp = await ask('Och vad gäller för den som är sjuk?', { conversationId });
  assert.match(followUp.text, /meddelar chefen/);
});
