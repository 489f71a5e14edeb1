import { errorText } from '@jwxt/contracts/all-errors.ts';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import {
  deleteCourseAdjust,
  deleteCourseAdjustOperation,
  exportCourseAdjust,
  insertCourseAdjust,
  insertCourseAdjustOperation,
  queryAdjustedSchema,
  queryCourseAdjust,
  queryExistCourse,
  queryNewCourse,
  queryPlanHours,
  submitCourseAdjust,
  submitCourseAdjustOperation,
  updateCourseAdjust,
  updateCourseAdjustOperation,
  type adjustSorts,
} from '@jwxt/contracts/scheme/change/course-adjust.operations.ts';
import { adjustProblem } from '@jwxt/contracts/scheme/change/course-adjust.rules.ts';
import { COURSE_ADJUST_FILES } from '@jwxt/contracts/scheme/change/course-adjust.vocabulary.ts';
import { planStatus } from '@jwxt/contracts/scheme/plan/execution-plan.vocabulary.ts';
import { loadAdjustment } from '@jwxt/infra/runtime/plan-adjustment.ts';
import { loadPlanRows } from '@jwxt/infra/runtime/plan-rows.ts';
import { readPlanNames } from '@jwxt/infra/runtime/plan-words.ts';
import { viewerOf } from '../../approval/shared/approval-viewer.ts';
import { exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler, type Handler, type SignedInCall } from '../../kernel/handler.ts';
import { mayDo } from '../../kernel/principal.ts';
import { Refused } from '../../kernel/refused.ts';
import { runCommand } from '../../kernel/run-command.ts';
import type { FileAccess } from '../../kernel/services.ts';
import type { ListPage } from '../../kernel/sorted-by.ts';
import { containing } from '../../kernel/sql-params.ts';
import { requireGradeMajors } from '../plan/plan-scope.ts';
import {
  adjustItemOf,
  exportedAdjusts,
  listAdjusts,
  toldChanges,
  type AdjustFilter,
  type AdjustPart,
} from './course-adjust.read.ts';

/** One page of applications in words. */
export async function toldAdjusts(
  call: SignedInCall,
  filter: AdjustFilter & ListPage<(typeof adjustSorts)[number]>,
  part: AdjustPart = {},
) {
  const { db } = call.services;
  const [{ rows, total, todo }, names] = await Promise.all([
    listAdjusts(db, await viewerOf(call), call.permission, filter, part),
    readPlanNames(db),
  ]);
  return { found: rows, rows: rows.map((row) => adjustItemOf(row, call.user.userName, names)), names, total, todo };
}

/** An own application, in scope. */
async function requireOwn(call: SignedInCall, applyId: string): Promise<void> {
  const { rows } = await toldAdjusts(call, { view: 'all', pageNo: 1, pageSize: 1 }, { applyId });
  if (rows[0]?.own !== true) throw new Refused('COURSE_ADJUST_GONE');
}

/** Why a row cannot be chosen, in words; empty: it can. */
const keptBecause = (row: Awaited<ReturnType<typeof loadPlanRows>>[number]): string =>
  row.fixed ?? (row.planStatus !== planStatus.inForce ? '尚未生效' : row.commonPlanId !== null ? '属于公共课计划' : '');

