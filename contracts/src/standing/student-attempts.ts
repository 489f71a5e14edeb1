import { readModelTable } from '../kernel/read-model.ts';
import { attemptModel } from '../score/attempt.read-model.ts';
import type { CourseKind, StandingAttempt } from '../score/standing.ts';

/** An attempt with what its course is. */
export type KindedAttempt = StandingAttempt & CourseKind & { readonly courseNum: string };

/**
 * An SQL expression: every attempt of `student.student_code` as json, in the order in which they were recorded; null
 * where there are none.
 */
export const attemptsOfStudent = `(select jsonb_agg(jsonb_build_object('attemptId', attempt.attempt_id,
    'courseId', attempt.course_id, 'courseNum', attempt.course_num, 'courseName', attempt.course_name,
    'courseCredit', attempt.course_credit, 'semesterId', attempt.semester_id, 'scoreType', attempt.score_type,
    'examNature', attempt.exam_nature, 'final', attempt.final, 'finalName', attempt.final_name,
    'passed', attempt.passed, 'scoreRemarkCode', attempt.remark_code, 'source', attempt.source,
    'scoreHierarchyCode', attempt.hierarchy_code, 'rawFinal', attempt.raw_final, 'replaces', attempt.replaces,
    'courseAttribute', coalesce(course.kcsx, ''), 'courseNature', coalesce(course.kcxz, '')) order by attempt.revision)
  from ${readModelTable(attemptModel, 'attempt')} attempt left join base.course on course.kch = attempt.course_id
  where attempt.student_code = student.student_code)`;

/** An SQL expression: whether the read model of attempts is there; it is not before it was first built. */
export const attemptsThere = `to_regclass('${readModelTable(attemptModel, 'attempt')}') is not null`;
