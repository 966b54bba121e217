/** Control characters, and those that reverse text: `gpj.exe` would be read as `exe.jpg`. */
const DISGUISES = /[\p{Cc}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu;

/** An untrusted name with such characters made visible. */
export function undisguised(name: string): string {
  return name.replaceAll(DISGUISES, '\u{FFFD}');
}

/** An untrusted name: in either direction, isolated in its line, and whole in the tooltip when clipped. */
export function Name({ text }: { text: string }) {
  const shown = undisguised(text);
  return (
    <bdi class="name" dir="auto" title={shown}>
      {shown}
    </bdi>
  );
}
