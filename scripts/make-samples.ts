/**
 * Writes the demonstration's sample documents: a PDF, a DOCX and an HTML page about a fictional museum. Their bytes
 * depend only on this file, so that a test can compare `samples/` with it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeDocx } from './samples/docx.ts';
import { makeHtml } from './samples/html.ts';
import { makePdf } from './samples/pdf.ts';
import { LOAN_POLICY, VISITOR_FAQ, VISITOR_HANDBOOK } from './samples/texts.ts';

export function sampleFiles(): { name: string; bytes: Uint8Array }[] {
  return [
    { name: 'visitor-handbook.pdf', bytes: makePdf(VISITOR_HANDBOOK) },
    { name: 'loan-policy.docx', bytes: makeDocx(LOAN_POLICY) },
    { name: 'visitor-questions.html', bytes: makeHtml(VISITOR_FAQ) },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = new URL('../samples/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const { name, bytes } of sampleFiles()) writeFileSync(new URL(name, folder), bytes);
}
