import { checkStatus, gpaCheckGeneration } from '@jwxt/contracts/standing/gpa-check.operations.ts';
import type { FrozenCourse } from '@jwxt/contracts/standing/frozen-course.ts';
import { ranksOf } from '@jwxt/contracts/standing/ranks.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { defineLongJob } from '../kernel/long-job.ts';
import { isRefused } from '../kernel/refusal.ts';
import { loadStandings } from './shared/standings.facts.ts';

/** What a version says of a student; credits in tenths, points and values in hundredths. */
interface Figures {
  readonly rule_version: string;
  readonly gpa: number | null;
  readonly weighted_average: number | null;
  readonly credit_earned: number;
  readonly credit_failed: number;
  readonly rank_in_class: number | null;
  readonly class_size: number;
  readonly rank_in_major: number | null;
  readonly major_size: number;
  readonly courses: readonly FrozenCourse[];
}
type Known = Figures & {
  readonly student_code: string;
  readonly version_no: number;
  readonly check_status: string;
  readonly check_time: Date | null;
  readonly objection: string;
};

/**
 * Freezes the grade point averages of a semester (SCORE-MORE-21), one item a grade and major. Whose figures are what
 * they were keeps the version; what a student has said stands as long as his own scores do, also when ranks move.
 */
export const gpaCheckJob = defineLongJob({
  kind: 'gpaCheckGenerate',
  payload: gpaCheckGeneration,
  async run({ itemKey: gradeMajor }, { semesterId }, context, { pool }) {
    const done = await applyOnce(pool, context, (client) => freeze(client, context, gradeMajor, semesterId));
    if (isRefused(done)) return done;
    const { added, renewed, same } = done.result;
    return {
      changed: added + renewed > 0,
      message: `新列入 ${String(added)} 人，更新 ${String(renewed)} 人，未变化 ${String(same)} 人`,
    };
  },
});

async function freeze(
  client: PoolClient,
  context: CommandContext,
  gradeMajor: string,
  semesterId: string,
): Promise<{ added: number; renewed: number; same: number }> {
  const figures = await figuresOf(client, gradeMajor, semesterId);
  const { rows } = await client.query<Known>(
    `select student_code, version_no, check_status, check_time, objection, rule_version, gpa, weighted_average,
        credit_earned, credit_failed, rank_in_class, class_size, rank_in_major, major_size, courses
      from base.gpa_check where semester_id = $1 and is_current and student_code = any($2) for update`,
    [semesterId, [...figures.keys()]],
  );
  const known = new Map(rows.map((row) => [row.student_code, row]));
  const versions = [...figures].flatMap(([studentCode, now]) => {
    const before = known.get(studentCode);
    if (before ? sameFigures(before, now) : now.courses.length === 0) return [];
    const stands = before && before.gpa === now.gpa && sameCourses(before.courses, now.courses);
    return [
      {
        ...now,
        gpa_check_id: derivedId(`${context.commandId} ${studentCode}`),
        semester_id: semesterId,
        student_code: studentCode,
        version_no: (before?.version_no ?? 0) + 1,
        check_status: stands ? before.check_status : checkStatus.unchecked,
        check_time: stands ? before.check_time : null,
        objection: stands ? before.objection : '',
        generated_at: context.time,
      },
    ];
  });
  const renewed = versions.filter(({ student_code: code }) => known.has(code));
  await client.query(
    'update base.gpa_check set is_current = false where semester_id = $1 and is_current and student_code = any($2)',
    [semesterId, renewed.map(({ student_code: code }) => code)],
  );
  await client.query(
    `insert into base.gpa_check (gpa_check_id, semester_id, student_code, version_no, is_current, rule_version, gpa,
        weighted_average, credit_earned, credit_failed, rank_in_class, class_size, rank_in_major, major_size, courses,
        check_status, check_time, objection, generated_at)
      select gpa_check_id, semester_id, student_code, version_no, true, rule_version, gpa, weighted_average,
        credit_earned, credit_failed, rank_in_class, class_size, rank_in_major, major_size, courses, check_status,
        check_time, objection, generated_at from jsonb_populate_recordset(null::base.gpa_check, $1)`,
    [JSON.stringify(versions)],
  );
  return { added: versions.length - renewed.length, renewed: renewed.length, same: figures.size - versions.length };
}

/** Everybody of a grade and major by code; ranks are among the class, and among the grade and major. */
async function figuresOf(
  client: PoolClient,
  gradeMajor: string,
  semesterId: string,
): Promise<ReadonlyMap<string, Figures>> {
  const students = await loadStandings(client, gradeMajor, semesterId);
  const inMajor = ranksOf(students.map(({ standing }) => standing));
  const inClass = new Map(
    [...Map.groupBy(students, ({ classCode }) => classCode).values()].flatMap((classmates) => {
      const ranks = ranksOf(classmates.map(({ standing }) => standing));
      return classmates.map(
        ({ studentCode }, index) =>
          [studentCode, { rank_in_class: ranks[index] ?? null, class_size: classmates.length }] as const,
      );
    }),
  );
  return new Map(
    students.map(({ studentCode, ruleVersion, standing, courses }, index) => [
      studentCode,
      {
        rule_version: ruleVersion,
        gpa: standing.gpa,
        weighted_average: standing.weightedAverage,
        credit_earned: standing.earnedCredit,
        credit_failed: standing.failedCredit,
        ...inClass.get(studentCode)!,
        rank_in_major: inMajor[index] ?? null,
        major_size: students.length,
        courses,
      },
    ]),
  );
}

const figureNames = [
  'rule_version',
  'gpa',
  'weighted_average',
  'credit_earned',
  'credit_failed',
  'rank_in_class',
  'class_size',
  'rank_in_major',
  'major_size',
] as const;

function sameFigures(one: Figures, other: Figures): boolean {
  return figureNames.every((name) => one[name] === other[name]) && sameCourses(one.courses, other.courses);
}

/** What the average comes from; why a score counts is words about it. */
function sameCourses(one: readonly FrozenCourse[], other: readonly FrozenCourse[]): boolean {
  const told = (courses: readonly FrozenCourse[]): string =>
    JSON.stringify(
      courses.map(({ attemptId, courseCredit, finalName, passed, point, weight }) => [
        attemptId,
        courseCredit,
        finalName,
        passed,
        point,
        weight,
      ]),
    );
  return told(one) === told(other);
}
