import { editDistance } from '../../kernel/edit-distance.ts';

/** Longer paths are not typos, and comparing costs the square of the length. */
const COMPARED_LENGTH_MAX = 200;
const EDITS_MAX = 3;

/** Knows all routes, to suggest one when a request matches none. */
export function createRouteTable() {
  const methodsOf = new Map<string, Set<string>>();
  const hints = new Set<string>();

  return {
    add({ method, url, hinted }: { method: string | readonly string[]; url: string; hinted: boolean }): void {
      const methods = methodsOf.get(url) ?? new Set<string>();
      for (const name of [method].flat()) methods.add(name);
      methodsOf.set(url, methods);
      if (hinted) hints.add(url);
    },

    /** The methods of the path, sorted; empty when no route matches it. */
    methodsAt(path: string): string[] {
      const methods = new Set<string>();
      for (const [pattern, taken] of methodsOf) {
        if (filledIn(pattern, path) === path) for (const method of taken) methods.add(method);
      }
      return [...methods].sort();
    },

    /** The documented path that was probably meant. */
    nearest(path: string): string | undefined {
      if (path.length < 3 || path.length > COMPARED_LENGTH_MAX) return undefined;
      let best: { pattern: string; edits: number } | undefined;
      for (const pattern of hints) {
        const candidate = filledIn(pattern, path);
        const edits = candidate.endsWith(path) ? 1 : editDistance(path, candidate, EDITS_MAX);
        if (edits <= EDITS_MAX && edits < (best?.edits ?? Infinity)) best = { pattern, edits };
      }
      return best?.pattern;
    },
  };
}

/** `Allow`: the path's methods, and OPTIONS. */
export function allowHeader(methods: readonly string[]): string {
  return [...methods, 'OPTIONS'].join(', ');
}

/** The pattern with its `:parameters` and closing `*` filled in from the path. */
function filledIn(pattern: string, path: string): string {
  const given = path.split('/');
  const segments = pattern.split('/');
  return segments
    .map((segment, i) => {
      if (segment === '*') return given.slice(i).join('/');
      return segment.startsWith(':') ? given[i] || segment : segment;
    })
    .join('/');
}
