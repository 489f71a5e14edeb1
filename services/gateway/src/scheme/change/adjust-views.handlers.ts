import {
  approvePlanChanges,
  checkAdjust,
  checkHours,
  checkSchemeChange,
  hourCheckDetail,
  queryAdjustChecks,
  queryHourChecks,
  queryPlanChanges,
  querySchemeChangeLog,
} from '@jwxt/contracts/scheme/change/adjust-views.operations.ts';
import { courseAdjustTypeNames } from '@jwxt/contracts/scheme/change/course-adjust.vocabulary.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { decideInScope } from '../../approval/shared/decide-applications.ts';
import { viewerOf } from '../../approval/shared/approval-viewer.ts';
import { handler, type Handler, type SignedInCall } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { toldAdjusts } from './course-adjust.handlers.ts';
import { adjustsInScope, toldChanges, type AdjustPart } from './course-adjust.read.ts';

const DAY_MS = 86_400_000;

/** A page of what is audited, each with the whole days that it has waited. */
async function checks(call: SignedInCall, filter: Parameters<typeof toldAdjusts>[1], part: AdjustPart) {
  const { found, rows, total, todo } = await toldAdjusts(call, filter, { sentOnly: true, ...part });
  return {
    rows: rows.map((row, index) => {
      const since = found[index]?.waitingSince ?? null;
      return {
        ...row,
        waitDays: since === null ? null : Math.max(0, Math.floor((call.now.getTime() - since.getTime()) / DAY_MS)),
      };
    }),
    total,
    todo,
  };
}

/** One approval has several doors: all decide by the shared rules, what is in the scope of the door's list. */
const decide =
  (permission: PermissionCode) => async (input: Parameters<typeof decideInScope>[0], call: SignedInCall) => {
    const known = await adjustsInScope(call.services.db, await viewerOf(call), permission, input.keyList);
    return { results: await decideInScope(input, known, call) };
  };

/** Audits of changes of plans, their log, and what they changed (SCHEME-15, 16, 17, 44). */
export const adjustViewHandlers: readonly Handler[] = [
  handler(queryAdjustChecks, async (filter, call) => await checks(call, filter, {})),
  handler(checkAdjust, decide('courseAdjustInfoCheck:query')),
  handler(queryHourChecks, async (filter, call) => await checks(call, filter, { hoursOnly: true })),
  handler(hourCheckDetail, async ({ applyId }, call) => {
    const { found, rows, names } = await toldAdjusts(call, { view: 'all', pageNo: 1, pageSize: 1 }, { applyId });
    const [row] = found;
    const [item] = rows;
    if (!row || !item) throw new Refused('APPROVAL_NOT_FOUND');
    const text = (tenths: number | null | undefined) =>
      tenths === undefined || tenths === null ? undefined : hoursText(tenths);
    const { credit, totalHour, weekHours, hours, ...given } = row.given;
    return {
      ...item,
      changes: toldChanges(row.changes, names),
      clashed: row.clashed ?? '',
      executionPlanId: row.executionPlanId ?? '',
      newCourseId: row.newCourseId ?? '',
      after: {
        ...given,
        credit: text(credit),
        totalHour: text(totalHour),
        weekHours: text(weekHours),
        hours: hours?.map(({ xsbh, xs }) => ({ xsbh, xs: hoursText(xs) })),
      },
    };
  }),
  handler(checkHours, decide('courseHourAdjustCheck:query')),
  handler(querySchemeChangeLog, async (filter, call) => {
    const { found, rows, total, todo } = await toldAdjusts(call, filter, { sentOnly: true });
    return {
      rows: rows.map((row, index) => ({
        applyId: row.applyId,
        changeTime: row.implementTime ?? row.applyTime,
        gradeMajorName: row.gradeMajorName,
        changeType: courseAdjustTypeNames[row.adjustType],
        changeContent: `${row.courseName}：${row.changeContent}`.slice(0, 1000),
        operatorName: row.applicantName,
        checkStatus: row.approvalBusinessStatus,
        checkStatusName: row.approvalBusinessStatusName,
        currentNodeName: row.currentNodeName,
        checkOpinion: found[index]?.clashed ?? found[index]?.opinion ?? '',
        awaitsMe: row.awaitsMe,
      })),
      total,
      todo,
    };
  }),
  handler(checkSchemeChange, decide('SchemeChangeCheckLog:query')),
  handler(queryPlanChanges, async (filter, call) => {
    const { rows, total, todo } = await toldAdjusts(call, filter, { livingOnly: true });
    return { rows, total, todo };
  }),
  handler(approvePlanChanges, decide('executionPlanChangeInfo:query')),
];
