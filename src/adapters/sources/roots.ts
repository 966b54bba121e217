import { isAbsolute, relative, sep } from 'node:path';

/** The root that `path` is in, or is; both are absolute, without `..`. */
export function rootOf(path: string, roots: readonly string[]): string | undefined {
  return roots.find((root) => {
    const inner = relative(root, path);
    return !isAbsolute(inner) && inner !== '..' && !inner.startsWith(`..${sep}`);
  });
}
