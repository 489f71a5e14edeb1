import {
  deleteElective,
  saveElective,
  setElectiveWindow,
  submitElective,
} from '@jwxt/contracts/elective/elective.command.ts';
import {
  electiveCourse,
  electiveDelete,
  electiveDetail,
  electiveOptions,
  electiveSave,
  electiveSubmit,
  exportElectivePlans,
  hourCategories,
  queryElectivePlans,
  queryElectives,
  rangeValues,
  roundCheckout,
  setElectiveRound,
} from '@jwxt/contracts/elective/elective.operations.ts';
import { toDateTimeText, toInstant } from '@jwxt/contracts/kernel/fields.ts';
import { viewerOf } from '../approval/shared/approval-viewer.ts';
import { exportHandler, listExport } from '../kernel/export-handler.ts';
import { handler } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import {
  checkRound,
  readCourse,
  readElectiveOptions,
  readHourCategories,
  readRangeValues,
} from './elective-options.read.ts';
import { exportedElectivePlans, listElectivePlans, planWorkbook } from './elective-plan.read.ts';
import { electiveDetailOf, findElective, listElectives } from './elective.read.ts';

export const electiveHandlers = [
  handler(queryElectives, async (filter, call) => listElectives(call.services.db, await viewerOf(call), filter)),
  handler(electiveDetail, async ({ planId }, call) => {
    const row = await findElective(call.services.db, await viewerOf(call), planId);
    if (!row) throw new Refused('APPROVAL_NOT_FOUND');
    return electiveDetailOf(row, call.user);
  }),
  handler(electiveSave, ({ commandId, ...payload }, call) => runCommand(saveElective, payload, call, { commandId })),
  handler(electiveSubmit, ({ commandId, ...payload }, call) =>
    runCommand(submitElective, payload, call, {
      commandId,
    }),
  ),
  handler(electiveDelete, ({ commandId, ...payload }, call) =>
    runCommand(deleteElective, payload, call, { commandId }),
  ),
  handler(roundCheckout, async ({ semester, planId }, call) => {
    const {
      services: { db },
      user,
      now,
    } = call;
    if (planId === undefined) return checkRound(db, { semester, departmentId: user.departmentId }, now);
    const row = await findElective(db, await viewerOf(call), planId);
    if (!row) throw new Refused('APPROVAL_NOT_FOUND');
    return checkRound(db, { semester, departmentId: row.form.departmentId, planId, form: row.form }, now);
  }),
  handler(hourCategories, async (_input, { services: { db } }) => ({ list: await readHourCategories(db) })),
  handler(electiveOptions, (_input, { services: { db }, user, now }) => readElectiveOptions(db, user, now)),
  handler(rangeValues, async (input, { services: { db } }) => ({ list: await readRangeValues(db, input) })),
  handler(electiveCourse, async ({ courseCode }, { services: { db } }) => {
    const course = await readCourse(db, courseCode);
    if (!course) throw new Refused('ELECTIVE_COURSE_GONE');
    return course;
  }),
  handler(queryElectivePlans, ({ pageNo, pageSize, sort, ...filter }, { services: { db }, user }) =>
    listElectivePlans(db, user, filter, { pageNo, pageSize, sort }),
  ),
  exportHandler(exportElectivePlans, (filter, { user, now }) =>
    listExport(
      `公选课计划 ${toDateTimeText(now).replaceAll(':', '-')}.xlsx`,
      planWorkbook(exportedElectivePlans(user, filter)),
    ),
  ),
  handler(setElectiveRound, ({ commandId, semester, beginTime, endTime, reason }, call) =>
    runCommand(
      setElectiveWindow,
      {
        semesterId: semester,
        departmentId: null,
        beginTime: toInstant(beginTime),
        endTime: toInstant(endTime),
        reason,
      },
      call,
      { commandId },
    ),
  ),
];
