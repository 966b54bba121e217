#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// JavaScript, so that code which an earlier start has compiled is found before the first TypeScript is read: with all of
// it there, what turns TypeScript into JavaScript is not even loaded. Beside the packages nobody may write who may not
// change these anyway; where Docent itself may not, `main.ts` keeps it with the data.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/docent', import.meta.url)));
await import('./main.ts');
