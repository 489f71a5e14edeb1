import { pinyin } from 'pinyin-pro';

/** Surnames of two characters that are in use today. */
const doubleSurnames = new Set(
  (
    '欧阳 上官 司马 诸葛 司徒 夏侯 皇甫 尉迟 公孙 令狐 慕容 宇文 长孙 东方 西门 南宫 端木 独孤 申屠 太史 百里 呼延 ' +
    '东郭 钟离 澹台 轩辕 拓跋 第五'
  ).split(' '),
);

/**
 * A name in Latin letters for documents abroad: the surname in capitals first, the given name as one word (GB/T 28039).
 * `spelled` is the spelling that is kept of the person; one that is not what the characters give, or holds spaces
 * already, is taken as it is.
 */
export function spelledName(name: string, spelled: string): string {
  const kept = spelled.trim();
  if (kept === '') return '';
  const characters = Array.from(name);
  const syllables = pinyin(name, { toneType: 'none', type: 'array', surname: 'head', v: true });
  if (syllables.length !== characters.length || syllables.join('') !== kept.toLowerCase()) return capital(kept);
  const length = doubleSurnames.has(characters.slice(0, 2).join('')) ? 2 : 1;
  return `${syllables.slice(0, length).join('').toUpperCase()} ${capital(syllables.slice(length).join(''))}`.trim();
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
