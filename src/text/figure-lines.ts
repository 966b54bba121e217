import { endsIn } from './ends-in.ts';

/** A figure with its currency, brackets and per cent sign, or a dash for an empty cell. */
const FIGURE =
  /^(?:\(?\p{Sc}?\(?[+\-–—−]?\p{Sc}?\p{Nd}(?:[\p{Nd}.,]*\p{Nd})?\)?[%‰]?\)?|\p{Sc}?[-–—−]{1,2}%?)$/u;
const FIGURE_END = /(?<=[\p{Nd}\-–—−)%]\s*)/uy;
const SIGN = /^(?:\p{Sc}|[%‰]|\))$/u;
const YEAR = /^(?:19|20)\d\d$/;

/** A longer line is prose. */
const LINE_UNITS_MAX = 200;

/**
 * Whether a line is a row of a table flattened to text: words, then at least two figures that are not just years
 * (`Net income $ 1,503 $ 1,848`).
 */
export function isFigureLine(line: string): boolean {
  if (line.length > LINE_UNITS_MAX || !endsIn(line, FIGURE_END)) return false;
  const words = line.trim().split(/\s+/u);
  const firstFigure = words.findLastIndex((word) => !FIGURE.test(word) && !SIGN.test(word)) + 1;
  const figures = words.slice(firstFigure).filter((word) => FIGURE.test(word));
  return (
    firstFigure > 0 &&
    figures.length >= 2 &&
    figures.some((figure) => /\p{Nd}/u.test(figure) && !YEAR.test(figure)) &&
    /\p{L}/u.test(line)
  );
}
