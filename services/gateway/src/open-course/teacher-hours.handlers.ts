import {
  adjustTeacherHours,
  adjustTeacherHoursOperation,
  exportTeacherHours,
  findTeacherHours,
  queryTeacherHours,
} from '@jwxt/contracts/open-course/open-course.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { exportHandler, listExport } from '../kernel/export-handler.ts';
import { handler } from '../kernel/handler.ts';
import { runCommand } from '../kernel/run-command.ts';
import { requireJobs } from './job-scope.ts';
import { listTeacherHours, selectTeacherHours, teacherHourLines } from './teacher-hours.read.ts';

/** OPEN-COURSE-06 教师学时. */
export const teacherHoursHandlers = [
  handler(queryTeacherHours, async (input, { services, user }) => await listTeacherHours(services.db, user, input)),
  exportHandler(exportTeacherHours, (filter, { user, permission }) =>
    listExport('教师学时.xlsx', {
      sheet: '教师学时',
      rows: selectTeacherHours(user, permission, filter),
      columns: [
        { header: '学年学期', width: 26, value: (row) => row.semesterName },
        { header: '工号', width: 14, value: (row) => row.teacherNumber },
        { header: '教师', width: 12, value: (row) => row.teacherName },
        { header: '单位', width: 24, value: (row) => row.departmentName },
        { header: '任务数', width: 10, kind: 'number', value: (row) => String(row.jobNum) },
        { header: '理论学时', width: 12, kind: 'number', value: (row) => row.theoryHours },
        { header: '实践学时', width: 12, kind: 'number', value: (row) => row.practiceHours },
        { header: '总学时', width: 12, kind: 'number', value: (row) => row.totalHours },
        { header: '上限', width: 10, kind: 'number', value: (row) => row.limitHours },
        { header: '超限', width: 8, value: (row) => (row.overSign === yesNo.yes ? '是' : '') },
      ],
    }),
  ),
  handler(findTeacherHours, async (asked, { services, user }) => await teacherHourLines(services.db, user, asked)),
  handler(adjustTeacherHoursOperation, async ({ commandId, ...asked }, call) => {
    const keys = [...new Set(asked.changes.map(({ teachingClassId }) => teachingClassId))];
    await requireJobs(call, 'teacherHours:adjust', keys);
    return await runCommand(adjustTeacherHours, asked, call, { commandId });
  }),
];
