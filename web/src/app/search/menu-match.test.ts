import { pinyin } from 'pinyin-pro';
import { describe, expect, it } from 'vitest';
import { findPages, initialsOf, matchOf } from './menu-match.ts';
import { recentPages, rememberPage } from './recent-pages.ts';
import { syllablesOf } from './syllables.ts';

const page = (title: string) => ({ title, syllables: pinyin(title, { type: 'array', toneType: 'none', v: true }) });
const marked = (title: string, query: string) => {
  const match = matchOf(page(title), query);
  return match === null ? null : title.split('').slice(match.from, match.to).join('');
};

describe('finding a page of the menu', () => {
  it('a title is looked up in the dictionary once, however often the palette opens', () => {
    expect(syllablesOf('成绩录入')).toEqual(['cheng', 'ji', 'lu', 'ru']);
    expect(syllablesOf('成绩录入')).toBe(syllablesOf('成绩录入'));
  });

  it('by Chinese, by pinyin, by initials, and by any mixture', () => {
    expect(
      ['成绩录', 'chengji', 'cjlr', 'ChengJiLu', '成绩l', 'jlr', 'cheng j'].map((query) => marked('成绩录入', query)),
    ).toEqual(['成绩录', '成绩', '成绩录入', '成绩录', '成绩录', '绩录入', '成绩']);
    expect(['cjx', '更改', 'zz', '', ' '].map((query) => marked('成绩录入', query))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(marked('正考成绩录入', 'cjlr')).toBe('成绩录入');
    expect(initialsOf(page('补缓考成绩录入'))).toBe('BHKCJLR');
  });

  it('what begins with the query comes first, then shorter titles', () => {
    expect(
      findPages(['正考成绩录入', '成绩录入时间设置', '成绩录入', '审批中心'].map(page), 'cjlr').map(
        ({ page: { title } }) => title,
      ),
    ).toEqual(['成绩录入', '成绩录入时间设置', '正考成绩录入']);
  });

  it('the last five pages of each person, the newest first', () => {
    const values = new Map<string, string>();
    const storage = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => {
        values.set(key, value);
      },
    };
    for (const url of ['/a', '/b', '/c', '/d', '/e', '/f', '/b']) rememberPage('dean1', url, storage);
    expect(recentPages('dean1', storage)).toEqual(['/b', '/f', '/e', '/d', '/c']);
    expect(recentPages('teacher1', storage)).toEqual([]);
    values.set('jwxt.recent.dean1', '{broken');
    expect(recentPages('dean1', storage)).toEqual([]);
  });
});
