/**
 * `npm run build`: builds the console as a single page, `console/dist/index.html`, with script, styles and sample
 * documents inline, and beside it what the page loads on demand. npm also runs it after `npm ci`; without the
 * development dependencies the existing page is kept.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import GERMAN from '../console/messages/de.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../console/', import.meta.url));
const SAMPLES = new URL('../samples/', import.meta.url);
const PAGE = `${ROOT}dist/index.html`;
/** Of pdf.js; the images of most scans need them. */
const DECODERS = new URL('../node_modules/pdfjs-dist/wasm/', import.meta.url);
const IMAGE_DECODERS = /^(?:jbig2|openjpeg)\.wasm$/;

/** An installation must not fail because of the console: the server runs without it and says how to build it. */
const isInstalling = process.env.npm_lifecycle_event === 'prepare';

const vite = await import('vite').catch((error: Error) => {
  if (!isInstalling) throw error;
  console.log(`The console cannot be built here: ${error.message.split('\n', 1)[0]}`);
});
if (vite) {
  await vite.build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [embedded('virtual:samples', SAMPLES), inlined()],
    // Without its runtime for older browsers, which would be a second script.
    build: { target: 'es2022', modulePreload: false, cssCodeSplit: false, assetsInlineLimit: 0 },
  });
  await vite.build({
    root: `${ROOT}pdf`,
    configFile: false,
    logLevel: 'error',
    plugins: [embedded('virtual:image-decoders', DECODERS, (name) => IMAGE_DECODERS.test(name)), inlined()],
    build: {
      ...{ target: 'es2022', modulePreload: false, cssCodeSplit: false, assetsInlineLimit: 0 },
      ...{ outDir: `${ROOT}pdf/dist`, emptyOutDir: true },
    },
  });
  renameSync(`${ROOT}pdf/dist/index.html`, `${ROOT}dist/pdf.html`);
  rmdirSync(`${ROOT}pdf/dist`);
  await vite.build({
    root: `${ROOT}widget`,
    configFile: false,
    logLevel: 'error',
    build: {
      ...{ target: 'es2022', outDir: `${ROOT}dist`, emptyOutDir: false },
      lib: { entry: 'widget.ts', formats: ['iife'], name: 'docentWidget', fileName: () => 'widget.js' },
    },
  });
  writeFileSync(`${ROOT}dist/de.json`, JSON.stringify(GERMAN));
  for (const name of readdirSync(`${ROOT}dist`)) {
    const bytes = readFileSync(`${ROOT}dist/${name}`);
    console.log(`console/dist/${name}: ${kilobytes(bytes)}, ${kilobytes(gzipSync(bytes))} compressed`);
  }
} else {
  console.log(
    existsSync(PAGE)
      ? 'It stays as it was built.'
      : 'Docent runs without; with the development dependencies installed, npm run build makes it.',
  );
}

/** Files as a module, so that the page needs no other request for them: `FILES`, with their bytes in Base64. */
function embedded(module: string, folder: URL, isWanted: (name: string) => boolean = () => true): Plugin {
  const id = `\0${module}`;
  return {
    name: `docent:${module}`,
    resolveId: (source) => (source === module ? id : undefined),
    load(loaded) {
      if (loaded !== id) return undefined;
      const files = readdirSync(folder)
        .filter(isWanted)
        .sort()
        .map((name) => ({ name, base64: readFileSync(new URL(name, folder)).toString('base64') }));
      return `export const FILES = ${JSON.stringify(files)};`;
    },
  };
}

/** Inlines script and styles, and fails when another file remains. */
function inlined(): Plugin {
  return {
    name: 'docent:inlined',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('Cannot inline as there is no page');
      let html = String(page.source);
      for (const [name, file] of Object.entries(bundle)) {
        if (file === page) continue;
        if (file.type === 'chunk') {
          const script = file.code.replaceAll('</script', String.raw`<\/script`).trim();
          // A module runs when the page is parsed, wherever it stands, so the head is as good.
          html = replaced(html, tagOf('script', name), `<script type="module">${script}</script>`);
        } else {
          html = replaced(html, tagOf('link', name), `<style>${String(file.source).trim()}</style>`);
        }
        delete bundle[name];
      }
      page.source = html;
    },
  };
}

function tagOf(element: 'script' | 'link', name: string): RegExp {
  const path = name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`<${element}\\b[^>]*/${path}"[^>]*>(?:</script>)?`);
}

function replaced(html: string, tag: RegExp, by: string): string {
  if (!tag.test(html)) throw new Error(`Cannot inline as the page has no ${tag}`);
  return html.replace(tag, () => by);
}

function kilobytes(bytes: Uint8Array): string {
  return `${(bytes.length / 1000).toFixed(1)} kB`;
}
