import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyze } from '../text/analyzer.ts';
import { onlyAsks } from './asking-words.ts';

/** The words of a question that are about its subject. */
function subjectOf(question: string, language: string): string {
  const words = analyze(question, language).filter(({ kind }) => kind !== 'stop');
  return words.flatMap((word) => (onlyAsks(word, language) ? [] : [word.surface])).join(' ');
}

for (const [language, question, subject] of [
  ['ar', 'كم سعر التذكرة؟', 'التذكرة'],
  ['de', 'Wieviel Urlaub bekomme ich?', 'Urlaub'],
  ['de', 'Länge des Passworts', 'Passworts'],
  ['es', 'cuanto cuesta la entrada', 'entrada'],
  ['es', '¿Cuánto cuesta la entrada?', 'entrada'],
  ['es', '¿A qué hora abre la cantina allí?', 'abre cantina'],
  ['fr', 'À quelle heure ouvre la cantine là-bas ?', 'ouvre cantine'],
  ['fr', 'Quand dois-je signaler une perte ?', 'signaler perte'],
  ['hi', 'टिकट की कीमत कितनी है?', 'टिकट'],
  ['it', 'perche è stato rinviato il trasloco', 'rinviato trasloco'],
  ['ja', '博物館は何時に開きますか', '博物館 開き'],
  ['ko', '휴가 며칠?', '휴가'],
  ['nl', 'hoeveel vakantiedagen heb ik', 'vakantiedagen'],
  ['pl', 'jak dlugo trwa urlop', 'trwa urlop'],
  ['pt', 'quanto custa o plano', 'plano'],
  ['ru', 'длина пароля', 'пароля'],
  ['tr', 'parola uzunluğu kac', 'parola'],
  ['zh', '密码长度', '密码'],
] as const)
  test(`only the rest of “${question}” says what it is about`, () =>
    assert.equal(subjectOf(question, language), subject));

test('a word only asks in its own language', () => {
  assert.equal(subjectOf('Hay and mag prices', 'en'), 'Hay mag prices');
});
