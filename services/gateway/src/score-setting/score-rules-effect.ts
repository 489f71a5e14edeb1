import { createHash, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { scoreRulesChange, ScoreRulesEffect } from '@jwxt/contracts/score-setting/score-rules.operations.ts';
import { equivalenceFor, type Equivalence, type EquivalentCourses } from '@jwxt/contracts/score/equivalent-courses.ts';
import { rulesFor, rulesMeeting, type PublishedRules, type RuledStudent } from '@jwxt/contracts/score/score-rules.ts';
import { standingOf, type CourseKind, type Standing, type StandingAttempt } from '@jwxt/contracts/score/standing.ts';
import { attemptsOfStudent } from '@jwxt/contracts/standing/student-attempts.ts';
import { loadEquivalentCourses } from '@jwxt/infra/runtime/equivalent-courses.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { Refused } from '../kernel/refused.ts';
import { readDraftRules, readPublishedRules } from './shared/score-rules.read.ts';
import type { Services } from '../kernel/services.ts';

/** How the work is shared out; tests choose less. */
export interface EffectPace {
  /** Students judged between two reads: what is in memory at once, and how long others wait for this process. */
  readonly atOnce: number;
  /** After so many seconds without a question nobody looks at the page any more: the work stops. */
  readonly unaskedSeconds: number;
}
const usualPace: EffectPace = { atOnce: 50, unaskedSeconds: 30 };
/**
 * A gateway that says nothing for so long has died: the next call, wherever it arrives, takes its work over where it
 * was.
 */
const LEASE = `interval '15 seconds'`;
/** What was worked out is told again for so long; scores change meanwhile. */
const KEPT = `interval '5 minutes'`;

type Counts = z.output<typeof scoreRulesChange>;
type Student = RuledStudent & {
  readonly studentCode: string;
  readonly gradeMajorId: string;
  readonly attempts: readonly (StandingAttempt & CourseKind)[] | null;
};
/** A draft with the published versions before and after it. */
interface Change {
  readonly draft: PublishedRules;
  readonly published: readonly PublishedRules[];
  readonly inForce: readonly PublishedRules[];
  readonly equivalent: EquivalentCourses;
}
/** The work on one draft, as `gateway.rules_effect` keeps it. */
interface Work {
  readonly cursor: string;
  readonly done: number;
  readonly total: number;
  readonly counts: Counts;
  readonly isEnded: boolean;
}

const nothing: Counts = {
  studentNum: 0,
  scoreStudentNum: 0,
  scoreNum: 0,
  gpaStudentNum: 0,
  gpaUpNum: 0,
  gpaDownNum: 0,
};
const columns = `rules_effect.cursor, rules_effect.done, rules_effect.total, rules_effect.counts,
  rules_effect.ended_at is not null as "isEnded"`;

/**
 * How far it is known what publishing a draft would change (SCORE-MORE-35). Begins to work it out when nobody does, or
 * goes on where somebody stopped. What was worked out by other rules than today's is begun anew.
 */
export async function askForEffect(
  { db, logger }: Pick<Services, 'db' | 'logger'>,
  key: string,
  pace: EffectPace = usualPace,
): Promise<ScoreRulesEffect> {
  const {
    rows: [stored],
  } = await db.query<{ version: string }>(
    'select xmin::text as version from base.score_rules where score_rules_id = $1',
    [key],
  );
  const [draft, published, equivalent] = await Promise.all([
    readDraftRules(db, key),
    readPublishedRules(db),
    loadEquivalentCourses(db),
  ]);
  if (!draft || !stored) throw new Refused('SCORE_RULES_NOT_DRAFT');
  const inTheWay = published.find((other) => rulesMeeting(draft, other) === 'partly');
  if (inTheWay) throw new Refused('SCORE_RULES_OVERLAP', { ruleVersion: inTheWay.rules.ruleVersion });
  const replaced = published.filter((other) => rulesMeeting(draft, other) === 'replaced');
  const basis = createHash('sha256')
    .update(JSON.stringify([draft, published, equivalent]))
    .digest('hex');
  const work = await noteAsked(db, key, basis, draft);
  const maker = randomUUID();
  if (!work.isEnded && (await claim(db, key, basis, maker))) {
    const change = {
      draft,
      published,
      inForce: [...published.filter((other) => !replaced.includes(other)), draft],
      equivalent,
    };
    workOut(db, { key, maker }, change, pace).catch((error: unknown) =>
      logger.warn({ err: error, key }, '成绩规则的影响未能算完，再次查看时继续'),
    );
  }
  return {
    version: stored.version,
    done: work.done,
    total: work.total,
    change: work.isEnded ? work.counts : null,
    replaced: replaced.map(({ rules: { ruleVersion, ruleName } }) => ({ ruleVersion, ruleName })),
  };
}

async function noteAsked(
  db: Queryable,
  key: string,
  basis: string,
  { grades, studentTypes }: PublishedRules,
): Promise<Work> {
  const {
    rows: [known],
  } = await db.query<Work>(
    'update gateway.rules_effect set asked_at = now() where score_rules_id = $1 and basis = $2 and (ended_at ' +
      `is null or ended_at > now() - ${KEPT}) returning ${columns}`,
    [key, basis],
  );
  if (known) return known;
  const {
    rows: [begun],
  } = await db.query<Work>(
    `insert into gateway.rules_effect (score_rules_id, basis, total, counts, asked_at)
     select $1, $2, count(*), $5, now() from base.student where ${mayApply('$3', '$4')}
     on conflict (score_rules_id)
     do update set basis = excluded.basis, cursor = '', done = 0, total = excluded.total, counts = excluded.counts,
       asked_at = now(), ended_at = null, maker = null, lease_until = null
     returning ${columns}`,
    [key, basis, [...grades], [...studentTypes], JSON.stringify(nothing)],
  );
  return begun!;
}

/** Whether the work is ours from now on: nobody does it, or who did has died. */
async function claim(db: Queryable, key: string, basis: string, maker: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update gateway.rules_effect set maker = $3, lease_until = now() + ${LEASE}
      where score_rules_id = $1 and basis = $2 and ended_at is null and (lease_until is null or lease_until < now())`,
    [key, basis, maker],
  );
  return rowCount === 1;
}

/**
 * Judges students, some at a time, and notes after each time how far it is: until all are, the work is another's, or
 * nobody asks.
 */
async function workOut(
  db: Queryable,
  { key, maker }: { key: string; maker: string },
  change: Change,
  { atOnce, unaskedSeconds }: EffectPace,
): Promise<void> {
  const {
    rows: [from],
  } = await db.query<Work>(`select ${columns} from gateway.rules_effect where score_rules_id = $1 and maker = $2`, [
    key,
    maker,
  ]);
  let { cursor = '', done = 0 } = from ?? {};
  const counts = { ...nothing, ...from?.counts };
  for (let isOurs = from !== undefined; isOurs;) {
    const students = await studentsAfter(db, cursor, change.draft, atOnce);
    for (const student of students) judge(counts, student, change);
    cursor = students.at(-1)?.studentCode ?? cursor;
    done += students.length;
    const isEnded = students.length < atOnce;
    const {
      rows: [noted],
    } = await db.query<{ goesOn: boolean }>(
      `update gateway.rules_effect
        set cursor = $3, done = $4, counts = $5, total = greatest(total, $4), ended_at = case when $6 then now() end,
         lease_until = case when asked_at > now() - make_interval(secs => $7) then now() + ${LEASE} end
        where score_rules_id = $1 and maker = $2 and ended_at is null returning lease_until is not null as "goesOn"`,
      [key, maker, cursor, done, JSON.stringify(counts), isEnded, unaskedSeconds],
    );
    isOurs = noted?.goesOn === true && !isEnded;
  }
}

function judge(counts: Counts, student: Student, { draft, published, inForce, equivalent }: Change): void {
  // Who has rules of his own keeps them.
  if (student.attempts === null || rulesFor(inForce, student) !== draft) return;
  const { attempts } = student;
  const groupOf = equivalenceFor(equivalent, student);
  add(counts, standing(attempts, rulesFor(published, student), groupOf), standing(attempts, draft, groupOf));
}

function standing(
  attempts: readonly (StandingAttempt & CourseKind)[],
  version: PublishedRules | null,
  groupOf: Equivalence,
): Standing | null {
  const kinds = new Map(attempts.map((attempt) => [attempt.courseId, attempt]));
  return (
    version &&
    standingOf(
      attempts,
      (courseId) => kinds.get(courseId) ?? { courseAttribute: '', courseNature: '' },
      version.rules,
      groupOf,
    )
  );
}

function add(counts: Counts, before: Standing | null, after: Standing | null): void {
  const chosen = (of: Standing | null) =>
    new Set([...(of?.judged.values() ?? [])].filter((each) => each.counts).map((each) => each.attemptId));
  const [old, now] = [chosen(before), chosen(after)];
  // Each course has one attempt that counts: another one in its place is one changed score.
  const scores = [...now].filter((attemptId) => !old.has(attemptId)).length;
  counts.studentNum += 1;
  counts.scoreNum += scores;
  if (scores > 0) counts.scoreStudentNum += 1;
  const [was, is] = [before?.gpa ?? null, after?.gpa ?? null];
  if (was === is) return;
  counts.gpaStudentNum += 1;
  if ((is ?? 0) > (was ?? 0)) counts.gpaUpNum += 1;
  if ((is ?? 0) < (was ?? 0)) counts.gpaDownNum += 1;
}

const mayApply = (grades: string, types: string): string =>
  `(cardinality(${grades}::text[]) = 0 or student.njdm = any(${grades}))
      and (cardinality(${types}::text[]) = 0 or student.xslbdm = any(${types}))`;

/**
 * The next students whom a version may apply to, with their attempts in the order in which they were recorded; null:
 * they have none.
 */
async function studentsAfter(
  db: Queryable,
  cursor: string,
  { grades, studentTypes }: PublishedRules,
  atOnce: number,
): Promise<Student[]> {
  const { rows } = await db.query<Student>(
    `select student.student_code as "studentCode", student.njdm as "gradeCode", student.xslbdm as "studentType",
            student.njzydm as "gradeMajorId", ${attemptsOfStudent} as attempts
       from base.student where student.student_code > $1 and ${mayApply('$2', '$3')}
         order by student.student_code limit $4`,
    [cursor, [...grades], [...studentTypes], atOnce],
  );
  return rows;
}
