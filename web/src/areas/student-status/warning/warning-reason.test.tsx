// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { render } from '../../../testing/render.tsx';
import { WarningReason } from './warning-reason.tsx';

const credit = { figure: '学期获得学分 5 学分', words: '本学期获得 5 学分（不含重修）' };
const waiting = { figure: '学期获得学分 5 学分', words: '另有 1 门课程 4 学分成绩未公布，按获得计' };
const failed = { figure: '累计不及格学分 15 学分', words: '5 门' };

it.each([
  [[credit], '学期获得学分 5 学分'],
  [[waiting, failed], '学期获得学分 5 学分；累计不及格学分 15 学分（有成绩未公布）'],
])('a list says why by the figures, and all of it in a tooltip', (reasons, said) => {
  const { getByTitle } = render(<WarningReason row={{ reasonText: '全部原因', reasons }} />);
  expect(getByTitle('全部原因').textContent).toBe(said);
});
