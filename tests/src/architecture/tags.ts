/** Where the tag ends that begins at `start`: behind its `>`, whatever its attributes hold in braces. */
export function endOfTag(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    const each = source[at];
    if (each === '{') depth += 1;
    else if (each === '}') depth -= 1;
    else if (each === '>' && depth === 0) return at + 1;
  }
  return source.length;
}
