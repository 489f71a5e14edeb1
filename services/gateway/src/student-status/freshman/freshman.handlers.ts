import {
  exportFreshmanProgress,
  queryFreshmanProgress,
} from '@jwxt/contracts/student-status/freshman/freshman-progress.operations.ts';
import {
  abandonCommand,
  abandonFreshmen,
  absentCommand,
  batchReportFreshmen,
  freshmenToStudents,
  keepCommand,
  keepFreshmen,
  openFreshmanAccounts,
  reportCommand,
  reportFreshmen,
  restoreCommand,
  restoreFreshmen,
  setFreshmenAbsent,
  toStudentCommand,
  undoFreshmenToStudents,
  undoStudentCommand,
  unreportCommand,
  unreportFreshmen,
} from '@jwxt/contracts/student-status/freshman/freshman.operations.ts';
import { syncAccounts } from '@jwxt/contracts/access/account.command.ts';
import { OPENED_AT_ONCE } from '@jwxt/contracts/access/account.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { readMissingAccounts } from '@jwxt/infra/runtime/missing-accounts.ts';
import { issuedTo } from '../../access/shared/issued-passwords.ts';
import { passwordFor } from '../../access/shared/password-for.ts';
import { exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler } from '../../kernel/handler.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { sqlParams } from '../../kernel/sql-params.ts';
import { freshmanScope, requireFreshmen, requireGradeMajors } from './freshman-scope.ts';
import { readProgress, selectProgress } from './freshman-progress.read.ts';

/** STUDENT-STATUS-11: what becomes of freshmen, and how far they are. */
export const freshmanHandlers = [
  handler(reportFreshmen, async ({ commandId, ...asked }, call) => {
    await requireFreshmen(call, asked.keys);
    return await runCommand(reportCommand, asked, call, { commandId });
  }),
  handler(batchReportFreshmen, async ({ commandId, numbers }, call) => {
    const params = sqlParams();
    const given = params.add(numbers);
    const { rows } = await call.services.db.query<{ key: string; examinee: string; admission: string | null }>(
      `select freshman_key as key, examinee_number as examinee, admission_number as admission from base.freshman
        where (examinee_number = any(${given}) or admission_number = any(${given}))
          and ${scopeCondition(call.user, call.permission, freshmanScope, params)}`,
      [...params.values],
    );
    const known = new Set(rows.flatMap(({ examinee, admission }) => [examinee, admission]));
    const unknown = [...new Set(numbers)]
      .filter((number) => !known.has(number))
      .map((number) => ({ key: number, name: number, message: '没有这个考生号或通知书号，或不在您的数据范围内' }));
    if (rows.length === 0) return { done: 0, kept: unknown };
    const keys = rows.map(({ key }) => key);
    const { done, kept } = await runCommand(reportCommand, { keys }, call, { commandId });
    return { done, kept: [...kept, ...unknown] };
  }),
  handler(unreportFreshmen, async ({ commandId, ...asked }, call) => {
    await requireFreshmen(call, asked.keys);
    return await runCommand(unreportCommand, asked, call, { commandId });
  }),
  handler(setFreshmenAbsent, async ({ commandId, ...asked }, call) => {
    await requireFreshmen(call, asked.keys);
    return await runCommand(absentCommand, asked, call, { commandId });
  }),
  handler(abandonFreshmen, async ({ commandId, ...asked }, call) => {
    await requireFreshmen(call, asked.keys);
    return await runCommand(abandonCommand, asked, call, { commandId });
  }),
  handler(keepFreshmen, async ({ commandId, ...asked }, call) => {
    await requireFreshmen(call, asked.keys);
    return await runCommand(keepCommand, asked, call, { commandId });
  }),
  handler(restoreFreshmen, async ({ commandId, ...asked }, call) => {
    await requireFreshmen(call, asked.keys);
    if (asked.gradeMajorId !== null) await requireGradeMajors(call, [asked.gradeMajorId]);
    return await runCommand(restoreCommand, asked, call, { commandId });
  }),
  handler(freshmenToStudents, async ({ commandId, ...asked }, call) => {
    await requireGradeMajors(call, asked.gradeMajorIds);
    return await runCommand(toStudentCommand, asked, call, { commandId });
  }),
  handler(undoFreshmenToStudents, async ({ commandId, ...asked }, call) => {
    await requireFreshmen(call, asked.keys);
    return await runCommand(undoStudentCommand, asked, call, { commandId });
  }),

  handler(openFreshmanAccounts, async ({ commandId, gradeMajorIds, passwords }, call) => {
    await requireGradeMajors(call, gradeMajorIds);
    const { db } = call.services;
    const { rows } = await db.query<{ key: string }>(
      `select freshman_key as key from base.freshman where grade_major_id = any($1) and freshman_status = '4'`,
      [gradeMajorIds],
    );
    const freshmen = new Set(rows.map(({ key }) => key));
    const all = (await readMissingAccounts(db)).filter(
      ({ studentCode }) => studentCode !== null && freshmen.has(studentCode),
    );
    const free = all.filter(({ taken }) => !taken);
    const taken = all.filter((person) => person.taken).map(({ userName }) => userName);
    const withPassword = passwords === yesNo.yes;
    // Without passwords nothing is hashed, and all come at once.
    const now = withPassword ? free.slice(0, OPENED_AT_ONCE) : free;
    const people = now.map(({ userName }) => ({
      userName,
      password: withPassword ? passwordFor(userName, commandId, call) : null,
    }));
    const { opened, userNames } = await runCommand(syncAccounts, { people }, call, { commandId });
    const done = new Set(userNames);
    return {
      opened,
      // Sent again, the command opened others than those who are without now.
      remaining: free.filter(({ userName }) => !done.has(userName)).length,
      taken,
      passwords: withPassword ? await issuedTo(userNames, commandId, call) : [],
    };
  }),

  handler(queryFreshmanProgress, async (filter, { services, user }) => await readProgress(services.db, user, filter)),
  exportHandler(exportFreshmanProgress, (filter, { user, permission }) =>
    listExport('迎新进度.xlsx', {
      sheet: '迎新进度',
      rows: selectProgress(user, permission, filter),
      columns: [
        { header: '院系', width: 24, value: (row) => row.departmentName },
        { header: '年级专业', width: 28, value: (row) => row.gradeMajorName },
        { header: '录取', width: 8, kind: 'number', value: (row) => String(row.admittedNum) },
        { header: '已报到', width: 8, kind: 'number', value: (row) => String(row.reportedNum) },
        { header: '请假', width: 8, kind: 'number', value: (row) => String(row.lateNum) },
        { header: '未报到', width: 8, kind: 'number', value: (row) => String(row.absentNum) },
        { header: '未登记', width: 8, kind: 'number', value: (row) => String(row.waitingNum) },
        { header: '保留资格', width: 10, kind: 'number', value: (row) => String(row.keptNum) },
        { header: '放弃', width: 8, kind: 'number', value: (row) => String(row.abandonedNum) },
        { header: '已分班', width: 8, kind: 'number', value: (row) => String(row.dividedNum) },
        { header: '已编学号', width: 10, kind: 'number', value: (row) => String(row.numberedNum) },
        { header: '已转学籍', width: 10, kind: 'number', value: (row) => String(row.studentNum) },
      ],
    }),
  ),
];
