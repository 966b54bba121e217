/** Control characters, and those that turn the direction of what follows: `gpj.exe` would be read as `exe.jpg`. */
const DISGUISES = /[\p{Cc}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu;

/** A name that a stranger gave, with what would disguise it made visible. */
export function undisguised(name: string): string {
  return name.replaceAll(DISGUISES, '\u{FFFD}');
}

/** A name that a stranger gave: of either direction, on its own in its line, and whole under the pointer when clipped. */
export function Name({ text }: { text: string }) {
  const shown = undisguised(text);
  return (
    <bdi class="name" dir="auto" title={shown}>
      {shown}
    </bdi>
  );
}
