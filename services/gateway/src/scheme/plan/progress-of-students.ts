import { studyProgress, type PlannedCourse, type StudyProgress } from '@jwxt/contracts/scheme/plan/study-progress.ts';
import { equivalenceFor } from '@jwxt/contracts/score/equivalent-courses.ts';
import { rulesFor } from '@jwxt/contracts/score/score-rules.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { readRulesWithoutCoefficients } from '../../score-setting/shared/score-rules.read.ts';
import { readProgressFrame } from './progress-frame.read.ts';
import { readPlannedCourses, readTaking, type ProgressStudent, type StudentAttempt } from './study-progress.read.ts';

/** What is supposed instead of what holds now. */
interface Supposed {
  readonly plan?: { readonly gradeMajorId: string; readonly courses: readonly PlannedCourse[] };
  readonly semester?: string;
}

/** A student with where he stands, and by which scheme. */
export type StudentProgress = {
  readonly student: ProgressStudent;
  readonly schemeVersionName: string;
  readonly schemaName: string;
  readonly progress: StudyProgress;
};

/**
 * Where students stand with their plans by these attempts, in few readings however many they are: all of them at once,
 * that of the attempts among them. `plan`: all by this plan instead of their own (what if). `semester`: that of the
 * moment which the attempts are of, if it is not now: who is in a class of a later one was not yet.
 */
export async function progressOfStudents(
  db: Queryable,
  students: readonly ProgressStudent[],
  attempts: Promise<readonly StudentAttempt[]>,
  { plan, semester: then }: Supposed = {},
): Promise<StudentProgress[]> {
  const codes = students.map(({ studentCode }) => studentCode);
  const askedOf = ({ planGradeMajorId }: ProgressStudent): string => plan?.gradeMajorId ?? planGradeMajorId;
  const [plans, frame, rules, rosters, all] = await Promise.all([
    plan ? null : readPlannedCourses(db, students),
    readProgressFrame(db, [...new Set(students.map(askedOf))]),
    readRulesWithoutCoefficients(db),
    readTaking(db, codes),
    attempts,
  ]);
  const attemptsOf = Map.groupBy(all, ({ studentCode }) => studentCode);
  const rostersOf = Map.groupBy(rosters, ({ studentCode }) => studentCode);
  return students.map((student) => {
    const own = attemptsOf.get(student.studentCode) ?? [];
    const major = frame.majors.get(askedOf(student));
    const scored = new Set(own.map(({ teachingClassId }) => teachingClassId));
    const taken = (rostersOf.get(student.studentCode) ?? []).filter(
      ({ teachingClassId, semesterId }) => !scored.has(teachingClassId) && (then === undefined || semesterId <= then),
    );
    return {
      student,
      schemeVersionName: major?.schemeVersionName ?? '',
      schemaName: major?.schemaName ?? '',
      progress: studyProgress({
        plan: plan?.courses ?? plans?.get(student.studentCode) ?? [],
        attempts: own,
        rule: rulesFor(rules, student)?.rules.effectiveRule ?? 'ZGF',
        groupOf: equivalenceFor(frame.equivalent, plan ? { ...student, gradeMajorId: plan.gradeMajorId } : student),
        taking: new Set(taken.map(({ courseId }) => courseId)),
        currentSemester: then ?? frame.semester ?? '',
        asked: major?.asked ?? new Map(),
        open: major?.open ?? [],
      }),
    };
  });
}
