// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import {
  archiveSemesterOperation,
  copySemesterSettingsOperation,
  semesterReadiness,
  setCurrentSemesterOperation,
} from '@jwxt/contracts/base-info/semester.operations.ts';
import { expect, it, vi } from 'vitest';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedInAlways } from '../../testing/signed-in-user.ts';
import { CloseSemesterDialog } from './close-semester.dialog.tsx';
import { TurnSemesterDialog } from './turn-semester.dialog.tsx';
import { PrepareSemesterDialog } from './prepare-semester.dialog.tsx';

signedInAlways();

const semester = { key: '2026-2027-2', name: '2026-2027学年第二学期' };
const readiness = {
  lastSemester: '2026-2027-1',
  lastSemesterName: '2026-2027学年第一学期',
  open: [{ what: '没有提交正考成绩的教学班', n: 3, scoreType: '1' }],
  settings: [
    { name: 'scoreTermControl', title: '成绩学期控制', here: 0, last: 5 },
    { name: 'outsideScoreTime', title: '成绩认定时间', here: 2, last: 4 },
  ],
};

// BASE-DATA-16
it('a new semester takes over what the last one has and it has not', async () => {
  const api = stubApi([
    [semesterReadiness, () => ok(readiness)],
    [copySemesterSettingsOperation, () => ok({ copies: [{ title: '成绩学期控制', copied: 5, there: 0 }] })],
  ]);
  const onClose = vi.fn();
  const { user } = render(<PrepareSemesterDialog semester={semester} onClose={onClose} />);
  const there = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: '成绩认定时间：本学期已有 2 条，不复制',
  });
  expect(there.disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: '复制设置' }));
  await vi.waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
  expect(api.to(copySemesterSettingsOperation)[0]?.fields).toMatchObject({
    from: '2026-2027-1',
    to: semester.key,
    names: ['scoreTermControl'],
  });
  expect(await screen.findByText('成绩学期控制 5 条')).toBeTruthy();
});

it('what is open in a semester is shown before it is closed; scores are left behind with a reason only', async () => {
  const api = stubApi([
    [semesterReadiness, () => ok(readiness)],
    [archiveSemesterOperation, () => ok({ key: semester.key })],
  ]);
  const onClose = vi.fn();
  const { user } = render(<CloseSemesterDialog semester={semester} onClose={onClose} />);
  await screen.findByText('没有提交正考成绩的教学班：3');
  await user.click(screen.getByRole('button', { name: '仍然归档' }));
  expect(await screen.findByText('请填写保留未提交成绩的原因')).toBeTruthy();
  await user.type(screen.getByLabelText(/保留未提交成绩的原因/), '教师病休');
  await user.click(screen.getByRole('button', { name: '仍然归档' }));
  await vi.waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
  expect(api.to(archiveSemesterOperation).map(({ fields }) => fields['reason'])).toEqual(['教师病休']);
});

it('another semester begins when what is open in the present one has been seen', async () => {
  const api = stubApi([
    [semesterReadiness, () => ok(readiness)],
    [setCurrentSemesterOperation, () => ok({ key: semester.key })],
  ]);
  const onClose = vi.fn();
  const { user, unmount } = render(<TurnSemesterDialog semester={semester} onClose={onClose} />);
  await screen.findByText('没有提交正考成绩的教学班：3');
  expect(api.to(semesterReadiness)[0]?.fields).toMatchObject({ key: '2026-2027-1' });
  await user.click(screen.getByRole('button', { name: '设为当前学期' }));
  await vi.waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
  expect(api.to(setCurrentSemesterOperation)[0]?.fields).toMatchObject({ key: semester.key });
  unmount();
});
