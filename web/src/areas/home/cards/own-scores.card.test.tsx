// @vitest-environment jsdom
import { ownScores } from '@jwxt/contracts/home/home.operations.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../../../testing/api-stub.ts';
import { render } from '../../../testing/render.tsx';
import { signedInAlways } from '../../../testing/signed-in-user.ts';
import { OwnScoresCard } from './own-scores.card.tsx';

signedInAlways();

const score = (semesterId: string, courseName: string) => ({
  attemptId: courseName,
  semesterId,
  courseNum: courseName,
  courseName,
  courseCredit: 30,
  finalName: '88',
  scoreRemarkName: '',
  passed: true,
  effective: true,
  items: [],
});

it('PICKERS-073, PICKERS-074: a student goes through the own scores semester by semester', async () => {
  const rows = [score('2026-2027-1', '编译原理'), score('2025-2026-2', '线性代数'), score('2025-2026-2', '英语')];
  stubApi([
    [ownScores, () => ok({ rows, withheld: [], earnedCredit: 90, takenCredit: 90, passedNum: 3, failedNum: 0 })],
  ]);
  const { user } = render(<OwnScoresCard />);
  await screen.findAllByText('编译原理');
  const names = () => rows.map((row) => row.courseName).filter((name) => screen.queryAllByText(name).length > 0);
  const arrow = (label: string) => screen.getByLabelText<HTMLButtonElement>(label);
  expect([names().length, arrow('上一学期').disabled]).toEqual([3, true]);
  await user.click(arrow('下一学期'));
  expect(names()).toEqual(['编译原理']);
  await user.click(arrow('下一学期'));
  expect(names()).toEqual(['线性代数', '英语']);
  expect(arrow('下一学期').disabled).toBe(true);
  await user.click(arrow('上一学期'));
  expect(names()).toEqual(['编译原理']);
});

it('SCORE-MORE-40: what is not open is said in words; the items of a score are shown where they may be', async () => {
  const withheld = [
    { semesterId: '2026-2027-1', scoreType: '1', text: '2026-2027学年第一学期正考成绩须先完成评教，还有评教 2 条' },
  ];
  const rows = [{ ...score('2025-2026-2', '线性代数'), items: [{ name: '平时', value: '90.0' }] }];
  stubApi([[ownScores, () => ok({ rows, withheld, earnedCredit: 30, takenCredit: 30, passedNum: 1, failedNum: 0 })]]);
  render(<OwnScoresCard />);
  expect(await screen.findByText(withheld[0]!.text)).toBeTruthy();
  expect((await screen.findAllByText('平时 90.0')).length).toBeGreaterThan(0);
});
