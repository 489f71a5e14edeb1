import { parse } from 'node:querystring';
import { Refused } from './refused.ts';

/** Fields of a form or of an address at most. The widest form of ours has some forty. */
export const MOST_FIELDS = 200;
/** Levels of a JSON body at most; the deepest of ours has eight. */
export const DEEPEST_JSON = 20;
/** Members and elements of a JSON body at most. A class of 500 with all its items has some 15,000. */
export const MOST_JSON_PARTS = 60_000;

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,:[]{}');

/**
 * Refuses a JSON text that is nested too deeply (MALFORMED_REQUEST) or has too many parts (REQUEST_TOO_LARGE), before
 * anything is made of it: one pass over its characters, whatever it says.
 */
export function checkJsonBounds(text: string): void {
  let depth = 0;
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(text, at);
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      depth += 1;
      parts += 1;
      if (depth > DEEPEST_JSON) throw new Refused('MALFORMED_REQUEST');
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1;
    else if (sign === COMMA || sign === COLON) parts += 1;
    if (parts > MOST_JSON_PARTS) throw new Refused('REQUEST_TOO_LARGE');
  }
}

/** Where the text that begins at a quote ends; the end of all when it does not. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}

/** Whether a form, or the part of an address behind its `?`, has no more fields than we take. */
export function hasFewFields(text: string): boolean {
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > MOST_FIELDS) return false;
  }
  return true;
}

/** The fields of a form; one that comes several times is a list. Throws REQUEST_TOO_LARGE. */
export function readForm(text: string): Record<string, unknown> {
  if (!hasFewFields(text)) throw new Refused('REQUEST_TOO_LARGE');
  return parse(text);
}

/** The fields of an address. One with too many has none here: it is refused before anybody looks at them. */
export function readQuery(text: string): Record<string, unknown> {
  return hasFewFields(text) ? parse(text) : {};
}
