import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { RULES, type Rule, TOGETHER } from './rules.ts';

/** The source of a file without these rules. @throws When the file has nothing of the kind. */
export function sourceWithout(file: string, rules: readonly Rule[]): string {
  let source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  for (const { name, from, to } of rules) {
    if (!from.test(source)) throw new Error(`${file} has no rule “${name}”`);
    source = source.replace(from, to);
  }
  return source;
}

/** Loads the product without rules: `node --import ./quality/ablation/switch-off.ts`, with their names in `WITHOUT_RULES`. */
const names = (process.env.WITHOUT_RULES ?? '').split(TOGETHER);
const off = Object.groupBy(
  RULES.filter(({ name }) => names.includes(name)),
  ({ file }) => new URL(`../../${file}`, import.meta.url).href,
);
if (Object.keys(off).length > 0) {
  registerHooks({
    load: (loaded, context, next) => {
      const rules = off[loaded];
      if (!rules) return next(loaded, context);
      return {
        format: 'module-typescript',
        source: sourceWithout(rules[0]!.file, rules),
        shortCircuit: true,
      };
    },
  });
}
