import type { ScoreRulesEffect } from '@jwxt/contracts/score-setting/score-rules.operations.ts';
import { rulesFor, rulesMeeting, type PublishedRules, type RuledStudent } from '@jwxt/contracts/score/score-rules.ts';
import { standingOf, type CourseKind, type Standing, type StandingAttempt } from '@jwxt/contracts/score/standing.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { Refused } from '../kernel/refused.ts';
import { readDraftRules, readPublishedRules } from '../kernel/score-rules.read.ts';

/** Students judged between two reads: what is in memory at once, and how long others wait for this process. */
const AT_ONCE = 50;

type Student = RuledStudent & { readonly studentCode: string; readonly attempts: readonly (StandingAttempt & CourseKind)[] };
type Counts = Omit<ScoreRulesEffect, 'version' | 'replaced'>;

/** What publishing a draft would change, by the functions that score cards are computed with (SCORE-MORE-35). */
export async function rulesEffect(db: Queryable, key: string): Promise<ScoreRulesEffect> {
  const { rows: [stored] } = await db.query<{ version: string }>('select xmin::text as version from base.score_rules where score_rules_id = $1', [key]);
  const [draft, published] = await Promise.all([readDraftRules(db, key), readPublishedRules(db)]);
  if (!draft || !stored) throw new Refused('SCORE_RULES_NOT_DRAFT');
  const inTheWay = published.find((other) => rulesMeeting(draft, other) === 'partly');
  if (inTheWay) throw new Refused('SCORE_RULES_OVERLAP', { ruleVersion: inTheWay.rules.ruleVersion });
  const replaced = published.filter((other) => rulesMeeting(draft, other) === 'replaced');
  const inForce = [...published.filter((other) => !replaced.includes(other)), draft];
  const counts = { studentNum: 0, scoreStudentNum: 0, scoreNum: 0, gpaStudentNum: 0, gpaUpNum: 0, gpaDownNum: 0 };
  for await (const student of studentsOf(db, draft)) {
    // Who has rules of his own keeps them.
    if (rulesFor(inForce, student) !== draft) continue;
    add(counts, standing(student, rulesFor(published, student)), standing(student, draft));
  }
  return { version: stored.version, ...counts, replaced: replaced.map(({ rules: { ruleVersion, ruleName } }) => ({ ruleVersion, ruleName })) };
}

function standing({ attempts }: Student, version: PublishedRules | null): Standing | null {
  const kinds = new Map(attempts.map((attempt) => [attempt.courseId, attempt]));
  return version && standingOf(attempts, (courseId) => kinds.get(courseId) ?? { courseAttribute: '', courseNature: '' }, version.rules);
}

function add(counts: { -readonly [name in keyof Counts]: number }, before: Standing | null, after: Standing | null): void {
  const chosen = (of: Standing | null) => new Set([...of?.judged.values() ?? []].filter((each) => each.counts).map((each) => each.attemptId));
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

/** Students whom a version may apply to, with their attempts in the order in which they were recorded; some at a time. */
async function* studentsOf(db: Queryable, { grades, studentTypes }: PublishedRules): AsyncGenerator<Student> {
  for (let after = ''; ;) {
    const { rows } = await db.query<Student>(
      `select s.student_code as "studentCode", s.njdm as "gradeCode", s.xslbdm as "studentType",
              (select jsonb_agg(jsonb_build_object('attemptId', a.attempt_id, 'courseId', a.course_id, 'courseCredit', a.course_credit, 'examNature', a.exam_nature, 'final', a.final, 'finalName', a.final_name, 'passed', a.passed,
                 'scoreRemarkCode', a.remark_code, 'source', a.source, 'scoreHierarchyCode', a.hierarchy_code, 'rawFinal', a.raw_final, 'courseAttribute', coalesce(k.kcsx, ''), 'courseNature', coalesce(k.kcxz, '')) order by a.revision)
                 from rm_attempt.attempt a left join base.course k on k.kch = a.course_id where a.student_code = s.student_code) as attempts
         from base.student s
        where s.student_code > $1 and (cardinality($2::text[]) = 0 or s.njdm = any($2)) and (cardinality($3::text[]) = 0 or s.xslbdm = any($3))
          and exists (select from rm_attempt.attempt a where a.student_code = s.student_code)
        order by s.student_code limit ${String(AT_ONCE)}`, [after, [...grades], [...studentTypes]],
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return;
    after = last.studentCode;
  }
}
