/** An event of a `text/event-stream`. */
export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * The events of a body, wherever the network split it: between the bytes of a character, in the middle of a line end.
 * Comments and an incomplete last event are left out. A reader that stops closes the body.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let event = '';
  let lines: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      for (;;) {
        const end = /\r\n|\n|\r(?!$)/.exec(rest);
        if (!end) break;
        const line = rest.slice(0, end.index);
        rest = rest.slice(end.index + end[0].length);
        if (line === '') {
          if (lines.length > 0) yield { event: event || 'message', data: lines.join('\n') };
          event = '';
          lines = [];
          continue;
        }
        const colon = line.indexOf(':');
        const field = colon < 0 ? line : line.slice(0, colon);
        const text = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
        if (field === 'event') event = text;
        else if (field === 'data') lines.push(text);
      }
    }
  } finally {
    // This also closes the connection, which stops the server's work.
    await reader.cancel().catch(() => {});
  }
}
