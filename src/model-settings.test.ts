import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { describeConfig, loadConfig, ValueError } from './config.ts';
import {
  CREDENTIALS,
  LANGUAGE_MODEL_SETTINGS,
  LANGUAGE_PROVIDERS,
  type LanguageProviderName,
  type Need,
} from './model-providers.ts';

const NAMES: Readonly<Record<string, string>> = { ...CREDENTIALS, ...LANGUAGE_MODEL_SETTINGS };

describe('the settings of language models', () => {
  for (const [provider, { needs }] of Object.entries(LANGUAGE_PROVIDERS)) {
    const complete = { LLM_PROVIDER: provider, ...Object.fromEntries(needs.map(firstOf).map(given)) };

    it(`start ${provider} when all that it needs is there`, () => {
      assert.equal(loadConfig(complete).llmProvider, provider);
    });

    for (const need of needs) {
      it(`do not start ${provider} without ${namesOf(need)}, and name it`, () => {
        const names: readonly string[] =
          typeof need === 'string' ? [NAMES[need]!] : need.map((key) => NAMES[key]!);
        const environment = Object.fromEntries(
          Object.entries(complete).filter(([name]) => !names.includes(name)),
        );
        assert.throws(
          () => loadConfig(environment),
          (error) =>
            error instanceof ValueError &&
            error.message.split('\n').length === 2 &&
            error.message.includes(`${namesOf(need)} must be set when LLM_PROVIDER is ${provider}`),
        );
      });
    }
  }

  it('take either of two settings where one will do', () => {
    const azure = { LLM_PROVIDER: 'azure', AZURE_API_KEY: 'k', LLM_MODEL: 'm' };
    for (const either of [{ AZURE_RESOURCE_NAME: 'r' }, { LLM_BASE_URL: 'https://gateway.example' }])
      assert.equal(loadConfig({ ...azure, ...either }).llmProvider, 'azure');
  });

  it('name all that is missing beside all that is wrong', () => {
    assert.throws(
      () => loadConfig({ LLM_PROVIDER: 'bedrock', PORT: 'x', LLM_BASE_URL: 'ftp://x' }),
      ({ message }: Error) =>
        [
          'PORT',
          'LLM_BASE_URL',
          'AWS_REGION',
          'AWS_ACCESS_KEY_ID',
          'AWS_SECRET_ACCESS_KEY',
          'LLM_MODEL',
        ].every((name) => message.includes(`  ${name} `)),
    );
  });

  it('ask for no credentials of a provider that was not chosen', () => {
    assert.equal(loadConfig({}).llmProvider, 'extractive');
    assert.equal(loadConfig({ LLM_PROVIDER: 'groq', GROQ_API_KEY: 'k' }).openaiApiKey, '');
  });

  it('show no key', () => {
    const keys = Object.keys(CREDENTIALS)
      .filter((key) => /key|token/i.test(key))
      .map((key) => NAMES[key]!);
    const shown = describeConfig(
      loadConfig({
        ...Object.fromEntries([...keys, 'LLM_API_KEY'].map((name) => [name, 'sk-secret'])),
        LLM_BASE_URL: 'https://user:sk-secret@gateway.example/v1/',
      }),
    );
    assert.doesNotMatch(shown, /sk-secret/);
    assert.match(shown, /^OPENAI_API_KEY=\*\*\*/m);
    assert.match(shown, /^LLM_BASE_URL=https:\/\/\*\*\*@gateway\.example\/v1 /m);
  });

  it('read prices, and decline what is none', () => {
    const prices = { 'gpt-4.1-mini': { prompt: 0.4, completion: 1.6 } };
    assert.deepEqual(loadConfig({ LLM_PRICES: JSON.stringify(prices) }).llmPrices, prices);
    for (const wrong of ['cheap', '{"m":{"prompt":1}}', '{"m":{"prompt":-1,"completion":1}}', '[]'])
      assert.throws(() => loadConfig({ LLM_PRICES: wrong }), /LLM_PRICES takes JSON/);
  });
});

describe('docs/language-models.md', () => {
  const page = readFileSync(new URL('../docs/language-models.md', import.meta.url), 'utf8');

  it('has the table of providers as the code has it', () => {
    const rows = page.split('\n').filter((line) => /^\| `[\w-]+` \|/.test(line));
    const expected = Object.entries(LANGUAGE_PROVIDERS).map(([name, row]) => documented(name, row));
    assert.deepEqual(
      rows.filter((line) => expected.some((row) => row.split('|')[1] === line.split('|')[1])),
      expected,
    );
  });
});

type Row = (typeof LANGUAGE_PROVIDERS)[LanguageProviderName];

function documented(name: string, { title, needs, takes, model, contextTokens }: Row): string {
  const needed = needs.map((need) => `\`${namesOf(need).replaceAll(' or ', '` or `')}\``).join(', ');
  const taken = takes.map((key) => `\`${NAMES[key]}\``).join(', ');
  return `| \`${name}\` | ${title} | ${needed} | ${taken || '–'} | ${model ? `\`${model}\`` : '–'} | ${contextTokens.toLocaleString('en')} |`;
}

function namesOf(need: Need): string {
  return (typeof need === 'string' ? [need] : need).map((key) => NAMES[key]).join(' or ');
}

function firstOf(need: Need): string {
  return typeof need === 'string' ? need : need[0]!;
}

function given(key: string): [string, string] {
  return [NAMES[key]!, key === 'llmBaseUrl' ? 'http://localhost:11434/v1' : 'value-of-test'];
}
