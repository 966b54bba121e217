import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { LANGUAGE_SAMPLES } from '../../../test/language-samples.ts';
import { ANALYSIS_VERSION } from '../../text/analysis-version.ts';
import { detectLanguage } from '../../text/language.ts';
import { stemmerOf } from '../../text/stemmer.ts';
import { stopWordsOf } from '../../text/stop-words.ts';
import { chunkTerms } from './chunk-terms.ts';

/** What each analysis makes of the texts below; of version `i + 1` at `i`. Earlier ones stay as they are. */
const DIGESTS = [
  'o4kUMyiQUoi2XQ7GniyMVy0rPtoUU8ZUqLiUunhPTDE',
  'yOZSWvFI1HVfFYQi6V4Y2XukXm5O2GKYQEzc9QSCQ90',
  'veipdO5dyFvEep5SF7XuJGOFAoQVagzhxpsE1A2eNiI',
];

const FIGURES =
  'Version 2.4.0 of T3 (v1.10-rc2), ISO 9001:2015, sha256, e-mail, roll-back, AT&T, C++, C#, .NET, 3,5 %, ١٢٣, ' +
  "CEO's laptop, don’t, l'été, snake_case, camelCase, https://example.com/a-b?c=1, 2026-11-22, 12:30, IPv6, Straße.";
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** Those with a list of stop words or a stemmer. */
const LANGUAGES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
  (code) => stopWordsOf(code).size > 0 || stemmerOf(code) !== stemmerOf('xx'),
);

test('terms and languages change with the number of the analysis, and with nothing else', () => {
  const digest = createHash('sha256');
  const add = (text: string, language: string | null, chunks: number) =>
    digest.update(JSON.stringify(chunkTerms({ text, section: FIGURES }, { title: text, language, chunks })));
  for (const code of LANGUAGES) {
    const stopWords = [...stopWordsOf(code)];
    add(stopWords.join(' '), code, 1);
    digest.update(stopWords.map(stemmerOf(code)).join('\n'));
  }
  for (const [code, text] of Object.entries(LANGUAGE_SAMPLES)) {
    for (const language of [code, 'en', null]) add(text, language, 2);
    digest.update(`${code}: ${detectLanguage(text)}\n`);
  }
  const found = digest.digest('base64url');
  assert.equal(
    found,
    DIGESTS[ANALYSIS_VERSION - 1],
    `The analysis makes other terms: raise ANALYSIS_VERSION and add '${found}', or stored documents are found worse`,
  );
  assert.deepEqual([DIGESTS.length, new Set(DIGESTS).size], [ANALYSIS_VERSION, ANALYSIS_VERSION]);
});
