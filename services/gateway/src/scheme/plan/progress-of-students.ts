import { studyProgress, type PlannedCourse, type StudyProgress } from '@jwxt/contracts/scheme/plan/study-progress.ts';
import { equivalenceFor } from '@jwxt/contracts/score/equivalent-courses.ts';
import { rulesFor } from '@jwxt/contracts/score/score-rules.ts';
import { loadAskedCredits } from '@jwxt/infra/runtime/asked-credits.ts';
import { loadEquivalentCourses } from '@jwxt/infra/runtime/equivalent-courses.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { readPublishedRules } from '../../score-setting/shared/score-rules.read.ts';
import { currentSemester } from './course-plan.read.ts';
import { readPlannedCourses, readTaking, type ProgressStudent, type StudentAttempt } from './study-progress.read.ts';

/** What is supposed instead of what holds now. */
interface Supposed {
  readonly plan?: { readonly gradeMajorId: string; readonly courses: readonly PlannedCourse[] };
  readonly semester?: string;
}

/** A student with where he stands. */
export type StudentProgress = { readonly student: ProgressStudent; readonly progress: StudyProgress };

/**
 * Where students stand with their plans by these attempts, in few readings however many they are. `plan`: all by this
 * plan instead of their own (what if). `semester`: that of the moment which the attempts are of, if it is not now:
 * who is in a class of a later one was not yet.
 */
export async function progressOfStudents(
  db: Queryable,
  students: readonly ProgressStudent[],
  attempts: readonly StudentAttempt[],
  { plan, semester: then }: Supposed = {},
): Promise<StudentProgress[]> {
  const codes = students.map(({ studentCode }) => studentCode);
  const askedOf = ({ planGradeMajorId }: ProgressStudent): string => plan?.gradeMajorId ?? planGradeMajorId;
  const [plans, asked, rules, equivalent, semester, rosters] = await Promise.all([
    plan ? null : readPlannedCourses(db, students),
    Promise.all([...new Set(students.map(askedOf))].map(async (id) => [id, await loadAskedCredits(db, id)] as const)),
    readPublishedRules(db),
    loadEquivalentCourses(db),
    then ?? currentSemester(db),
    readTaking(db, codes),
  ]);
  const askedBy = new Map(asked);
  const attemptsOf = Map.groupBy(attempts, ({ studentCode }) => studentCode);
  const rostersOf = Map.groupBy(rosters, ({ studentCode }) => studentCode);
  return students.map((student) => {
    const own = attemptsOf.get(student.studentCode) ?? [];
    const scored = new Set(own.map(({ teachingClassId }) => teachingClassId));
    const open = (rostersOf.get(student.studentCode) ?? []).filter(
      ({ teachingClassId, semesterId }) => !scored.has(teachingClassId) && (then === undefined || semesterId <= then),
    );
    return {
      student,
      progress: studyProgress({
        plan: plan?.courses ?? plans?.get(student.studentCode) ?? [],
        attempts: own,
        rule: rulesFor(rules, student)?.rules.effectiveRule ?? 'ZGF',
        groupOf: equivalenceFor(equivalent, plan ? { ...student, gradeMajorId: plan.gradeMajorId } : student),
        taking: new Set(open.map(({ courseId }) => courseId)),
        currentSemester: semester ?? '',
        asked: askedBy.get(askedOf(student)) ?? new Map(),
      }),
    };
  });
}
