import { statusAllows } from '@jwxt/contracts/student-status/status.rules.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';

/** What a fact may change: status (XTGL_XSDQZT), class with all that follows it, kind of student (XTGL_XSLB). */
export interface StatusAfter {
  readonly status?: string;
  /** Whether the student is there; as the status says where it is left out. */
  readonly inSchool?: boolean;
  readonly bjdm?: string;
  readonly studentType?: string;
}

/** A dated fact about a student's status. `factKey`: the same fact again is the same fact. */
export interface StatusFact {
  readonly factKey: string;
  readonly studentCode: string;
  /** School day, YYYY-MM-DD; earlier days correct what was computed since. */
  readonly effectiveDate: string;
  /** XJ_YDLB; null: a correction. */
  readonly changeType: string | null;
  readonly source: 'change' | 'correction' | 'divert';
  readonly applyId: string | null;
  readonly after: StatusAfter;
}

/**
 * Writes facts, and carries out those whose day has come: `base.student` says it at once, rosters, open sheets and
 * accounts follow by themselves (`status-effects.ts`); the others are carried out on their day. Everybody who changes
 * class or status goes through it. Facts that are there already are left as they are.
 */
export async function recordStatusFacts(
  client: PoolClient,
  context: CommandContext,
  facts: readonly StatusFact[],
): Promise<void> {
  const given = facts.map(({ after, ...fact }) => ({
    ...fact,
    status: after.status ?? null,
    inSchool: after.status === undefined ? null : (after.inSchool ?? statusAllows(after.status, 'inSchool')),
    bjdm: after.bjdm ?? null,
    studentType: after.studentType ?? null,
  }));
  await client.query(
    `insert into base.student_status_fact (fact_key, student_code, effective_date, change_type, source, apply_id,
        status, in_school, bjdm, njzydm, njdm, dwh, zydm, xqdm, student_type)
      select "factKey", "studentCode", "effectiveDate", "changeType", source, "applyId", status, "inSchool",
          class.bjdm, class.njzydm, class.njdm, class.dwh, class.zydm, class.xqdm, "studentType"
        from jsonb_to_recordset($1::jsonb) as fact ("factKey" text, "studentCode" text, "effectiveDate" date,
          "changeType" text, source text, "applyId" text, status text, "inSchool" boolean, bjdm text,
          "studentType" text)
        left join base.class_info class on class.bjdm = fact.bjdm
      on conflict (fact_key) do nothing`,
    [JSON.stringify(given)],
  );
  await carryOutFacts(client, context, [...new Set(facts.map(({ studentCode }) => studentCode))]);
}

/** How a student stands, in words too, as transitions keep it. */
const standing = (alias: string): string => `jsonb_build_object('status', ${alias}.dqztm,
  'statusName', coalesce((select mc from base.data_dict where dmlb = 'XTGL_XSDQZT' and dm = ${alias}.dqztm),
    ${alias}.dqztm), 'bjdm', ${alias}.bjdm,
  'className', (select bjmc from base.class_info where class_info.bjdm = ${alias}.bjdm), 'njzydm', ${alias}.njzydm,
  'gradeMajorName', (select njzymc from base.grade_major where grade_major.njzydm = ${alias}.njzydm))`;

/**
 * Carries out what of these students has come to its day and was not carried out: they are what the facts say. What
 * that does elsewhere is left to be reckoned from the transition.
 */
export async function carryOutFacts(
  client: PoolClient,
  context: CommandContext,
  studentCodes: readonly string[],
): Promise<void> {
  // One after the other: whoever comes second finds the facts carried out.
  await client.query('select from base.student where student_code = any($1) order by student_code for no key update', [
    studentCodes,
  ]);
  const { rows: due } = await client.query<{ factKey: string; studentCode: string; applyId: string | null }>(
    `update base.student_status_fact set effected_at = now()
      where student_code = any($1) and effected_at is null and cancelled_at is null
        and effective_date <= base.school_day()
      returning fact_key as "factKey", student_code as "studentCode", apply_id as "applyId"`,
    [studentCodes],
  );
  if (due.length === 0) return;
  const codes = [...new Set(due.map(({ studentCode }) => studentCode))];
  const { rows: before } = await client.query<{ code: string; before: object }>(
    `select student_code as code, ${standing('student')} as before from base.student where student_code = any($1)`,
    [codes],
  );
  const { rows: changes } = await client.query<LoggedChange>(
    `with old as (select student_code, to_jsonb(student) as before from base.student where student_code = any($1))
     update base.student set dqztm = state.status, bjdm = state.bjdm, njzydm = state.njzydm, njdm = state.njdm,
        dwh = state.dwh, zydm = state.zydm, xqdm = state.xqdm, xslbdm = state.student_type
       from old join lateral (select * from base.student_states_on(base.school_day()) found
         where found.student_code = old.student_code offset 0) state on true
      where student.student_code = old.student_code
        and (dqztm, student.bjdm, student.njzydm, student.njdm, student.dwh, student.zydm, student.xqdm, xslbdm)
          is distinct from (state.status, state.bjdm, state.njzydm, state.njdm, state.dwh, state.zydm, state.xqdm,
            state.student_type)
      returning student.student_code as key, old.before, to_jsonb(student) as after`,
    [codes],
  );
  await logOperations(client, context, 'update', 'student', changes);
  // The last fact of each student stands for all that were carried out with it.
  await client.query(
    `insert into base.status_transition (fact_key, student_code, effective_date, before, after)
      select distinct on (fact.student_code) fact.fact_key, fact.student_code,
          min(fact.effective_date) over (partition by fact.student_code), known.before, ${standing('student')}
        from base.student_status_fact fact join base.student on student.student_code = fact.student_code
        join jsonb_to_recordset($2::jsonb) as known (code text, before jsonb) on known.code = fact.student_code
       where fact.fact_key = any($1)
       order by fact.student_code, fact.effective_date desc, fact.seq desc
      on conflict (fact_key) do nothing`,
    [due.map(({ factKey }) => factKey), JSON.stringify(before)],
  );
  await client.query(
    `update base.status_change set implement_status = '2' where apply_id = any($1) and implement_status <> '2'`,
    [due.flatMap(({ applyId }) => applyId ?? [])],
  );
}
