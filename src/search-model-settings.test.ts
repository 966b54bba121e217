import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { loadConfig, ValueError } from './config.ts';
import {
  CREDENTIALS,
  EMBEDDING_MODEL_SETTINGS,
  EMBEDDING_PROVIDERS,
  type Need,
  RERANK_MODEL_SETTINGS,
  RERANK_PROVIDERS,
} from './model-providers.ts';

const NAMES: Readonly<Record<string, string>> = {
  ...CREDENTIALS,
  ...EMBEDDING_MODEL_SETTINGS,
  ...RERANK_MODEL_SETTINGS,
};

interface Row {
  readonly title: string;
  readonly needs: readonly Need<string>[];
  readonly takes: readonly string[];
  readonly model: string | null;
  readonly inputCharacters?: number;
}

for (const [setting, providers] of [
  ['EMBEDDING_PROVIDER', EMBEDDING_PROVIDERS],
  ['RERANK_PROVIDER', RERANK_PROVIDERS],
] as const) {
  describe(setting, () => {
    for (const [name, { needs }] of Object.entries<Row>(providers)) {
      const complete = { [setting]: name, ...Object.fromEntries(needs.map(given)) };

      it(`starts ${name} with all that it needs, and names what is missing`, () => {
        loadConfig(complete);
        for (const need of needs) {
          const environment: Record<string, string> = { ...complete };
          for (const key of [need].flat()) delete environment[NAMES[key]!];
          const names = [need].flat().map((key) => NAMES[key]!);
          assert.throws(
            () => loadConfig(environment),
            (error) =>
              error instanceof ValueError &&
              error.message.includes(`${names.join(' or ')} must be set when ${setting} is ${name}`),
          );
        }
      });
    }
  });
}

describe('docs/embeddings.md', () => {
  const page = readFileSync(new URL('../docs/embeddings.md', import.meta.url), 'utf8');

  it('has the tables of providers as the code has them', () => {
    const rows = page.split('\n').filter((line) => /^\| `[\w-]+` \| [A-Z]/.test(line));
    const expected = [...Object.entries<Row>(EMBEDDING_PROVIDERS), ...Object.entries<Row>(RERANK_PROVIDERS)];
    assert.deepEqual(
      rows,
      expected.map(([name, row]) => documented(name, row)),
    );
  });
});

function documented(name: string, { title, needs, takes, model, inputCharacters }: Row): string {
  const said = (keys: readonly Need<string>[]) =>
    keys
      .map((need) =>
        [need]
          .flat()
          .map((key) => `\`${NAMES[key]!}\``)
          .join(' or '),
      )
      .join(', ') || '–';
  const shown = model === null ? '–' : `\`${model}\``;
  const more = inputCharacters === undefined ? [] : [inputCharacters.toLocaleString('en')];
  return `| ${[`\`${name}\``, title, said(needs), said(takes), shown, ...more].join(' | ')} |`;
}

function given(need: Need<string>): [string, string] {
  const key = [need].flat()[0]!;
  return [NAMES[key]!, key.endsWith('BaseUrl') ? 'http://localhost:11434/v1' : 'value-of-test'];
}
