import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  CREDENTIALS,
  EMBEDDING_PROVIDERS,
  LANGUAGE_PROVIDERS,
  type Need,
  type ProviderKey,
  RERANK_PROVIDERS,
} from '../kernel/model-providers.ts';
import { describeConfig, loadConfig } from './config.ts';
import { MODEL_SETTINGS } from './model-settings.ts';
import { ValueError } from './value-error.ts';

interface Row {
  readonly needs: readonly Need[];
  readonly model: string | null;
  readonly contextTokens?: number;
  readonly inputCharacters?: number;
}

const nameOf = (key: ProviderKey) => MODEL_SETTINGS[key].name;
const namesOf = (need: Need) => [need].flat().map(nameOf);

for (const [setting, providers] of Object.entries({
  LLM_PROVIDER: LANGUAGE_PROVIDERS,
  EMBEDDING_PROVIDER: EMBEDDING_PROVIDERS,
  RERANK_PROVIDER: RERANK_PROVIDERS,
})) {
  describe(setting, () => {
    for (const [provider, { needs }] of Object.entries<Row>(providers)) {
      const complete = { [setting]: provider, ...Object.fromEntries(needs.map(given)) };

      it(`starts ${provider} when all that it needs is there`, () => {
        loadConfig(complete);
      });

      for (const need of needs) {
        const names = namesOf(need);
        it(`does not start ${provider} without ${names.join(' or ')}, and names it`, () => {
          const environment = Object.entries(complete).filter(([name]) => !names.includes(name));
          assert.throws(
            () => loadConfig(Object.fromEntries(environment)),
            (error) =>
              error instanceof ValueError &&
              error.message.split('\n').length === 2 &&
              error.message.includes(`${names.join(' or ')} must be set when ${setting} is ${provider}`),
          );
        });
      }
    }
  });
}

describe('the settings of models', () => {
  it('take either of two settings where one will do', () => {
    const azure = { LLM_PROVIDER: 'azure', AZURE_API_KEY: 'k', LLM_MODEL: 'm' };
    for (const either of [{ AZURE_RESOURCE_NAME: 'r' }, { LLM_BASE_URL: 'https://gateway.example' }])
      assert.equal(loadConfig({ ...azure, ...either }).llmProvider, 'azure');
  });

  it('name all that is missing beside all that is wrong', () => {
    const missing = ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'LLM_MODEL'];
    assert.throws(
      () => loadConfig({ LLM_PROVIDER: 'bedrock', PORT: 'x', LLM_BASE_URL: 'ftp://x' }),
      ({ message }: Error) =>
        ['PORT', 'LLM_BASE_URL', ...missing].every((name) => message.includes(`  ${name} `)),
    );
  });

  it('ask for no credentials of a provider that was not chosen', () => {
    assert.equal(loadConfig({}).llmProvider, 'extractive');
    assert.equal(loadConfig({ LLM_PROVIDER: 'groq', GROQ_API_KEY: 'k' }).openaiApiKey, '');
  });

  it('show no key', () => {
    const keys = Object.values(CREDENTIALS).filter((name) => /KEY|TOKEN/.test(name));
    const shown = describeConfig(
      loadConfig({
        ...Object.fromEntries([...keys, 'LLM_API_KEY'].map((name) => [name, 'sk-secret'])),
      }),
    );
    assert.doesNotMatch(shown, /sk-secret/);
    assert.match(shown, /^OPENAI_API_KEY=\*\*\*/m);
    assert.throws(
      () => loadConfig({ LLM_BASE_URL: 'https://user:sk-secret@gateway.example/v1/' }),
      (error: Error) =>
        /LLM_BASE_URL takes a URL .*without user and password/.test(error.message) &&
        !/sk-secret/.test(error.message),
    );
  });

  it('read prices, and decline what is none', () => {
    const prices = { 'gpt-4.1-mini': { prompt: 0.4, completion: 1.6 } };
    assert.deepEqual(loadConfig({ LLM_PRICES: JSON.stringify(prices) }).llmPrices, prices);
    for (const wrong of ['cheap', '{"m":{"prompt":1}}', '{"m":{"prompt":-1,"completion":1}}', '[]'])
      assert.throws(() => loadConfig({ LLM_PRICES: wrong }), /LLM_PRICES takes JSON/);
  });
});

for (const [page, ...tables] of [
  ['language-models.md', LANGUAGE_PROVIDERS],
  ['embeddings.md', EMBEDDING_PROVIDERS, RERANK_PROVIDERS],
] as const) {
  it(`docs/how-to/${page} lists the providers as the code does`, () => {
    const text = readFileSync(new URL(`../../docs/how-to/${page}`, import.meta.url), 'utf8');
    const rows = text.split('\n').filter((line) => /^\| `[\w-]+` \| [A-Z]/.test(line));
    // Without its title, and the settings that it may have.
    const shown = rows.map((row) => row.split(' | ').toSpliced(3, 1).toSpliced(1, 1).join(' | '));
    const expected = tables.flatMap((table) => Object.entries<Row>(table));
    assert.deepEqual(
      shown,
      expected.map(([name, row]) => documented(name, row)),
    );
  });
}

function documented(name: string, { needs, model, ...bound }: Row): string {
  const code = (text: string) => `\`${text}\``;
  const needed = needs.map((need) => namesOf(need).map(code).join(' or ')).join(', ') || '–';
  const size = bound.contextTokens ?? bound.inputCharacters;
  const cells = [code(name), needed, model === null ? '–' : code(model)];
  return `| ${[...cells, ...(size === undefined ? [] : [size.toLocaleString('en')])].join(' | ')} |`;
}

function given(need: Need): [string, string] {
  const key = [need].flat()[0]!;
  return [nameOf(key), key.endsWith('BaseUrl') ? 'http://localhost:11434/v1' : 'value-of-test'];
}
