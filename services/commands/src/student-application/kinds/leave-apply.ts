import { toDateTimeText, toInstant } from '@jwxt/contracts/kernel/fields.ts';
import {
  leaveStatus,
  leaveStatusNames,
  leaveTypeNames,
} from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import { leaveDays } from '@jwxt/contracts/student-status/conduct/leave.rules.ts';
import { leaveResult } from '@jwxt/contracts/student-status/conduct/leave-result.resource.ts';
import { leaveApply } from '@jwxt/contracts/student-application/kinds/leave-apply.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { isRefused, refuse, refuseField } from '../../kernel/refusal.ts';
import { lockRow, storeRow } from '../../kernel/resource-rows.ts';
import {
  adviserDays,
  classesBetween,
  hasAdviser,
  leaveMeeting,
  leaveOfSemester,
  manyLeaveDays,
} from '../../student-status/shared/conduct.facts.ts';
import { currentSemester } from '../current-semester.facts.ts';
import { defineApplicationRules } from '../student-application-rules.ts';

/**
 * 请假申请 (STUDENT-STATUS-35): days are counted in half days, the classes that are missed come from the timetable, and
 * who has been away for more of a semester than the school wants is advised to take it off.
 */
export const leaveApplyRules = defineApplicationRules({
  kind: leaveApply,

  figures: async ({ form: { beginTime, endTime }, student: { bjdm }, services: { pool } }) => ({
    hasAdviser: await hasAdviser(pool, bjdm),
    longLeave: leaveDays(beginTime, endTime) > (await adviserDays(pool)) * 10,
  }),

  async prepare({ form, student: { studentCode }, services: { pool } }) {
    const { beginTime, endTime, leaveType, leaveReason } = form;
    if (endTime <= beginTime) return refuseField('LEAVE_TIMES', {}, 'endTime');
    const [begin, end] = [toInstant(beginTime), toInstant(endTime)];
    const met = await leaveMeeting(pool, { studentCode, begin, end, but: '' });
    if (met) return refuseField('LEAVE_OVERLAPS', overlap(met), 'beginTime');
    const days = leaveDays(beginTime, endTime);
    const [classes, before, semesterId, limit] = await Promise.all([
      classesBetween(pool, studentCode, begin, end),
      leaveOfSemester(pool, studentCode, begin, ''),
      currentSemester(pool),
      manyLeaveDays(pool),
    ]);
    const [told, all] = [String(days / 10), String((before + days) / 10)];
    return {
      subject: beginTime,
      subjectName: `${leaveTypeNames[leaveType]} ${told} 天`,
      semesterId,
      courseId: null,
      teachingClassId: null,
      openDepartmentId: null,
      details: [
        { label: '请假类型', value: leaveTypeNames[leaveType] },
        { label: '时间', value: `${beginTime.slice(0, 16)} 至 ${endTime.slice(0, 16)}` },
        { label: '天数', value: told },
        { label: '事由', value: leaveReason },
        { label: '影响课程', value: classes ?? '没有课' },
        ...(before + days > limit * 10
          ? [{ label: '注意', value: `本学期累计请假 ${all} 天，超过 ${String(limit)} 天，建议办理休学` }]
          : []),
      ],
      facts: { days: String(days) },
    };
  },

  async effect({ applyId, studentCode, form, facts }, context, { pool }) {
    const done = await applyOnce(pool, context, async (client) => {
      const { leaveType, beginTime, endTime, leaveReason } = leaveApply.values.parse(form);
      const [begin, end] = [toInstant(beginTime), toInstant(endTime)];
      const met = await leaveMeeting(client, { studentCode, begin, end, but: applyId });
      if (met) return refuse('LEAVE_OVERLAPS', overlap(met));
      const after = await storeRow(client, leaveResult, {
        key: applyId,
        isNew: true,
        columns: {
          leave_result_id: applyId,
          student_code: studentCode,
          leave_type: leaveType,
          begin_time: begin,
          end_time: end,
          days: Number(facts['days']),
          leave_reason: leaveReason,
          affect_classes: await classesBetween(client, studentCode, begin, end),
          leave_status: leaveStatus.granted,
          apply_id: applyId,
        },
      });
      await logOperations(client, context, 'create', leaveResult.name, [{ key: applyId, before: null, after }]);
      return {};
    });
    return isRefused(done) ? done : null;
  },

  async revoke({ applyId }, _reason, context, { pool }) {
    const done = await applyOnce(pool, context, async (client) => {
      const known = await lockRow(client, leaveResult, applyId);
      const status = known?.row['leave_status'];
      if (!known || status === leaveStatus.revoked) return {};
      if (status === leaveStatus.back)
        return refuse('LEAVE_BACK', { status: `${leaveStatusNames[leaveStatus.back]}，不能撤销` });
      const after = await storeRow(client, leaveResult, {
        key: applyId,
        columns: { leave_status: leaveStatus.revoked },
        isNew: false,
      });
      await logOperations(client, context, 'update', leaveResult.name, [{ key: applyId, before: known.row, after }]);
      return {};
    });
    return isRefused(done) ? done : null;
  },
});

const overlap = ({ begin, end }: { begin: Date; end: Date }) => ({
  begin: toDateTimeText(begin).slice(0, 16),
  end: toDateTimeText(end).slice(0, 16),
});
