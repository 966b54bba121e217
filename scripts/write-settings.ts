import { writeFileSync } from 'node:fs';
import { environmentExample, settingsPage } from '../src/settings/settings-files.ts';

writeFileSync(new URL('../.env.example', import.meta.url), environmentExample());
writeFileSync(new URL('../docs/reference/settings.md', import.meta.url), settingsPage());
