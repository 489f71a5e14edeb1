import { attemptsStreams, effectiveAttempt } from '@jwxt/contracts/score/attempts.state.ts';
import { PERCENTAGE_HIERARCHY } from '@jwxt/contracts/score/score.vocabulary.ts';
import { readModelTitles } from '@jwxt/contracts/system/read-model.vocabulary.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection } from '../kernel/projection.ts';
import { defineTable } from '../kernel/table.ts';

interface AttemptRow {
  attempt_id: string;
  student_code: string;
  student_number: string;
  student_name: string;
  course_id: string;
  course_num: string;
  course_name: string;
  course_credit: number;
  semester_id: string;
  exam_nature: string;
  final: number | null;
  final_name: string;
  remark_code: string;
  passed: boolean;
  source: string;
  /** Grade system of the value, and what it was before a cap lowered it (null: nothing was taken away). */
  hierarchy_code: string;
  raw_final: number | null;
  rule_version: string;
  teaching_class_id: string | null;
  score_type: string | null;
  apply_id: string;
  open_department_id: string;
  department_id: string;
  bjdm: string;
  njzydm: string;
  /**
   * The one that counts for the course (有效成绩) by the rule that every school starts with; the rule of a student's
   * grade is applied where it is read.
   */
  effective: boolean;
  recorded_at: string;
  /** Revision of the event that recorded it: the order of a student's attempts at the course. */
  revision: number;
}
const attempt = defineTable<AttemptRow>('attempt', {
  columns: {
    attempt_id: 'text',
    student_code: 'text',
    student_number: 'text',
    student_name: 'text',
    course_id: 'text',
    course_num: 'text',
    course_name: 'text',
    course_credit: 'int',
    semester_id: 'text',
    exam_nature: 'text',
    final: 'int',
    final_name: 'text',
    remark_code: 'text',
    passed: 'boolean',
    source: 'text',
    hierarchy_code: 'text',
    raw_final: 'int',
    rule_version: 'text',
    teaching_class_id: 'text',
    score_type: 'text',
    apply_id: 'text',
    open_department_id: 'text',
    department_id: 'text',
    bjdm: 'text',
    njzydm: 'text',
    effective: 'boolean',
    recorded_at: 'timestamptz',
    revision: 'int',
  },
  key: ['attempt_id'],
  indexes: ['(student_code, course_id)', '(semester_id, open_department_id)'],
});
const ONE_COURSE = ['student_code', 'course_id'] as const;

/** Every attempt of every student at a course, and which one counts (SCORE-MORE-35). */
export const attempts = defineProjection({
  name: 'attempt',
  title: readModelTitles.attempt,
  version: 2,
  streams: [attemptsStreams],
  tables: [attempt],
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
