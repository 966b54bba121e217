/** What a model server does with one request; the families differ in the bytes they say it with. */
export type Behaviour = Writing | Refusing | Failing | Silent | Torn | Garbage;

interface Writing {
  readonly kind: 'text';
  /** One token each. */
  readonly pieces: readonly string[];
  readonly finish: 'stop' | 'length' | 'refused';
  /** `null`: the server tells none. By default 11 prompt tokens, and one completion token a piece. */
  readonly usage?: { readonly promptTokens: number; readonly completionTokens: number } | null;
  /** Bytes of each write to the socket; without it each frame is one write. */
  readonly chunkBytes?: number;
  /** Milliseconds before the first frame, and before each further one. */
  readonly firstTokenMs?: number;
  readonly tokenMs?: number;
  /** What pieces wait for, by their place from 0. */
  readonly waits?: Readonly<Record<number, Promise<unknown>>>;
  /** How the stream ends: as it should, with a torn connection, by the end of the body alone, or never. */
  readonly ends: 'whole' | 'torn' | 'early' | 'never';
}

/** An error response, in the family's own shape unless there is a `body`. */
interface Refusing {
  readonly kind: 'status';
  readonly status: number;
  readonly message: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** An error that comes within a stream that began well. */
interface Failing {
  readonly kind: 'error within';
  readonly pieces: readonly string[];
  readonly message: string;
}

/** Takes the request and says nothing, not even a status. */
interface Silent {
  readonly kind: 'silent';
}

/** Status 200, and then the connection is torn: a server that is killed while it reads the prompt. */
interface Torn {
  readonly kind: 'torn';
}

/** Status 200 and these bytes. */
interface Garbage {
  readonly kind: 'garbage';
  readonly body: string | Uint8Array;
  readonly mediaType: string;
  readonly headers: Readonly<Record<string, string>>;
}

type WritingOptions = Partial<
  Pick<Writing, 'finish' | 'usage' | 'chunkBytes' | 'firstTokenMs' | 'tokenMs' | 'waits'>
>;

/** @param said Pieces, or a text, which is cut before each blank. */
export function writes(said: string | readonly string[], options: WritingOptions = {}): Behaviour {
  return { kind: 'text', pieces: piecesOf(said), finish: 'stop', ends: 'whole', ...options };
}

/** The model, or the provider's filter, declines. */
export function refuses(said: string | readonly string[] = []): Behaviour {
  return writes(said, { finish: 'refused' });
}

/** Completes without a word. */
export function saysNothing(): Behaviour {
  return writes([]);
}

/** The connection is torn after these pieces. */
export function tears(said: string | readonly string[]): Behaviour {
  return { kind: 'text', pieces: piecesOf(said), finish: 'stop', ends: 'torn' };
}

/** The body ends in order after these pieces, without the frames that should come last. */
export function endsEarly(said: string | readonly string[]): Behaviour {
  return { kind: 'text', pieces: piecesOf(said), finish: 'stop', ends: 'early' };
}

/** Nothing comes after these pieces, and the connection stays. */
export function stalls(said: string | readonly string[]): Behaviour {
  return { kind: 'text', pieces: piecesOf(said), finish: 'stop', ends: 'never' };
}

export function failsWith(
  status: number,
  {
    message = 'The server had an error while processing your request.',
    retryAfter,
    body,
    headers = {},
  }: {
    message?: string;
    retryAfter?: string;
    body?: string;
    headers?: Readonly<Record<string, string>>;
  } = {},
): Behaviour {
  return {
    kind: 'status',
    status,
    message,
    body,
    headers: retryAfter === undefined ? headers : { ...headers, 'retry-after': retryAfter },
  };
}

export function failsWithin(said: string | readonly string[], message = 'Overloaded'): Behaviour {
  return { kind: 'error within', pieces: piecesOf(said), message };
}

export function staysSilent(): Behaviour {
  return { kind: 'silent' };
}

export function tearsAtOnce(): Behaviour {
  return { kind: 'torn' };
}

export function babbles(
  body: string | Uint8Array,
  mediaType = 'text/event-stream',
  headers: Readonly<Record<string, string>> = {},
): Behaviour {
  return { kind: 'garbage', body, mediaType, headers };
}

/** Put together they are the text again. */
function piecesOf(said: string | readonly string[]): readonly string[] {
  return typeof said === 'string' ? said.split(/(?= )/).filter((piece) => piece !== '') : said;
}
