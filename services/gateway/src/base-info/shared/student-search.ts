import { containing, type SqlParams } from '../../kernel/sql-params.ts';

/**
 * Students of the table `alias` whose number, name or pinyin has the keyword in it, in whatever case. Characters that
 * only names have lead through their index; digits and letters are in every number and pinyin, so that an index of them
 * would be longer than the way through.
 */
export function studentMatches(alias: string, keyword: string, params: SqlParams): string {
  const inText = `${alias}.search_text like lower(${params.add(containing(keyword))})`;
  const telling = keyword.replaceAll(/[ -~]/g, '');
  return telling === ''
    ? inText
    : `(string_to_array(${alias}.search_text, null) @> string_to_array(lower(${params.add(telling)}), null) and ` +
        `${inText})`;
}
