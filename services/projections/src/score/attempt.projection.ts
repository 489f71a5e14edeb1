import { attemptsStreams, effectiveAttempt } from '@jwxt/contracts/score/attempts.state.ts';
import { PERCENTAGE_HIERARCHY } from '@jwxt/contracts/score/score.vocabulary.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection } from '../kernel/projection.ts';

const { attempt } = attemptModel.tables;
const ONE_COURSE = ['student_code', 'course_id'] as const;

/** Every attempt of every student at a course, and which one counts (SCORE-MORE-35). */
export const attempts = defineProjection({
  readModel: attemptModel,
  version: 2,
  streams: [attemptsStreams],
  load: (rows, events) =>
    rows.loadGroups(
      attempt,
      ONE_COURSE,
      events.map(({ data }) => [data.studentCode, data.courseId]),
    ),
  handlers: {
    AttemptRecorded(rows, { data, time, revision }) {
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
        effective: false,
        recorded_at: time,
        revision,
      });
      choose(rows, data.studentCode, data.courseId);
    },
    AttemptRevised(rows, { data }) {
      const { final, finalName, scoreRemarkCode, passed, rawFinal } = data.after;
      const known = rows
        .group(attempt, ONE_COURSE, [data.studentCode, data.courseId])
        .find(({ attempt_id: id }) => id === data.attemptId);
      if (!known) throw new Error(`attempt ${data.attemptId} does not exist`);
      rows.set(attempt, {
        ...known,
        final,
        final_name: finalName,
        remark_code: scoreRemarkCode,
        passed,
        raw_final: rawFinal ?? null,
      });
      choose(rows, data.studentCode, data.courseId);
    },
    AttemptWithdrawn(rows, { data }) {
      rows.remove(attempt, [data.attemptId]);
      choose(rows, data.studentCode, data.courseId);
    },
  },
});

/** Chooses the effective attempt anew, by the rule that deciders use. */
function choose(rows: BatchRows, studentCode: string, courseId: string): void {
  const all = rows.group(attempt, ONE_COURSE, [studentCode, courseId]).toSorted((a, b) => a.revision - b.revision);
  const chosen = effectiveAttempt(all.map((row) => ({ ...row, examNature: row.exam_nature })));
  for (const row of all)
    if (row.effective !== (row.attempt_id === chosen?.attempt_id))
      rows.set(attempt, { ...row, effective: row.attempt_id === chosen?.attempt_id });
}
