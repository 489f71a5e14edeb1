// @vitest-environment jsdom
import {
  assignRebuilds,
  queryRebuilds,
  rebuildClassesFor,
} from '@jwxt/contracts/makeup/rebuild-management.operations.ts';
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { InAddress } from '../../testing/in-address.tsx';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import type { RebuildRow } from './rebuild-columns.tsx';
import { RebuildManagementPage } from './rebuild-management.page.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
  useRouter: () => null,
}));
signedOutAfterwards();

const row = (studentName: string, more: Partial<RebuildRow>): RebuildRow => ({
  signUpId: studentName,
  studentId: studentName,
  studentNumber: '2026001',
  studentName,
  departmentName: '计算机学院',
  studentClassName: '软工2601',
  courseId: 'K1',
  courseNum: 'MATH101',
  courseName: '高等数学',
  courseCredit: '4.0',
  openDepartmentName: '数学学院',
  originSemesterName: '2025-2026学年第二学期',
  originScore: '45.00',
  scoreRemarkName: '正常',
  rebuildTimes: 1,
  semesterId: '2026-2027-1',
  rebuildMode: '1',
  rebuildModeName: '组班',
  amount: '400.00',
  payStatus: '2',
  payStatusName: '已缴',
  signUpStatus: '1',
  signUpStatusName: '已确认',
  signUpTime: '2026-09-10 08:00:00',
  rebuildClassId: null,
  rebuildClassName: null,
  ...more,
});

// SCORE-MORE-29
test('confirmed sign-ups of one course come into a class together; what waits cannot be chosen', async () => {
  signIn({ permissions: ['rebuildManagement:query', 'rebuildManagement:update'] });
  const waiting = { signUpStatus: '0', signUpStatusName: '已报名', payStatus: null, payStatusName: '' };
  const rows = [row('张三', {}), row('李四', { courseId: 'K2', courseName: '大学物理' }), row('王五', waiting)];
  const taking = {
    teachingClassId: 'CX1',
    teachingClassName: '高等数学重修班',
    teacherName: '赵老师',
    rebuildMode: '1' as const,
    studentNum: 3,
    capacity: 40,
    published: false,
  };
  const api = stubApi([
    [queryRebuilds, () => ok({ rows, total: 3 })],
    [semesters, () => ok({ list: [] })],
    [rebuildClassesFor, () => ok({ list: [taking] })],
    [assignRebuilds, () => ok({ assigned: 1 })],
  ]);
  const { user, unmount } = render(
    <InAddress>
      <RebuildManagementPage />
    </InAddress>,
  );
  const check = async (name: string) =>
    within((await screen.findByText(name)).closest('tr')!).getByRole<HTMLInputElement>('checkbox');
  expect((await check('王五')).disabled).toBe(true);
  expect(screen.getAllByText('45.00 · 已重修1次')).toHaveLength(3);
  await user.click(await check('张三'));
  await user.click(await check('李四'));
  await user.click(screen.getByRole('button', { name: '编班' }));
  expect(await screen.findByText('请只选择同一门课程的报名')).toBeDefined();
  await user.keyboard('{Escape}');
  await user.click(await check('李四'));
  await user.click(screen.getByRole('button', { name: '编班' }));
  await user.click(within((await screen.findByText('高等数学重修班')).closest('tr')!).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: '编入' }));
  await expect
    .poll(() => api.to(assignRebuilds)[0]?.fields)
    .toMatchObject({ signUpIds: ['张三'], teachingClassId: 'CX1', reason: '' });
  unmount();
});
