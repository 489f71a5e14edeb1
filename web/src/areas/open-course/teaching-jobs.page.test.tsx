// @vitest-environment jsdom
import { batchCommit, checkJobs } from '@jwxt/contracts/open-course/teaching-job.operations.ts';
import { teachingJob } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedInAlways } from '../../testing/signed-in-user.ts';
import { TeachingJobsPage } from './teaching-jobs.page.tsx';

signedInAlways({ permissions: ['teachingJob:query', 'teachingJob:batchCommit'] });

const job = (teachingClassId: string, teachingClassName: string) => ({
  teachingClassId,
  teachingClassName,
  semesterId: '2026-2027-2',
  semesterName: '第二学期',
  teachingClassCode: `(2026-2027-2)-${teachingClassId}-01`,
  courseId: 'K1',
  courseName: '数据结构',
  openDepartmentId: '101',
  openDepartmentName: '计算机学院',
  schoolZone: '1',
  schoolZoneName: '本部',
  jobType: '1',
  jobTypeName: '计划课',
  jobStatus: '0',
  jobStatusName: '编辑中',
  totalHour: '48',
  startEndWeek: '1-16',
  weekHours: null,
  studentNum: 60,
  capacity: 60,
  administrativeClasses: [],
  administrativeClassesName: '',
  courseAttribute: '1',
  courseAttributeName: '必修',
  courseNature: '04',
  courseNatureName: '专业',
  classroomType: null,
  classroomTypeName: '',
  examMethod: null,
  examMethodName: '',
  teachLanguage: null,
  plateId: null,
  plateName: '',
  version: '1',
  editor: '',
  editTime: null,
});
const told = (teachingClassId: string, message: string | null) => ({
  teachingClassId,
  teachingClassCode: `(2026-2027-2)-${teachingClassId}-01`,
  teachingClassName: teachingClassId,
  findings: message === null ? [] : [{ level: 'error' as const, field: 'teachers', message }],
});

it('OPEN-COURSE-01, OPEN-COURSE-04: chosen jobs are checked, and those without errors are handed in', async () => {
  const { to } = stubApi([
    [teachingJob.operations.query, () => ok({ rows: [job('J1', '甲班'), job('J2', '乙班')], total: 2 })],
    [resourceOptions, () => ok({ list: [] })],
    [{ path: '/system/dataDict/findDmxqByDmlb/XTGL_KCSXDMJ' }, () => ok([])],
    [{ path: '/system/dataDict/findDmxqByDmlb/XTGL_KCXZDMJ' }, () => ok([])],
    [checkJobs, () => ok({ jobs: [told('J1', '没有任课教师'), told('J2', null)] })],
    [batchCommit, () => ok({ done: 1, kept: [] })],
  ]);
  const { user } = render(<TeachingJobsPage />);
  await screen.findByText('甲班');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '检查与提交' }).disabled).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: '选择第1行' }));
  await user.click(screen.getByRole('checkbox', { name: '选择第2行' }));
  await user.click(screen.getByRole('button', { name: '检查与提交' }));
  const dialog = within(await screen.findByRole('dialog', { name: '检查与提交教学任务' }));
  await dialog.findByText('没有任课教师');
  await user.click(dialog.getByRole('button', { name: '提交无误的 1 个' }));
  await waitFor(() => {
    expect(to(batchCommit)[0]?.fields).toMatchObject({ keys: ['J2'] });
  });
  await waitFor(() => {
    expect(screen.queryByRole('dialog', { name: '检查与提交教学任务' })).toBeNull();
  });
});
