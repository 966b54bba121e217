import { settings } from './config.ts';

/** The text of `.env.example`: every setting with its explanation and default, commented out. */
export function environmentExample(file = '.env.example'): string {
  const blocks = settings().map(
    ([, setting]) => `# ${setting.explains} Takes ${setting.takes}.\n# ${setting.name}=${setting.fallback}\n`,
  );
  const use = file === '.env' ? 'Uncomment' : 'Copy to .env and uncomment';
  return `# ${use} what you change. Environment variables take precedence over this file.\n\n${blocks.join('\n')}`;
}

/** The text of `docs/reference/settings.md`. */
export function settingsPage(): string {
  const rows = settings().map(([, { name, explains, takes, fallback }]) => {
    const shown = fallback === '' ? 'empty' : `\`${fallback}\``;
    return `| \`${name}\` | ${shown} | ${`${explains} Takes ${takes}.`.replaceAll('|', '\\|')} |\n`;
  });
  return `${PAGE_HEAD}${rows.join('')}`;
}

const PAGE_HEAD = `# Settings

Set them in the environment or in a \`.env\` file in the folder that Docent is started in, then restart it. The
environment takes precedence. \`npm start -- config\` prints the effective values with secrets hidden. A name in \`.env\`
that is nearly a setting's is reported at the start; other names are ignored.

| setting | default | what it sets |
|---|---|---|
`;
