/** What the soak's clients upload: one fact about an invented town each, in several formats and languages; or a file that must fail. */
import { makeDocx } from '../../scripts/samples/docx.ts';
import { makeHtml } from '../../scripts/samples/html.ts';
import { makePdf } from '../../scripts/samples/pdf.ts';
import { ARCHIVE_BOMBS, DOCUMENT_BOMBS } from '../../test/bombs.ts';
import { createTownDocuments, type TownDocument } from '../../test/crash/town-documents.ts';
import { mulberry32 } from '../corpus.ts';

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'ar', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Content {
  readonly filename: string;
  readonly bytes: Uint8Array;
  /** What it states; absent of a file that must fail. */
  readonly fact?: { readonly town: string; readonly year: string; readonly language: Language };
}

const WORDING: Readonly<
  Record<Language, { fact: (town: string, year: string) => string; question: (town: string) => string }>
> = {
  en: {
    fact: (town, year) => `The bridge of ${town} was completed in ${year} after nine years of work.`,
    question: (town) => `When was the bridge of ${town} completed?`,
  },
  de: {
    fact: (town, year) =>
      `Die Brücke von ${town} wurde im Jahr ${year} nach neun Jahren Arbeit fertiggestellt.`,
    question: (town) => `Wann wurde die Brücke von ${town} fertiggestellt?`,
  },
  fr: {
    fact: (town, year) => `Le pont de ${town} fut achevé en ${year} après neuf ans de travaux.`,
    question: (town) => `Quand le pont de ${town} fut-il achevé ?`,
  },
  es: {
    fact: (town, year) => `El puente de ${town} se terminó en ${year} tras nueve años de obras.`,
    question: (town) => `¿Cuándo se terminó el puente de ${town}?`,
  },
  ar: {
    fact: (town, year) => `اكتمل جسر ${town} في عام ${year} بعد تسع سنوات من العمل.`,
    question: (town) => `متى اكتمل جسر ${town}؟`,
  },
  zh: {
    fact: (town, year) => `${town}的桥梁经过九年施工，于${year}年竣工。`,
    question: (town) => `${town}的桥梁是哪一年竣工的？`,
  },
};

export function questionOf(town: string, language: Language): string {
  return WORDING[language].question(town);
}

/** Contents without end; the same seed gives the same ones. */
export function createContents(seed: number) {
  const towns = createTownDocuments(seed);
  const random = mulberry32(seed);
  const failing = [...brokenFiles(), ...bombs()];
  let made = 0;

  function about({ town, year, text }: TownDocument): Content {
    made += 1;
    const isForeign = random() < 0.3;
    const language = isForeign ? LANGUAGES[1 + Math.floor(random() * (LANGUAGES.length - 1))]! : 'en';
    const fact = WORDING[language].fact(town, year);
    const paragraphs = isForeign ? [fact] : text.split('\n\n').slice(1);
    return { ...fileOf(`town-${made}`, town, paragraphs, random()), fact: { town, year, language } };
  }

  return {
    random,
    next: () => about(towns.next()),
    /** Another year for the same town. */
    anew: (town: string) => about(towns.anew(town)),
    /** Two short ones about different towns, for an answer that takes both. */
    pair: () => [about(towns.short()), about(towns.short())] as const,
    failing: () => failing[Math.floor(random() * failing.length)]!,
  };
}

function fileOf(name: string, town: string, paragraphs: readonly string[], share: number): Content {
  const title = `The town of ${town}`;
  const pages = [paragraphs.map((text) => ({ kind: 'paragraph', text: text.trim() }) as const)];
  // The PDFs of the samples have a font of Latin letters only.
  const isLatin = /^[\p{Script=Latin}\p{Script=Common}]*$/u.test(paragraphs.join(''));
  if (share < 0.1 && isLatin) return { filename: `${name}.pdf`, bytes: makePdf({ title, pages }) };
  if (share < 0.2) return { filename: `${name}.docx`, bytes: makeDocx({ title, pages }) };
  if (share < 0.3) return { filename: `${name}.html`, bytes: makeHtml({ title, pages }) };
  const extension = share < 0.5 ? 'txt' : 'md';
  return { filename: `${name}.${extension}`, bytes: Buffer.from(`# ${title}\n\n${paragraphs.join('\n\n')}`) };
}

function brokenFiles(): Content[] {
  const pdf = makePdf({ title: 'Torn', pages: [[{ kind: 'paragraph', text: 'Torn apart.' }]] });
  const docx = makeDocx({ title: 'Torn', pages: [[{ kind: 'paragraph', text: 'Torn apart.' }]] });
  return [
    { filename: 'torn.pdf', bytes: pdf.subarray(0, 60) },
    { filename: 'torn.docx', bytes: docx.subarray(0, docx.length / 2) },
    { filename: 'blank.txt', bytes: Buffer.from(' \n\n ') },
  ];
}

function bombs(): Content[] {
  const flat = ARCHIVE_BOMBS['zip-ratio-flat']!().filter(({ ends }) => ends === 'too_complex');
  return [...flat, ...ARCHIVE_BOMBS['docx-billion-laughs']!(), ...DOCUMENT_BOMBS['pdf-page-loop']!()];
}
