import { pinyin } from 'pinyin-pro';

/** The pinyin of each character of a title, without tones. Its dictionary is large: fetched at the first search. */
export function syllablesOf(title: string): readonly string[] {
  return pinyin(title, { type: 'array', toneType: 'none', v: true });
}
