import {
  adjustClassDivision,
  adjustCommand,
  clearClassDivision,
  clearCommand,
  divideCommand,
  divideFreshmenOperation,
  exportClassDivision,
  previewClassDivision,
  queryClassDivision,
} from '@jwxt/contracts/student-status/freshman/class-division.operations.ts';
import {
  clearNumbersCommand,
  clearStudentNumbers,
  generateNumbersCommand,
  generateStudentNumbers,
  previewStudentNumbers,
  sortOrderClass,
  sortOrderClassCommand,
} from '@jwxt/contracts/student-status/freshman/student-number.operations.ts';
import { planDivision } from '@jwxt/infra/runtime/freshman-division.ts';
import { numbersDigest, planNumbers } from '@jwxt/infra/runtime/freshman-numbers.ts';
import { exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { listDivision, outlookOf, selectDivided } from './class-division.read.ts';
import { requireClasses, requireFreshmen, requireGradeMajors } from './freshman-scope.ts';

const idsOf = (plans: readonly { readonly gradeMajorId: string }[]) => plans.map(({ gradeMajorId }) => gradeMajorId);

/** STUDENT-STATUS-12, 13, 19: classes, numbers and places in classes, tried before they are stored. */
export const classDivisionHandlers = [
  handler(queryClassDivision, async (input, { services, user }) => await listDivision(services.db, user, input)),
  exportHandler(exportClassDivision, (filter, { user, permission }) =>
    listExport('新生分班名单.xlsx', {
      sheet: '新生分班名单',
      rows: selectDivided(user, permission, filter),
      columns: [
        { header: '行政班', width: 18, value: (row) => row.className },
        { header: '学号', width: 18, value: (row) => row.studentNumber ?? '' },
        { header: '考生号', width: 18, value: (row) => row.examineeNumber },
        { header: '姓名', width: 12, value: (row) => row.studentName },
        { header: '性别', width: 8, value: (row) => row.sexName },
        { header: '生源地', width: 26, value: (row) => row.originName },
        { header: '高考总分', width: 10, kind: 'number', value: (row) => row.score },
        { header: '录取专业', width: 28, value: (row) => row.gradeMajorName },
      ],
    }),
  ),
  handler(previewClassDivision, async (asked, call) => {
    await requireGradeMajors(call, idsOf(asked.plans));
    const { db } = call.services;
    const plans = await planDivision(db, asked);
    if ('missing' in plans) throw new Refused('FRESHMAN_RULE_MISSING', { what: plans.missing });
    return await outlookOf(db, plans);
  }),
  handler(divideFreshmenOperation, async ({ commandId, ...asked }, call) => {
    await requireGradeMajors(call, idsOf(asked.plans));
    return await runCommand(divideCommand, asked, call, { commandId });
  }),
  handler(adjustClassDivision, async ({ commandId, ...asked }, call) => {
    await requireFreshmen(call, asked.keys);
    return await runCommand(adjustCommand, asked, call, { commandId });
  }),
  handler(clearClassDivision, async ({ commandId, ...asked }, call) => {
    await requireGradeMajors(call, asked.gradeMajorIds);
    return await runCommand(clearCommand, asked, call, { commandId });
  }),

  handler(previewStudentNumbers, async ({ pageNo, pageSize, ...asked }, call) => {
    await requireGradeMajors(call, asked.gradeMajorIds);
    const planned = await planNumbers(call.services.db, asked);
    if ('missing' in planned) throw new Refused('FRESHMAN_RULE_MISSING', { what: planned.missing });
    if ('full' in planned) throw new Refused('STUDENT_NUMBER_FULL', { of: planned.full });
    return {
      rows: planned.numbered.slice((pageNo - 1) * pageSize, pageNo * pageSize).map(({ key: _key, ...shown }) => shown),
      total: planned.numbered.length,
      left: planned.left.map((each) => ({ ...each, message: '学生类别与学号规则不同' })),
      digest: numbersDigest(planned),
    };
  }),
  handler(generateStudentNumbers, async ({ commandId, ...asked }, call) => {
    await requireGradeMajors(call, asked.gradeMajorIds);
    return await runCommand(generateNumbersCommand, asked, call, { commandId });
  }),
  handler(clearStudentNumbers, async ({ commandId, ...asked }, call) => {
    await requireGradeMajors(call, asked.gradeMajorIds);
    return await runCommand(clearNumbersCommand, asked, call, { commandId });
  }),
  handler(sortOrderClass, async ({ commandId, ...asked }, call) => {
    await requireClasses(call, asked.bjdms);
    return await runCommand(sortOrderClassCommand, asked, call, { commandId });
  }),
];
