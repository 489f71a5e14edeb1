import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId, dateTimeText, pageNum, pageSize, total } from '../../kernel/fields.ts';
import { sortBy } from '../../kernel/list-sort.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { checkProgress } from './info-check.vocabulary.ts';

const checkTimeId = z.string().min(1, '请选择核对时间').max(64);
const bjdm = z.string().max(64);
const progress = z.enum(checkProgress);
const call = (action: string) => ({
  id: `infoCheckTime.${action}`,
  path: `/studentStatus/infoCheckTime/${action}` as const,
  scope: 'student' as const,
});
const count = z.number().int();

/** Writes to those of a window who have not looked at their data yet. */
export const urgeInfoCheck = defineCommand(
  'infoCheckTime.urge',
  z.object({ checkTimeId, studentCodes: z.array(z.string()).min(1).max(100_000) }),
  z.object({ told: count }),
  { lookedUp: ['studentCodes'] },
);

/** How far a window is, class by class, of the students in scope. */
export const infoCheckProgress = defineOperation({
  ...call('progress'),
  method: 'GET',
  access: { permission: 'infoCheckTime:progress' },
  summary: '信息核对进度',
  outcome: 'query',
  input: z.object({ checkTimeId }),
  output: z.object({
    checkName: z.string(),
    open: z.boolean(),
    classes: z.array(
      z.object({
        bjdm: z.string(),
        className: z.string(),
        departmentName: z.string(),
        total: count,
        confirmed: count,
        proposed: count,
        waiting: count,
      }),
    ),
  }),
});

const filter = { checkTimeId, bjdm: bjdm.optional(), progress: progress.optional() };
/** What the list of students can be sorted by. */
export const infoCheckStudentSorts = ['studentNumber', 'studentName', 'className', 'progress', 'time'] as const;
/** Each student of a window with how far he is. */
export const infoCheckStudents = defineOperation({
  ...call('students'),
  method: 'GET',
  access: { permission: 'infoCheckTime:progress' },
  summary: '信息核对学生名单',
  outcome: 'query',
  input: z.object({ ...filter, sort: sortBy(infoCheckStudentSorts), pageNo: pageNum, pageSize }),
  output: z.object({
    rows: z.array(
      z.object({
        studentCode: z.string(),
        studentNumber: z.string(),
        studentName: z.string(),
        className: z.string(),
        progress,
        progressName: z.string(),
        time: dateTimeText.nullable(),
      }),
    ),
    total,
  }),
});
export const exportInfoCheckProgress = defineOperation({
  ...call('exportProgress'),
  method: 'POST',
  access: { permission: 'infoCheckTime:progress' },
  summary: '导出信息核对名单',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});
/** Reminds those who have not looked yet, once a day, of a class or of all classes in scope. */
export const urgeInfoCheckOperation = defineOperation({
  ...call('urge'),
  method: 'POST',
  access: { permission: 'infoCheckTime:urge' },
  summary: '催促未核对的学生',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({ commandId, checkTimeId, bjdm: bjdm.optional() }),
  output: z.object({ told: count }),
});

export const infoCheckTimeOperations = [
  infoCheckProgress,
  infoCheckStudents,
  exportInfoCheckProgress,
  urgeInfoCheckOperation,
] as const;
