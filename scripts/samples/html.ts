import { escapeMarkup, type SampleBlock, type SampleText } from './texts.ts';

export function makeHtml({ title, pages }: SampleText): Uint8Array {
  const main = pages.flat().map(blockHtml).join('\n');
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeMarkup(title)}</title></head>
<body>
<nav><a href="/">Home</a> <a href="/visit">Visit</a></nav>
<main>
<h1>${escapeMarkup(title)}</h1>
${main}
</main>
<footer>Harbour Lane Museum</footer>
</body>
</html>
`;
  return new TextEncoder().encode(page);
}

function blockHtml(block: SampleBlock): string {
  if (block.kind === 'heading') return `<h2>${escapeMarkup(block.text)}</h2>`;
  if (block.kind === 'paragraph') return `<p>${escapeMarkup(block.text)}</p>`;
  const rows = block.rows.map(
    (row) => `<tr>${row.map((cell) => `<td>${escapeMarkup(cell)}</td>`).join('')}</tr>`,
  );
  return `<table>${rows.join('')}</table>`;
}
