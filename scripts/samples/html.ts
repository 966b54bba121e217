import type { SampleBlock, SampleText } from './texts.ts';

export function makeHtml({ title, pages }: SampleText): Uint8Array {
  const main = pages.flat().map(blockHtml).join('\n');
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body>
<nav><a href="/">Home</a> <a href="/visit">Visit</a></nav>
<main>
<h1>${escapeHtml(title)}</h1>
${main}
</main>
<footer>Harbour Lane Museum</footer>
</body>
</html>
`;
  return new TextEncoder().encode(page);
}

function blockHtml(block: SampleBlock): string {
  if (block.kind === 'heading') return `<h2>${escapeHtml(block.text)}</h2>`;
  if (block.kind === 'paragraph') return `<p>${escapeHtml(block.text)}</p>`;
  const rows = block.rows.map(
    (row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`,
  );
  return `<table>${rows.join('')}</table>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
