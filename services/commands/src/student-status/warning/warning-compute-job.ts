import {
  judgeWarning,
  nextLine,
  reasonText,
  type AppliedRule,
  type KnownLine,
  type WarningLevel,
  type WarningVerdict,
} from '@jwxt/contracts/student-status/warning/warning.rules.ts';
import { initialChange } from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import { warningComputation } from '@jwxt/contracts/student-status/warning/warning-scheme.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { publishStatus } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { defineLongJob } from '../../kernel/long-job.ts';
import { isRefused, refuse, type Refused } from '../../kernel/refusal.ts';
import { loadJudged } from './warning-values.facts.ts';

interface Scheme {
  readonly semesterId: string;
  readonly departmentIds: readonly string[];
  readonly applied: readonly AppliedRule[] | null;
  readonly publishStatus: string;
}
type Known = KnownLine & { readonly studentCode: string; readonly change: string; readonly content: string };
interface Found extends WarningVerdict {
  readonly leftOut: string | null;
}

/**
 * Computes the initial list of a scheme (STUDENT-STATUS-30), one item a grade and major, beside running work. What is
 * as it was is not touched, so that the same computation again changes nothing.
 */
export const warningComputeJob = defineLongJob({
  kind: 'statusWarningCompute',
  payload: warningComputation,
  sideBySide: 2,
  async run({ itemKey: gradeMajor }, { warningSchemeId }, context, { pool }) {
    const done = await applyOnce(pool, context, (client) => compute(client, context, { gradeMajor, warningSchemeId }));
    if (isRefused(done)) return done;
    const { students, added, changed, gone, leftOut } = done.result;
    return {
      changed: added + changed + gone > 0,
      message:
        `${String(students)} 人，新增 ${String(added)} 人，级别变化 ${String(changed)} 人，` +
        `不再命中 ${String(gone)} 人，不列入 ${String(leftOut)} 人`,
    };
  },
});

async function compute(
  client: PoolClient,
  context: CommandContext,
  { gradeMajor, warningSchemeId }: { gradeMajor: string; warningSchemeId: string },
): Promise<{ students: number; added: number; changed: number; gone: number; leftOut: number } | Refused> {
  const {
    rows: [scheme],
  } = await client.query<Scheme>(
    `select semester_id as "semesterId", department_ids as "departmentIds", applied,
        publish_status as "publishStatus" from base.status_warning_scheme where warning_scheme_id = $1 for share`,
    [warningSchemeId],
  );
  if (!scheme) return refuse('NOT_FOUND');
  if (scheme.publishStatus !== publishStatus.published || scheme.applied === null)
    return refuse('WARNING_SCHEME_NOT_PUBLISHED');
  const { applied } = scheme;
  const levels = await loadLevels(client);
  const students = await loadJudged(client, gradeMajor, { ...scheme, day: toDateTimeText(context.time).slice(0, 10) });
  const found = new Map<string, Found>(
    students.flatMap((student) => {
      const verdict = judgeWarning(student.values, applied, levels, student, student.before);
      return verdict ? [[student.studentCode, { ...verdict, leftOut: student.leftOut }] as const] : [];
    }),
  );
  const known = await lockLines(client, warningSchemeId, gradeMajor);
  const severities = new Map(levels.map(({ code, severity }) => [code, severity]));
  const severityOf = (level: string): number => severities.get(level) ?? 0;
  const lines = [...new Set([...known.keys(), ...found.keys()])].toSorted().flatMap((studentCode) => {
    const [before, now] = [known.get(studentCode) ?? null, found.get(studentCode) ?? null];
    const next = nextLine(before, now, severityOf);
    const content = now === null ? before?.content : canonicalJson([now.hits, now.leftOut]);
    const isSame = next.change === initialChange.same && before?.change === initialChange.same;
    if (isSame && content === before.content) return [];
    return [
      {
        initial_id: derivedId(`${warningSchemeId}:${studentCode}:warning`),
        student_code: studentCode,
        now,
        levelBefore: next.change === initialChange.changed ? (before?.warningLevelCode ?? null) : null,
        ...next,
      },
    ];
  });
  await storeLines(client, { warningSchemeId, at: context.time, lines });
  const count = (change: string): number => lines.filter((line) => line.change === change).length;
  return {
    students: students.length,
    added: count(initialChange.added),
    changed: count(initialChange.changed),
    gone: count(initialChange.gone),
    leftOut: [...found.values()].filter(({ leftOut }) => leftOut !== null).length,
  };
}

