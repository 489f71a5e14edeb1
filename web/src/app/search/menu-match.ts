/** A page to be found: `path` says where it is in the menu, `syllables` the pinyin of each character of the title. */
export type Findable = { title: string; syllables: readonly string[] };
/** Which characters of the title matched, from the first to before the last. */
export type Match = { from: number; to: number };

/**
 * Where a query matches a title: each of its characters by itself, by its pinyin, or by the beginning of its pinyin,
 * without gaps. `cjlr`, `chengjilu`, `成绩l` all find 成绩录入. Null when it does not.
 */
export function matchOf({ title, syllables }: Findable, query: string): Match | null {
  const wanted = query.toLowerCase().replace(/\s/g, '');
  if (wanted === '') return null;
  const letters = title.split('');
  for (let from = 0; from < letters.length; from += 1) {
    const to = endOf(letters, syllables, from, wanted);
    if (to !== null) return { from, to };
  }
  return null;
}

function endOf(letters: readonly string[], syllables: readonly string[], at: number, rest: string): number | null {
  if (rest === '') return at;
  const letter = letters[at]?.toLowerCase();
  if (letter === undefined) return null;
  if (rest.startsWith(letter)) return endOf(letters, syllables, at + 1, rest.slice(letter.length));
  const syllable = syllables[at] ?? '';
  // The whole syllable first: `chengji` is 成绩, not 成 and then an h.
  for (let length = syllable.length; length > 0; length -= 1) {
    if (!rest.startsWith(syllable.slice(0, length))) continue;
    const to = endOf(letters, syllables, at + 1, rest.slice(length));
    if (to !== null) return to;
  }
  return null;
}

/** First letters, `CJLR`. */
export function initialsOf({ syllables }: Findable): string {
  return syllables
    .map((syllable) => syllable.slice(0, 1))
    .join('')
    .toUpperCase();
}

/** The pages that a query finds, titles that begin with it first, at most `limit`. */
export function findPages<P extends Findable>(
  pages: readonly P[],
  query: string,
  limit = 20,
): { page: P; match: Match }[] {
  return pages
    .flatMap((page) => {
      const match = matchOf(page, query);
      return match === null ? [] : [{ page, match }];
    })
    .sort((a, b) => a.match.from - b.match.from || a.page.title.length - b.page.title.length)
    .slice(0, limit);
}
