import { pinyin } from 'pinyin-pro';

const known = new Map<string, readonly string[]>();

/** The pinyin of each character of a title, without tones. Its dictionary is large: fetched at the first search. */
export function syllablesOf(title: string): readonly string[] {
  const syllables = known.get(title) ?? pinyin(title, { type: 'array', toneType: 'none', v: true });
  known.set(title, syllables);
  return syllables;
}
