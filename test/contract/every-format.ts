import { readFileSync } from 'node:fs';
import { epubOf, odfOf, pptxOf, xlsxOf } from '../office-files.ts';

/** A small file of each format that is promised. */
export function everyFormat(): { name: string; text: string | Uint8Array<ArrayBuffer> }[] {
  const sample = (name: string) =>
    Uint8Array.from(readFileSync(new URL(`../../samples/${name}`, import.meta.url)));
  const cell = (reference: string, text: string) =>
    `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const sheet = `<row r="1">${cell('A1', 'Room')}</row><row r="2">${cell('A2', 'Attic')}</row>`;
  const slide = '<p:sp><p:txBody><a:p><a:r><a:t>The attic is open.</a:t></a:r></a:p></p:txBody></p:sp>';
  return [
    { name: 'visitor-handbook.pdf', text: sample('visitor-handbook.pdf') },
    { name: 'loan-policy.docx', text: sample('loan-policy.docx') },
    { name: 'slides.pptx', text: Uint8Array.from(pptxOf([{ shapes: slide }])) },
    { name: 'rooms.xlsx', text: Uint8Array.from(xlsxOf({ sheets: [{ name: 'Rooms', rows: sheet }] })) },
    {
      name: 'rules.odt',
      text: Uint8Array.from(
        odfOf({ body: '<office:text><text:p>No drums in the attic.</text:p></office:text>' }),
      ),
    },
    {
      name: 'tale.epub',
      text: Uint8Array.from(epubOf({ title: 'A tale', chapters: ['<p>It began in the attic.</p>'] })),
    },
    { name: 'visitor-questions.html', text: sample('visitor-questions.html') },
    { name: 'readme.md', text: '# Attic\n\nThe attic is cold.' },
    { name: 'guide.adoc', text: '= Attic\n\nThe attic is *quiet*.' },
    { name: 'note.txt', text: 'The attic is dry.' },
    { name: 'rooms.csv', text: 'room,beds\nattic,2\ncellar,0\n' },
    { name: 'rooms.json', text: '{"rooms": [{"name": "attic", "beds": 2}]}' },
    {
      name: 'letter.eml',
      text: 'From: ada@example.org\r\nTo: bob@example.org\r\nSubject: Attic\r\nDate: Sat, 21 Nov 2026 10:00:00 +0000\r\n\r\nThe attic is yours.\r\n',
    },
  ];
}
