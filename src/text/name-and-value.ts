/** Whether a line is a name and its value: `Phone: 214`, `Base URL: https://…`. White space before it is ignored. */
export function isNameAndValue(line: string): boolean {
  return line.includes(':') && NAME_AND_VALUE.test(line);
}

const NAME_AND_VALUE = /^\s{0,20}\p{Lu}[^:.!?\n]{0,40}:[^\S\n]{1,20}\S/u;
