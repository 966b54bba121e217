import { writeFileSync } from 'node:fs';
import { commandLinePage } from './command-line-page.ts';

writeFileSync(new URL('../docs/reference/command-line.md', import.meta.url), commandLinePage());
