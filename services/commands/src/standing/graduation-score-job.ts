import type { FrozenCourse } from '@jwxt/contracts/standing/frozen-course.ts';
import { graduationGeneration, type ModuleLine } from '@jwxt/contracts/standing/graduation-score.operations.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { defineLongJob } from '../kernel/long-job.ts';
import { isRefused } from '../kernel/refusal.ts';
import { loadStandings } from './shared/standings.facts.ts';

/**
 * Takes the snapshots of a batch (SCORE-MORE-25), one item a grade and major. A locked one stays what it is; the others
 * are taken anew.
 */
export const graduationScoreJob = defineLongJob({
  kind: 'graduationScoreGenerate',
  payload: graduationGeneration,
  async run({ itemKey: gradeMajor }, { graduationBatch }, context, { pool }) {
    const done = await applyOnce(pool, context, (client) =>
      takeSnapshots(client, context, gradeMajor, graduationBatch),
    );
    if (isRefused(done)) return done;
    const { taken, locked } = done.result;
    const kept = locked === 0 ? '' : `，已锁定 ${String(locked)} 人保持不变`;
    return { changed: taken > 0, message: `生成 ${String(taken)} 人${kept}` };
  },
});

async function takeSnapshots(
  client: PoolClient,
  context: CommandContext,
  gradeMajor: string,
  batch: string,
): Promise<{ taken: number; locked: number }> {
  const students = await loadStandings(client, gradeMajor, null);
  const codes = students.map(({ studentCode }) => studentCode);
  const { rows: asked } = await client.query<{ studentCode: string; credit: number }>(
    `select student_code as "studentCode", credit from base.student_required_credit where student_code = any($1)`,
    [codes],
  );
  const required = new Map(asked.map(({ studentCode, credit }) => [studentCode, credit]));
  const planned = await plannedCourses(client, codes);
  const snapshots = students.map(({ studentCode, ruleVersion, standing, courses }) => ({
    graduation_score_id: derivedId(`${context.commandId} ${studentCode}`),
    graduation_batch: batch,
    student_code: studentCode,
    required_credit: required.get(studentCode) ?? 0,
    earned_credit: standing.earnedCredit,
    gpa: standing.gpa,
    weighted_average: standing.weightedAverage,
    failed_course_num: standing.failedNum,
    rule_version: ruleVersion,
    module_detail: modulesOf(courses, planned.get(studentCode) ?? []),
    courses,
    snapshot_time: context.time,
    lock_status: '0',
  }));
  const { rowCount } = await client.query(
    `insert into base.graduation_score as known
      select * from jsonb_populate_recordset(null::base.graduation_score, $1)
      on conflict (graduation_batch, student_code) do update set required_credit = excluded.required_credit,
        earned_credit = excluded.earned_credit, gpa = excluded.gpa, weighted_average = excluded.weighted_average,
        failed_course_num = excluded.failed_course_num, rule_version = excluded.rule_version,
        module_detail = excluded.module_detail, courses = excluded.courses, snapshot_time = excluded.snapshot_time
      where known.lock_status = '0'`,
    [JSON.stringify(snapshots)],
  );
  const taken = rowCount ?? 0;
  return { taken, locked: snapshots.length - taken };
}

/** A course of a plan, with what the plan says of it. */
interface PlannedCourse {
  readonly studentCode: string;
  readonly courseNum: string;
  readonly attribute: string;
  readonly credit: number;
}

/** What students are to take: of the grade-major's plan, or of an own scheme (081). */
async function plannedCourses(
  client: PoolClient,
  studentCodes: readonly string[],
): Promise<ReadonlyMap<string, readonly PlannedCourse[]>> {
  const { rows } = await client.query<PlannedCourse>(
    `select plan.student_code as "studentCode", course.ywbm as "courseNum",
        coalesce(plan.course_attribute, course.kcsx) as attribute, coalesce(plan.credit, course.xf) as credit
       from base.student_plan plan join base.course on course.kch = plan.kch
      where plan.student_code = any($1)`,
    [studentCodes],
  );
  return Map.groupBy(rows, ({ studentCode }) => studentCode);
}

/** What was planned and earned by course attribute: that of the plan, of a course beside it its own. */
function modulesOf(courses: readonly FrozenCourse[], plan: readonly PlannedCourse[]): ModuleLine[] {
  const attributes = new Map(plan.map(({ courseNum, attribute }) => [courseNum, attribute]));
  const planned = Map.groupBy(plan, ({ attribute }) => attribute);
  const taken = Map.groupBy(courses, ({ courseNum, courseAttribute }) => attributes.get(courseNum) ?? courseAttribute);
  return [...new Set([...planned.keys(), ...taken.keys()])].toSorted().map((courseAttribute) => {
    const of = taken.get(courseAttribute) ?? [];
    const passed = of.filter((course) => course.passed);
    return {
      courseAttribute,
      plannedCredit: (planned.get(courseAttribute) ?? []).reduce((sum, { credit }) => sum + credit, 0),
      earnedCredit: passed.reduce((sum, { courseCredit }) => sum + courseCredit, 0),
      passedNum: passed.length,
      failedNum: of.length - passed.length,
    };
  });
}
