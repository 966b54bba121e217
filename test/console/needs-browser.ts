import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { CHROMIUM, closeBrowser } from './browser.ts';

const PAGE = new URL('../../console/dist/index.html', import.meta.url);

// When all files of the process are through.
after(closeBrowser);

/** Options of a suite that needs a browser: without one it is skipped, loudly. */
export const NEEDS_BROWSER = {
  skip: CHROMIUM
    ? existsSync(PAGE)
      ? false
      : 'THE CONSOLE IS NOT BUILT and is not tested: npm run build'
    : 'CHROMIUM IS NOT INSTALLED and the console is not tested: apt-get install chromium, or set CHROMIUM_PATH',
  timeout: 900_000,
};