/** Applications to change plans (SCHEME-32). */
export const courseAdjustHandlers: readonly Handler[] = [
  handler(queryCourseAdjust, async (filter, call) => {
    const { rows, total, todo } = await toldAdjusts(call, filter);
    return { rows, total, todo };
  }),
  handler(queryNewCourse, async ({ gradeMajorId, keyword = '' }, { services: { db }, user, permission }) => {
    await requireGradeMajors(db, user, permission, [gradeMajorId]);
    const { rows } = await db.query<{
      courseId: string;
      courseBusinessCode: string;
      courseName: string;
      credit: number;
      totalHour: number;
    }>(
      `select kch as "courseId", ywbm as "courseBusinessCode", kcmc as "courseName", xf as credit, zxs as "totalHour"
         from base.course where sfqy = '1' and (ywbm ilike $2 or kcmc ilike $2)
          and not exists (select from base.execution_plan plan where plan.njzydm = $1 and plan.kch = course.kch)
        order by ywbm limit 50`,
      [gradeMajorId, containing(keyword)],
    );
    return {
      list: rows.map((row) => ({ ...row, credit: hoursText(row.credit), totalHour: hoursText(row.totalHour) })),
    };
  }),
  handler(queryExistCourse, async ({ gradeMajorId }, { services: { db }, user, permission }) => {
    await requireGradeMajors(db, user, permission, [gradeMajorId]);
    const rows = await loadPlanRows(db, 'plan.njzydm = $1 and plan.plan_status <> $2', [
      gradeMajorId,
      planStatus.stopped,
    ]);
    return {
      list: rows.map((row) => ({
        executionPlanId: row.executionPlanId,
        courseBusinessCode: row.courseNum,
        courseName: row.courseName,
        term: row.content.term,
        credit: hoursText(row.content.credit),
        totalHour: hoursText(row.content.totalHour),
        weekHours: row.content.weekHours === null ? '' : hoursText(row.content.weekHours),
        courseSystemId: row.content.courseSystemId ?? '',
        openDepartmentId: row.content.openDepartmentId,
        examMethod: row.content.examMethod,
        problem: keptBecause(row),
      })),
    };
  }),
  handler(queryPlanHours, async ({ executionPlanId }, { services: { db }, user, permission }) => {
    const [row] = await loadPlanRows(db, 'plan.execution_plan_id = $1', [executionPlanId]);
    if (!row) throw new Refused('COURSE_ADJUST_ROW_GONE');
    const gradeMajorId = executionPlanId.slice(0, -row.courseId.length - 1);
    await requireGradeMajors(db, user, permission, [gradeMajorId]);
    const { rows: types } = await db.query<{ xsbh: string; xsmc: string }>(
      `select dm as xsbh, mc as xsmc from base.data_dict where dmlb = 'XTGL_XSLX' order by dm`,
    );
    const known = new Map(row.content.hours.map(({ xsbh, xs }) => [xsbh, xs]));
    return {
      totalHour: hoursText(row.content.totalHour),
      list: types.map(({ xsbh, xsmc }) => ({ xsbh, xsmc, xs: hoursText(known.get(xsbh) ?? 0) })),
    };
  }),
  handler(queryAdjustedSchema, async (form, { services: { db }, user, permission }) => {
    await requireGradeMajors(db, user, permission, [form.gradeMajorId]);
    const [adjustment, names] = await Promise.all([loadAdjustment(db, form), readPlanNames(db)]);
    if (!adjustment) throw new Refused('PLAN_GRADE_MAJOR_GONE');
    const { facts, creditDiff } = adjustment;
    const problem = adjustProblem(facts);
    return {
      changes: toldChanges(facts.changes, names),
      credits: facts.effects.map(({ name, before, after, minCredit, maxCredit, problem: why }) => ({
        name,
        before: hoursText(before),
        after: hoursText(after),
        minCredit: minCredit === null ? '' : hoursText(minCredit),
        maxCredit: maxCredit === null ? '' : hoursText(maxCredit),
        problem: why ?? '',
      })),
      creditDiff: `${creditDiff > 0 ? '+' : ''}${hoursText(creditDiff)}`,
      problem: problem ? errorText(problem.code, { ...problem.details }) : '',
    };
  }),
  handler(insertCourseAdjustOperation, async ({ commandId, ...form }, call) => {
    await requireGradeMajors(call.services.db, call.user, call.permission, [form.gradeMajorId]);
    return await runCommand(insertCourseAdjust, form, call, { commandId });
  }),
  handler(updateCourseAdjustOperation, async ({ commandId, ...form }, call) => {
    await requireOwn(call, form.applyId);
    return await runCommand(updateCourseAdjust, form, call, { commandId });
  }),
  handler(deleteCourseAdjustOperation, async ({ commandId, applyId }, call) => {
    await requireOwn(call, applyId);
    return await runCommand(deleteCourseAdjust, { applyId }, call, { commandId });
  }),
  handler(submitCourseAdjustOperation, async ({ commandId, applyId }, call) => {
    await requireOwn(call, applyId);
    return await runCommand(submitCourseAdjust, { applyId }, call, { commandId });
  }),
  exportHandler(exportCourseAdjust, async (filter, call) => {
    const viewer = await viewerOf(call);
    const names = await readPlanNames(call.services.db);
    return listExport(
      `课程调整申请 ${toDateTimeText(call.now).replaceAll(':', '-')}.xlsx`,
      exportedAdjusts({ viewer, permission: call.permission, names }, filter),
    );
  }),
];

/** Whoever sees the application sees what is attached to it; its applicant attaches while it is not sent. */
export const courseAdjustFileAccess: FileAccess = {
  businessTable: COURSE_ADJUST_FILES,
  about: 'everybody',
  async reads(businessId, call) {
    const { rows } = await listAdjusts(
      call.services.db,
      await viewerOf(call),
      'courseAdjustInfo:query',
      { view: 'all', pageNo: 1, pageSize: 1 },
      { applyId: businessId },
    );
    if (rows.length > 0) return 'all';
    return mayDo(call.user, 'courseAdjustInfo:insertByType') ? 'own' : 'none';
  },
  writes: (_businessId, { user }) => Promise.resolve(mayDo(user, 'courseAdjustInfo:insertByType')),
};
