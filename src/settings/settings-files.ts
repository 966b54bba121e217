import { inEnglish } from '../kernel/said.ts';
import { settings } from './config.ts';

/** The headings of `docs/reference/settings.md`, each with its first setting. */
const GROUPS = new Map([
  ['HOST', 'Network and access'],
  ['DATA_DIR', 'Data, logs and metrics'],
  ['RECORD_STORE', 'Stores'],
  ['MEMORY_BUDGET_MB', 'Limits of the server'],
  ['LLM_PROVIDER', 'Language model'],
  ['OPENAI_API_KEY', 'Credentials of providers'],
  ['EMBEDDING_PROVIDER', 'Embedding model'],
  ['RERANK_PROVIDER', 'Ranking model'],
  ['ASSISTANT_NAME', 'Written answers'],
  ['CHAT_MODE', 'Answers and review'],
  ['MAX_FILE_SIZE_MB', 'Ingestion'],
]);

/** The text of `.env.example`: every setting with its explanation and default, commented out. */
export function environmentExample(file = '.env.example'): string {
  const blocks = settings().map(
    ([, setting]) =>
      `# ${setting.explains} Takes ${inEnglish(setting.takes)}.\n# ${setting.name}=${setting.fallback}\n`,
  );
  const use = file === '.env' ? 'Uncomment' : 'Copy to .env and uncomment';
  return `# ${use} what you change. Environment variables take precedence over this file.\n\n${blocks.join('\n')}`;
}

/** The text of `docs/reference/settings.md`. */
export function settingsPage(): string {
  const rows = settings().map(([, { name, explains, takes, fallback }]) => {
    const group = GROUPS.get(name);
    const head = group === undefined ? '' : `\n## ${group}\n\n${TABLE_HEAD}`;
    const shown = fallback === '' ? 'empty' : `\`${fallback}\``;
    return `${head}| \`${name}\` | ${shown} | ${explains} | ${inEnglish(takes).replaceAll('|', '\\|')} |\n`;
  });
  return `${PAGE_HEAD}${rows.join('')}`;
}

const TABLE_HEAD = `| setting | default | what it sets | takes |
|---|---|---|---|
`;

const PAGE_HEAD = `# Settings

Set them in the environment or in a \`.env\` file in the folder that Docent is started in, then restart it. The
environment takes precedence. \`npm start -- config\` prints the effective values with secrets hidden. A name in \`.env\`
that is nearly a setting's is reported at the start; other names are ignored.

Every setting has a default. These are the ones that most people change:

- \`HOST\` and \`API_KEY\`, so that others can use Docent
- \`DATA_DIR\` and \`LOG_DIR\`, the folders for data and logs
- \`LLM_PROVIDER\` with its key and \`LLM_MODEL\`, to have a language model write answers
- \`EMBEDDING_PROVIDER\` with its key, to find passages that use other words
- \`TRUSTED_PROXIES\`, behind a reverse proxy
`;
