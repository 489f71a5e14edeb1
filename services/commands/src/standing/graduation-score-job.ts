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
  const {
    rows: [required],
  } = await client.query<{ credit: number }>('select credit from base.required_credit where njzydm = $1', [gradeMajor]);
  const planned = await plannedCredits(
    client,
    students.map(({ studentCode }) => studentCode),
  );
  const snapshots = students.map(({ studentCode, ruleVersion, standing, courses }) => ({
    graduation_score_id: derivedId(`${context.commandId} ${studentCode}`),
    graduation_batch: batch,
    student_code: studentCode,
    required_credit: required?.credit ?? 0,
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

interface PlannedCredit {
  readonly studentCode: string;
  readonly attribute: string;
  readonly credit: number;
}

/** Credits that students are to take, by course attribute: of the grade-major's plan, or of an own scheme (081). */
async function plannedCredits(
  client: PoolClient,
  studentCodes: readonly string[],
): Promise<ReadonlyMap<string, readonly PlannedCredit[]>> {
  const { rows } = await client.query<PlannedCredit>(
    `select plan.student_code as "studentCode", course.kcsx as attribute, sum(course.xf)::int as credit
       from base.student_plan plan join base.course on course.kch = plan.kch
      where plan.student_code = any($1) group by 1, 2`,
    [studentCodes],
  );
  return Map.groupBy(rows, ({ studentCode }) => studentCode);
}

function modulesOf(courses: readonly FrozenCourse[], credits: readonly PlannedCredit[]): ModuleLine[] {
  const planned = new Map(credits.map(({ attribute, credit }) => [attribute, credit]));
  const taken = Map.groupBy(courses, ({ courseAttribute }) => courseAttribute);
  return [...new Set([...planned.keys(), ...taken.keys()])].toSorted().map((courseAttribute) => {
    const [of, passed] = [
      taken.get(courseAttribute) ?? [],
      (taken.get(courseAttribute) ?? []).filter((course) => course.passed),
    ];
    return {
      courseAttribute,
      plannedCredit: planned.get(courseAttribute) ?? 0,
      earnedCredit: passed.reduce((sum, { courseCredit }) => sum + courseCredit, 0),
      passedNum: passed.length,
      failedNum: of.length - passed.length,
    };
  });
}
