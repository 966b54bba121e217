/**
 * How many UTF-16 units of text synchronous or asynchronous work gives to regular expressions and string methods: what it
 * costs, whatever the machine does meanwhile. A match is counted up to where it ends, a failure as the whole text from
 * where it began.
 */
export async function unitsRead(work: () => unknown): Promise<number> {
  let units = 0;
  const count = (read: number) => {
    units += read;
  };
  const restored = [countExpressions(count), ...countStrings(count)];
  try {
    await work();
  } finally {
    for (const restore of restored) restore();
  }
  return units;
}

type Count = (units: number) => void;

/** `test` and the methods of strings that take an expression call `exec`, too. */
function countExpressions(count: Count): () => void {
  const { prototype } = RegExp;
  const { exec } = prototype;
  prototype.exec = function counted(text) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    // A sticky expression fails where it begins.
    if (match) count(match.index + match[0].length - from + 1);
    else count(this.sticky ? 1 : text.length - from + 1);
    return match;
  };
  return () => {
    prototype.exec = exec;
  };
}

/** Units read by a method, from the text, what it returned and its arguments. */
const METHODS: Readonly<Record<string, (text: string, result: unknown, args: readonly unknown[]) => number>> =
  {
    slice: (_, result) => String(result).length,
    indexOf: (text, result, [, from]) => foundAfter(text, Number(result), Number(from ?? 0)),
    lastIndexOf: (text, result) => text.length - Math.max(0, Number(result)),
    includes: (text, _, [, from]) => text.length - Number(from ?? 0),
    trim: (text) => text.length,
    trimStart: (text, result) => text.length - String(result).length,
    trimEnd: (text, result) => text.length - String(result).length,
    toLowerCase: (text) => text.length,
    toWellFormed: (text) => text.length,
    replaceAll: (text) => text.length,
    split: (text) => text.length,
  };

function foundAfter(text: string, index: number, from: number): number {
  return (index < 0 ? text.length : index) - from;
}

function countStrings(count: Count): (() => void)[] {
  const prototype = String.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  return Object.entries(METHODS).map(([name, unitsOf]) => {
    const method = prototype[name]!;
    prototype[name] = function counted(this: string, ...args: unknown[]) {
      const result = method.apply(this, args);
      count(unitsOf(String(this), result, args) + 1);
      return result;
    };
    return () => {
      prototype[name] = method;
    };
  });
}
