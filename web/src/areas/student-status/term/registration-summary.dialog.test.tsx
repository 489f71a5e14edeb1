// @vitest-environment jsdom
import { registrationSummary } from '@jwxt/contracts/student-status/term/registration.operations.ts';
import { registration } from '@jwxt/contracts/student-status/term/term.resource.ts';
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../../../testing/api-stub.ts';
import { render } from '../../../testing/render.tsx';
import { signedInAlways } from '../../../testing/signed-in-user.ts';
import { RegistrationSummaryDialog } from './registration-summary.dialog.tsx';

signedInAlways({ permissions: ['registration:query'] });

it('STUDENT-STATUS-03: who owes is counted, with the yuan, and each figure leads to its students', async () => {
  const figures = { registered: 1, delayed: 0, refused: 0, unregistered: 2 };
  const group = { code: '101', name: '计算机学院', total: 3, ...figures, owing: 2, arrears: '899.50' };
  const other = { code: '102', name: '数学学院', total: 3, ...figures, owing: 0, arrears: '0.00' };
  const row = { registrationId: 'R1', studentNumber: '2026001', studentName: '张三', paidStatus: '0' };
  const api = stubApi([
    [registrationSummary, () => ok({ days: 3, groups: [group, other] })],
    [registration.operations.query, () => ok({ rows: [row], total: 1 })],
    [semesters, () => ok({ list: [] })],
  ]);
  const { user } = render(<RegistrationSummaryDialog semesterId="2026-2027-1" onClose={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: '计算机学院 · 有欠费 2 人，查看人员' }));
  await screen.findByText('张三');
  expect(api.to(registration.operations.query)).toMatchObject([
    { fields: { semesterId: '2026-2027-1', departmentId: '101', paidStatus: '0' } },
  ]);
  expect(screen.getAllByText('899.50')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /数学学院 · 有欠费/ })).toBeNull();
});
