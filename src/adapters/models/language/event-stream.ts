import { StringDecoder } from 'node:string_decoder';

/** Longest event in UTF-16 units; a longer one cannot be tokens. */
const EVENT_UNITS_MAX = 1_048_576;

/**
 * Yields the data of server-sent events from bytes cut anywhere. Events that arrive together are yielded together, so
 * that a fast stream is not handled event by event. Names, ids and comments of events are ignored, and so is an event
 * cut off at the end.
 *
 * @returns Never empty.
 *
 * @throws {RangeError} When an event is longer than a million characters.
 * @see WHATWG HTML, 9.2.6: several data lines of one event are joined by a line feed.
 */
export async function* eventData(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new StringDecoder('utf8');
  /** What has arrived of a line; not read again before the line is complete. */
  let rest = '';
  let isBegun = false;
  let data: string | undefined;
  for await (const piece of bytes) {
    let text = decoder.write(piece);
    if (!isBegun && text !== '') {
      isBegun = true;
      text = text.replace(/^\ufeff/, '');
    }
    const complete: string[] = [];
    const lines = text.split('\n');
    lines[0] = rest + lines[0];
    rest = lines.pop()!;
    for (const ended of lines) {
      const line = ended.endsWith('\r') ? ended.slice(0, -1) : ended;
      if (line === '') {
        if (data !== undefined) complete.push(data);
        data = undefined;
      } else if (line.startsWith('data:')) {
        const value = line.slice(line[5] === ' ' ? 6 : 5);
        data = data === undefined ? value : `${data}\n${value}`;
      }
    }
    if (complete.length > 0) yield complete;
    if (rest.length + (data?.length ?? 0) > EVENT_UNITS_MAX) {
      throw new RangeError(`An event of the stream is longer than ${EVENT_UNITS_MAX} characters.`);
    }
  }
}
