// @vitest-environment jsdom
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import { recognitionFor, recognitionKinds } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { studentApplications } from '@jwxt/contracts/student-application/all-student-applications.ts';
import {
  statusChangeEffects,
  type StatusChangeDetail,
} from '@jwxt/contracts/student-status/change/status-change.operations.ts';
import { statusChangeFor } from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import { leaveTotals, type LeaveTotal } from '@jwxt/contracts/student-status/conduct/conduct.operations.ts';
import { punishment } from '@jwxt/contracts/student-status/conduct/punishment.resource.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { InAddress } from '../../testing/in-address.tsx';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { StatusChangePage } from './change/status-change.page.tsx';
import { LeaveTotalsPage } from './conduct/leave-totals.page.tsx';
import { PunishmentsPage } from './conduct/punishments.page.tsx';

const { opened } = vi.hoisted(() => ({ opened: vi.fn<(to: string) => Promise<void>>() }));
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
  useRouter: () => null,
  useNavigate:
    () =>
    async ({ to }: { to: string }) => {
      await opened(to);
    },
}));
signedOutAfterwards();
beforeEach(() => {
  opened.mockReset();
});

const total = (studentName: string, more: Partial<LeaveTotal>): LeaveTotal => ({
  studentCode: studentName,
  studentNumber: '2026001',
  studentName,
  departmentName: '计算机学院',
  administrativeClassName: '软工2601',
  statusName: '在读',
  days: '50',
  leaveNum: 3,
  lastEndTime: '2026-11-20 18:00:00',
  reached: true,
  openChange: null,
  maySuspend: true,
  ...more,
});

// STUDENT-STATUS-35, STUDENT-STATUS-16
test('so much leave in a semester leads to 休学, filled in; not who is away already', async () => {
  signIn({ permissions: ['leaveResult:query', 'statusChange:query', 'statusChange:create'] });
  const rows = [
    total('张三', {}),
    total('李四', { statusName: '休学', maySuspend: false }),
    total('王五', { openChange: 'X1', maySuspend: false }),
  ];
  stubApi([
    [semesters, () => ok({ list: [] })],
    [leaveTotals, () => ok({ rows, total: 3, semesterId: '2026-2027-1', limit: 42, reachedNum: 3 })],
  ]);
  const { user } = render(
    <InAddress>
      <LeaveTotalsPage />
    </InAddress>,
  );
  await user.click(await screen.findByRole('button', { name: '办理休学' }));
  expect(opened).toHaveBeenLastCalledWith(statusChangeFor('张三', '11', '本学期累计请假 50 天，超过 42 天'));
  await user.click(screen.getByRole('button', { name: '查看异动' }));
  expect(opened).toHaveBeenLastCalledWith(expect.stringContaining('X1'));
});

// STUDENT-STATUS-39, STUDENT-STATUS-16
test('an expulsion in force, and nothing lighter, leads to the change of kind 42 with its document', async () => {
  signIn({ permissions: ['punishment:query', 'statusChange:create'] });
  const row = (punishmentId: string, punishName: string) => ({
    punishmentId,
    studentCode: 'S1',
    studentName: '张三',
    punishName,
    punishStatus: '1',
    appealStatus: '0',
    punishDate: '2026-10-08',
    documentNumber: '校学〔2026〕8号',
  });
  stubApi([[punishment.operations.query, () => ok({ rows: [row('P1', '3'), row('P2', '6')], total: 2 })]]);
  const { user } = render(
    <InAddress>
      <PunishmentsPage />
    </InAddress>,
  );
  await user.click(await screen.findByRole('button', { name: '办理异动' }));
  expect(opened).toHaveBeenLastCalledWith(
    statusChangeFor('S1', '42', '依据2026-10-08开除学籍处分决定（校学〔2026〕8号）'),
  );
});

const change = (more: Partial<StatusChangeDetail>) => ({
  applyId: 'X1',
  studentCode: 'S1',
  studentNumber: '2026001',
  studentName: '张三',
  departmentName: '计算机学院',
  changeType: '12',
  changeTypeName: '复学',
  changeReasonName: '因病',
  reasonText: '康复',
  effectiveDate: '2027-09-01',
  endDate: null,
  targetSchool: '',
  statusBeforeName: '休学',
  statusAfterName: '在读',
  classBeforeName: '软工2601',
  classAfterName: '软工2701',
  gradeMajorBeforeName: '2026级软件工程',
  gradeMajorAfterName: '2027级软件工程',
  gradeMajorAfter: 'M2027',
  documentNumber: '',
  documentDate: null,
  approvalBusinessStatus: '9',
  approvalBusinessStatusName: '已通过',
  currentNodeName: null,
  implementStatus: '2',
  implementStatusName: '已生效',
  applicantName: '孙教务',
  applyTime: '2027-08-20 08:00:00',
  own: false,
  awaitsMe: false,
  needsDocument: false,
  problem: '',
  effects: [],
  ...more,
});

// STUDENT-STATUS-16, SCHEME-39
test('after 复学 a personal scheme and recognition begin with the student and the plan that he came to', async () => {
  const { personalScheme } = studentApplications;
  signIn({
    permissions: ['statusChange:query', personalScheme.permissions.apply, recognitionKinds.system.codes.apply],
  });
  const detail = { ...change({}) };
  stubApi([[statusChangeEffects, () => ok(detail)]]);
  render(
    <InAddress>
      <StatusChangePage />
    </InAddress>,
  );
  const scheme = await screen.findByText('申请个人培养方案');
  const address = new URL(scheme.closest('a')!.getAttribute('href')!, 'http://jw.example');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    for: '2026001',
    baseGradeMajorId: 'M2027',
    schemeReason: '2',
    reasonText: '2027-09-01复学，2026级软件工程 → 2027级软件工程',
  });
  expect(screen.getByText('认定计划外的成绩').closest('a')!.getAttribute('href')).toBe(recognitionFor('2026001'));
  expect(screen.queryByText('申请补修')).toBeNull();
});
