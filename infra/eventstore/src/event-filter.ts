/** Server-side filters of $all: by stream name or event type, with a regular expression or a list of prefixes. */
import { CallError, status } from './grpc-call.ts';
import type { FilterRequest } from './read-request.ts';

export type Matches = (text: string) => boolean;

/** Builds the test. A pattern is searched, not anchored. Throws INVALID_ARGUMENT for one that does not compile. */
export function compileFilter({ regex, prefixes }: FilterRequest): Matches {
  if (prefixes.length > 0) return (text) => prefixes.some((prefix) => text.startsWith(prefix));
  let pattern: RegExp;
  try {
    pattern = compilePattern(regex);
  } catch (error) {
    throw new CallError(status.INVALID_ARGUMENT, `invalid filter expression: ${(error as Error).message}`);
  }
  return (text) => pattern.test(text);
}

/** Flags at the beginning, `(?i)`, are .NET's; they become flags of the expression. */
function compilePattern(source: string): RegExp {
  const inline = /^\(\?([ims]+)\)/.exec(source);
  return inline ? new RegExp(source.slice(inline[0].length), inline[1]) : new RegExp(source);
}
