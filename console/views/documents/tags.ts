/** The server's limits. */
const TAGS_MAX = 50;
const TAG_LENGTH_MAX = 100;

/** The tags in a text that separates them by commas. */
export function tagsIn(text: string): string[] {
  return withTags(
    [],
    text.split(',').map((tag) => [...tag.trim()].slice(0, TAG_LENGTH_MAX).join('')),
  );
}

/** Tags and more of them, each once. */
export function withTags(tags: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...tags, ...more].filter((tag) => tag !== ''))].slice(0, TAGS_MAX);
}
