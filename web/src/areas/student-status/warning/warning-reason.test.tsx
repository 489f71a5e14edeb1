// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { render } from '../../../testing/render.tsx';
import { WarningReason } from './warning-reason.tsx';

it.each([
  ['学期获得学分 6.5 学分（本学期获得 6.5 学分）', '学期获得学分 6.5 学分'],
  [
    '学期获得学分 5 学分（另有 1 门课程 4 学分成绩未公布，按获得计）；累计不及格学分 15 学分（5 门）',
    '学期获得学分 5 学分；累计不及格学分 15 学分（有成绩未公布）',
  ],
])('a list says why by the figures, and all of it in a tooltip: %s', (text, said) => {
  const { getByTitle } = render(<WarningReason text={text} />);
  expect(getByTitle(text).textContent).toBe(said);
});
