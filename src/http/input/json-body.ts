import { RefusedError } from '../../errors.ts';
import { type Said, said } from '../../kernel/said.ts';

/** Stateless between bodies. */
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of a JSON body.
 *
 * @param options.depthMax Nesting of brackets; protects parsers and validators that recurse.
 * @throws {RefusedError} `invalid_json` with the place of the error, where there is one.
 */
export function parseJsonBody(body: Uint8Array, { depthMax }: { depthMax: number }): unknown {
  if (body.length === 0) throw refused('it is empty. Send a JSON object.');
  if (depthOf(body) > depthMax) throw refused(said`it is nested deeper than ${depthMax} levels.`);
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    throw refused('it is not UTF-8 text.');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refused(`${(error as SyntaxError).message}.`);
  }
}

function refused(reason: Said): RefusedError {
  return new RefusedError({ code: 'invalid_json', reason });
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Nesting depth of the brackets outside of strings. Counts bytes: in UTF-8 an ASCII byte is always itself. */
function depthOf(json: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]!;
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (OPENING.has(byte)) deepest = Math.max(deepest, ++depth);
    else if (CLOSING.has(byte)) depth--;
  }
  return deepest;
}
