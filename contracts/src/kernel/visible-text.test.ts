import { expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

it.each([
  ['zero width', '张\u200b三\ufeff', '张三'],
  ['soft hyphen', '张\u00ad三', '张三'],
  ['turned direction', '\u202egpj.张三\u202c', 'gpj.张三'],
  ['isolates', '\u2066张三\u2069', '张三'],
  ['control characters', '张\u0007三\u0085', '张三'],
  ['fillers', '\u3164\u2800\u115f', ''],
  ['tags', '张三\u{e0041}', '张三'],
  ['a joiner between letters', '张\u200d三', '张三'],
  ['line separators', '张\u2028三', '张三'],
])('%s: nobody sees it, and it goes', (_what, given, kept) => expect(visibleText(given)).toBe(kept));

it.each([
  ['ends of lines and tabs', '第一行\r\n\t第二行'],
  ['spaces', '张 三\u3000四\u00a0五'],
  ['rare characters', '𠮷𰻝'],
  ['a variant of a character', '葛\u{e0100}'],
  ['names with a dot', '阿依古丽·买买提'],
  ['Tibetan, Uyghur, Korean', 'བོད་ ئۇيغۇر 한국어'],
  ['a picture of several', '👨‍👩‍👧 🏳️‍🌈 👩🏽‍🎓'],
])('%s: stays', (_what, given) => expect(visibleText(given)).toBe(given));
