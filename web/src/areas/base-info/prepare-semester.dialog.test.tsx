// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import {
  archiveSemesterOperation,
  copySemesterSettingsOperation,
  semesterReadiness,
} from '@jwxt/contracts/base-info/semester.operations.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ok, setUserCookie, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { CloseSemesterDialog } from './close-semester.dialog.tsx';
import { PrepareSemesterDialog } from './prepare-semester.dialog.tsx';

beforeEach(() => {
  setUserCookie({ userName: 'office1', name: '钱办公' });
});
afterEach(() => {
  setUserCookie(null);
  vi.unstubAllGlobals();
});

const semester = { key: '2026-2027-2', name: '2026-2027学年第二学期' };
const readiness = {
  lastSemester: '2026-2027-1',
  lastSemesterName: '2026-2027学年第一学期',
  open: [{ what: '尚未送审的成绩单', n: 3 }],
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

it('what is open in a semester is shown before it is closed', async () => {
  const api = stubApi([
    [semesterReadiness, () => ok(readiness)],
    [archiveSemesterOperation, () => ok({ key: semester.key })],
  ]);
  const onClose = vi.fn();
  const { user } = render(<CloseSemesterDialog semester={semester} onClose={onClose} />);
  await screen.findByText('尚未送审的成绩单：3');
  await user.click(screen.getByRole('button', { name: '仍然归档' }));
  await vi.waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
  expect(api.to(archiveSemesterOperation)).toHaveLength(1);
});
