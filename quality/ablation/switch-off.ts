import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { RULES, type Rule } from './rules.ts';

/** The source of a rule's file without the rule. @throws When the file has nothing of the kind. */
export function sourceWithout({ name, file, from, to }: Rule): string {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  if (!from.test(source)) throw new Error(`${file} has no rule “${name}”`);
  return source.replace(from, to);
}

/** Loads the product without a rule: `node --import ./quality/ablation/switch-off.ts`, with its name in `WITHOUT_RULE`. */
const off = RULES.find(({ name }) => name === process.env.WITHOUT_RULE);
if (off) {
  const url = new URL(`../../${off.file}`, import.meta.url).href;
  const source = sourceWithout(off);
  registerHooks({
    load: (loaded, context, next) =>
      loaded === url ? { format: 'module-typescript', source, shortCircuit: true } : next(loaded, context),
  });
}
