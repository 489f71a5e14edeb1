import type { Attempt, AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { replacedCourses } from '@jwxt/contracts/recognition/recognition.rules.ts';
import { attemptSource, PERCENTAGE_HIERARCHY } from '@jwxt/contracts/score/score.vocabulary.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import type { RowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection } from '../kernel/projection.ts';

const { attempt, cancelled_attempt: cancelled, reservation } = attemptModel.tables;

/** Every attempt of every student at a course, with what a recognised or upgraded one takes over (SCORE-MORE-35). */
export const attempts = defineProjection({
  readModel: attemptModel,
  version: 5,
  streams: [attemptsStreams],
  async load(rows, events) {
    const keys = events.flatMap((event) => (isOfKnown(event) ? [[event.data.attemptId]] : []));
    await rows.load(attempt, keys);
    await rows.load(cancelled, keys);
    await rows.load(
      reservation,
      events.flatMap((event) => (concernsReservation(event) ? [[event.data.studentCode, event.data.courseId]] : [])),
    );
  },
  handlers: {
    RecognitionReserved(rows, { data }) {
      rows.set(reservation, {
        student_code: data.studentCode,
        course_id: data.courseId,
        apply_id: data.applyId,
        replaces: replacedCourses(data.request, data.courseId),
      });
    },
    RecognitionReleased(rows, { data }) {
      const key = [data.studentCode, data.courseId];
      if (rows.get(reservation, key)?.apply_id === data.applyId) rows.remove(reservation, key);
    },
    AttemptRecorded(rows, { data, time, revision }) {
      const key = [data.studentCode, data.courseId];
      const settled = isRecognised(data) ? rows.get(reservation, key) : undefined;
      const replaces = data.replaces ?? (settled?.apply_id === data.applyId ? settled.replaces : []);
      if (settled?.apply_id === data.applyId) rows.remove(reservation, key);
      rows.set(attempt, {
        attempt_id: data.attemptId,
        student_code: data.studentCode,
        student_number: data.studentNumber,
        student_name: data.studentName,
        course_id: data.courseId,
        course_num: data.courseNum,
        course_name: data.courseName,
        course_credit: data.courseCredit,
        semester_id: data.semesterId,
        exam_nature: data.examNature,
        final: data.final,
        final_name: data.finalName,
        remark_code: data.scoreRemarkCode,
        passed: data.passed,
        source: data.source,
        hierarchy_code: data.scoreHierarchyCode ?? PERCENTAGE_HIERARCHY,
        raw_final: data.rawFinal ?? null,
        rule_version: data.ruleVersion,
        teaching_class_id: data.teachingClassId,
        score_type: data.scoreType,
        apply_id: data.applyId,
        open_department_id: data.openDepartmentId,
        department_id: data.departmentId,
        bjdm: data.bjdm,
        njzydm: data.njzydm,
        replaces,
        recorded_at: time,
        revision,
      });
    },
    AttemptRevised(rows, { data }) {
      const { final, finalName, scoreRemarkCode, passed, rawFinal } = data.after;
      change(rows, data.attemptId, {
        final,
        final_name: finalName,
        remark_code: scoreRemarkCode,
        passed,
        raw_final: rawFinal ?? null,
      });
    },
    AttemptBonusGiven: (rows, { data }) => {
      change(rows, data.attemptId, { final: data.after.final, final_name: data.after.finalName });
    },
    AttemptBonusTaken: (rows, { data }) => {
      const known = rows.get(attempt, [data.attemptId]) ?? rows.get(cancelled, [data.attemptId]);
      // A score that has no value meanwhile (待定) does not get one by it.
      if (known?.final === null) return;
      change(rows, data.attemptId, { final: data.after.final, final_name: data.after.finalName });
    },
    AttemptCancelled(rows, { data }) {
      rows.set(cancelled, { ...rows.need(attempt, [data.attemptId]), cancel_reason: data.reason });
      rows.remove(attempt, [data.attemptId]);
    },
    AttemptRestored(rows, { data }) {
      const known = rows.get(cancelled, [data.attemptId]);
      // Withdrawn meanwhile: it comes back when it is recorded again.
      if (!known) return;
      const { cancel_reason: _, ...row } = known;
      rows.set(attempt, row);
      rows.remove(cancelled, [data.attemptId]);
    },
    AttemptWithdrawn(rows, { data }) {
      rows.remove(attempt, [data.attemptId]);
      rows.remove(cancelled, [data.attemptId]);
    },
  },
});

/** An attempt has other values, whether it counts or was cancelled. */
function change(rows: BatchRows, attemptId: string, values: Partial<RowOf<typeof attempt>>): void {
  if (rows.get(cancelled, [attemptId])) rows.change(cancelled, [attemptId], values);
  else rows.change(attempt, [attemptId], values);
}

/** Events that look at the attempt as it was. */
function isOfKnown(
  event: AttemptsEvent,
): event is Extract<AttemptsEvent, { data: { attemptId: string; reason: string } }> {
  return 'attemptId' in event.data && event.type !== 'AttemptRecorded';
}

const isRecognised = ({ source }: Pick<Attempt, 'source'>): boolean => source === attemptSource.recognised;

function concernsReservation(event: AttemptsEvent): boolean {
  if (event.type === 'AttemptRecorded') return isRecognised(event.data);
  return event.type === 'RecognitionReserved' || event.type === 'RecognitionReleased';
}