/** Levels of warnings with how bad they are. */
async function loadLevels(client: PoolClient): Promise<readonly WarningLevel[]> {
  const { rows } = await client.query<WarningLevel>(
    `select warning_level_code as code, warning_level_name as name, sort_num as severity from base.warning_level
      order by sort_num`,
  );
  return rows;
}

/** The lines of the scheme of students who are in a grade and major now, locked. */
async function lockLines(
  client: PoolClient,
  warningSchemeId: string,
  gradeMajor: string,
): Promise<ReadonlyMap<string, Known>> {
  const { rows } = await client.query<Omit<Known, 'content'> & { hits: unknown }>(
    `select line.student_code as "studentCode", line.warning_level_code as "warningLevelCode",
        line.left_out as "leftOut", line.status, line.change, line.hits
       from base.warning_initial line join base.student using (student_code)
      where line.warning_scheme_id = $1 and student.njzydm = $2 order by line.student_code for update of line`,
    [warningSchemeId, gradeMajor],
  );
  return new Map(
    rows.map(({ hits, ...line }) => [line.studentCode, { ...line, content: canonicalJson([hits, line.leftOut]) }]),
  );
}

type Line = {
  readonly initial_id: string;
  readonly student_code: string;
  readonly now: Found | null;
  readonly levelBefore: string | null;
} & ReturnType<typeof nextLine>;

/** A line that holds no more keeps what it said last; another level wants another decision. */
async function storeLines(
  client: PoolClient,
  { warningSchemeId, at, lines }: { warningSchemeId: string; at: string; lines: readonly Line[] },
): Promise<void> {
  const told = lines.map(({ now, levelBefore, ...line }) => ({
    ...line,
    warning_scheme_id: warningSchemeId,
    level_before: levelBefore,
    computed_at: at,
    warning_level_code: now?.warningLevelCode ?? null,
    warning_type_code: now?.warningTypeCode ?? null,
    hits: now?.hits ?? null,
    reason_text: now === null ? null : reasonText(now.hits),
    left_out: now?.leftOut ?? null,
  }));
  const present = told.filter(({ hits }) => hits !== null);
  await client.query(
    `insert into base.warning_initial as known (initial_id, warning_scheme_id, student_code, warning_level_code,
        warning_type_code, level_before, hits, reason_text, left_out, status, change, computed_at)
      select initial_id, warning_scheme_id, student_code, warning_level_code, warning_type_code, level_before, hits,
        reason_text, left_out, status, change, computed_at
        from jsonb_populate_recordset(null::base.warning_initial, $1)
      on conflict (warning_scheme_id, student_code) do update set warning_level_code = excluded.warning_level_code,
        warning_type_code = excluded.warning_type_code, level_before = excluded.level_before, hits = excluded.hits,
        reason_text = excluded.reason_text, left_out = excluded.left_out, status = excluded.status,
        change = excluded.change, computed_at = excluded.computed_at,
        exempt_reason = case when excluded.status = '2' then known.exempt_reason end`,
    [JSON.stringify(present)],
  );
  await client.query(
    `update base.warning_initial line set status = told.status, change = told.change, level_before = null,
        computed_at = $2, exempt_reason = null
       from jsonb_to_recordset($1) as told (initial_id text, status text, change text)
      where line.initial_id = told.initial_id`,
    [JSON.stringify(told.filter(({ hits }) => hits === null)), at],
  );
}
