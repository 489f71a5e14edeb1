// @vitest-environment jsdom
import {
  confirmGpaCheckOperation,
  ownGpaChecks,
  type OwnGpaCheck,
} from '@jwxt/contracts/standing/gpa-check.operations.ts';
import { ownGraduationScores } from '@jwxt/contracts/standing/graduation-score.operations.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, refused, stubApi } from '../../../testing/api-stub.ts';
import { render } from '../../../testing/render.tsx';
import { signedInAlways } from '../../../testing/signed-in-user.ts';
import { OwnStandingsCard } from './own-standings.card.tsx';

signedInAlways({ kind: 'student', permissions: ['gpaCheckList:own', 'gpaCheckList:confirm', 'graduationScore:own'] });

const figures = {
  versionNo: 2,
  gpa: '2.50',
  weightedAverage: '76.00',
  creditEarned: '8.0',
  creditFailed: '0.0',
  ruleVersion: '2020-1',
  generatedAt: '2026-11-26 09:00:00',
};
const check: OwnGpaCheck = {
  ...figures,
  gpaCheckId: 'G1',
  semesterName: '2026-2027学年第一学期',
  checkStatus: '0',
  checkTime: null,
  objection: '',
  courses: [],
  before: { ...figures, versionNo: 1, gpa: '2.00' },
};

it('SCORE-MORE-21: the student reads what has changed, and says what is wrong with it', async () => {
  const { to } = stubApi([
    [ownGpaChecks, () => ok({ list: [check], withheld: ['2025-2026学年第二学期'] })],
    [ownGraduationScores, () => ok({ list: [] })],
    [confirmGpaCheckOperation, () => ok({ gpaCheckId: 'G1' })],
  ]);
  const { user } = render(<OwnStandingsCard />);
  expect(await screen.findByText(/绩点 2.50 · 加权平均 76.00/)).toBeTruthy();
  expect(screen.getByText(/上一版绩点 2.00/)).toBeTruthy();
  expect(screen.getByText('其中有尚未开放查询的成绩，开放后才能核对')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '核对' }));
  await user.type(await screen.findByLabelText('异议'), '少算一门');
  await user.click(screen.getByRole('button', { name: '提出异议' }));
  await waitFor(() => {
    expect(to(confirmGpaCheckOperation)[0]?.fields).toMatchObject({
      gpaCheckId: 'G1',
      checkStatus: '2',
      objection: '少算一门',
    });
  });
});

it('what could not be asked says so and asks again; there may be nothing in it', async () => {
  let answers = 0;
  stubApi([
    [
      ownGpaChecks,
      () => {
        answers += 1;
        return answers === 1 ? refused('INTERNAL', '系统繁忙') : ok({ list: [check], withheld: [] });
      },
    ],
    [ownGraduationScores, () => ok({ list: [] })],
  ]);
  const { user } = render(<OwnStandingsCard />);
  await user.click(await screen.findByRole('button', { name: '重试绩点核查' }));
  expect(await screen.findByText(/绩点 2.50 · 加权平均 76.00/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^重试/ })).toBeNull();
});
