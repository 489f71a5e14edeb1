import { clashText } from '@jwxt/contracts/approval/adjust-course.wording.ts';
import { adjustCourse } from '@jwxt/contracts/approval/adjust-course.events.ts';
import { infoCheck as infoChecks } from '@jwxt/contracts/approval/info-check.events.ts';
import { approvalContentModel } from '@jwxt/contracts/approval/approval-content.read-model.ts';
import { defineProjection } from '../kernel/projection.ts';

const { adjustment, info_check: infoCheck } = approvalContentModel.tables;

/**
 * What applications of this area ask for: adjustments of the schedule (APPROVAL-48), changes of student information
 * (APPROVAL-85).
 */
export const approvalContents = defineProjection({
  readModel: approvalContentModel,
  version: 3,
  streams: [adjustCourse.streams, infoChecks.streams],
  async load(rows, events) {
    const ids = events.map(({ data }) => [data.applyId]);
    await Promise.all([rows.load(adjustment, ids), rows.load(infoCheck, ids)]);
  },
  handlers: {
    AdjustCourseRequested(rows, { data: { application: _application, ...request } }) {
      rows.set(adjustment, { apply_id: request.applyId, request, effected_at: null, clashed_with: null });
    },
    AdjustCourseEffected: (rows, { data, time }) => void rows.change(adjustment, [data.applyId], { effected_at: time }),
    AdjustCourseClashed: (rows, { data }) =>
      void rows.change(adjustment, [data.applyId], {
        clashed_with: clashText(data.with),
      }),
    InfoCheckRequested(rows, { data }) {
      rows.set(infoCheck, {
        apply_id: data.applyId,
        student_code: data.studentCode,
        check_time_id: data.checkTimeId,
        apply_time: data.application.applyTime,
        file_id: data.fileId,
        rows: data.rows,
        effected_at: null,
      });
    },
    InfoChangeToggled(rows, { data }) {
      const known = rows.need(infoCheck, [data.applyId]);
      rows.set(infoCheck, {
        ...known,
        rows: known.rows.map((row) => (row.id === data.id ? { ...row, isEffective: data.isEffective } : row)),
      });
    },
    InfoCheckEffected: (rows, { data, time }) => void rows.change(infoCheck, [data.applyId], { effected_at: time }),
  },
});
