import type { z } from 'zod';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import {
  inKindOfChange,
  inKinds,
  movementGroups,
  outKindOfStatus,
  outKinds,
  type Heads,
  type Moves,
} from '@jwxt/contracts/student-status/term/status-movement.rules.ts';
import type {
  MovedStudent,
  MovementGroup,
  queryStatusMovement,
  movedSorts,
  statusMovementPersons,
} from '@jwxt/contracts/student-status/term/student-figures.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { byPinyin, sortedOrder } from '../../kernel/sorted-by.ts';
import { sqlParams, type SqlParams } from '../../kernel/sql-params.ts';
import { codeOf, nameOf, stateScope } from './counted-students.ts';

type Asked = z.output<typeof queryStatusMovement.input>;

/** SQL for a kind by what a code says. */
const kindCase = (code: string, kinds: Readonly<Record<string, string>>, otherwise: string): string =>
  `case ${code} ${Object.entries(kinds)
    .map(([value, kind]) => `when '${value}' then '${kind}'`)
    .join(' ')} else ${otherwise} end`;
const inKind = `case when was_in_school then 'fromGroup' else ${kindCase(
  `coalesce(change_type, '')`,
  inKindOfChange,
  `case when was_status is null then 'enrolled' else 'otherIn' end`,
)} end`;
const outKind = `case when in_school then 'toGroup' else ${kindCase('status', outKindOfStatus, `'otherOut'`)} end`;

const facts = ['status', 'in_school', 'bjdm', 'njzydm', 'njdm', 'dwh', 'zydm', 'xqdm', 'student_type'] as const;
/** The last that was said of a column until a fact, of those facts in which it is said. */
const carried = (column: string, said = column): string =>
  `(array_agg(${column}) filter (where ${said} is not null) over told)[count(${said}) over told]`;

/**
 * Steps of students from one group into another after a day, until another: alias `moved`, with the states on both
 * sides and the kinds. A group is null where the student is not in school, or not within the sight of who asks.
 */
function movedStudents(
  user: Principal,
  permission: PermissionCode | null,
  { from, to, groupBy }: Asked,
  params: SqlParams,
): { ctes: string; from: string; to: string; group: string } {
  const [after, until] = [`${params.add(from)}::date`, `${params.add(to)}::date`];
  const seen = scopeCondition(user, permission, stateScope('state'), params);
  const group = `case when state.in_school and ${seen} then ${codeOf(groupBy, until)} end`;
  const columns = facts.join(', ');
  const ctes = `with changed as (
      select student_code, effective_date as day, seq, source, change_type, ${columns} from base.student_status_fact
       where effective_date > ${after} and effective_date <= ${until}
         and recorded_at <= now() and (cancelled_at is null or cancelled_at > now())),
    told as (
      select * from changed
      union all
      select student_code, ${after}, 0, 'known', change_type, ${columns} from base.student_states_on(${after})
       where student_code in (select student_code from changed)),
    known as (
      select student_code, day, seq, ${facts.map((column) => `${carried(column)} as ${column}`).join(', ')},
          ${carried('change_type', 'status')} as change_type,
          bool_or(source in ('known', 'enrolled')) over told as begun
        from told window told as (partition by student_code order by day, seq)),
    state as (
      select distinct on (student_code, day) * from known where begun order by student_code, day, seq desc),
    placed as (select state.*, ${group} as grp from state),
    step as (
      select placed.*, lag(grp) over each_one as was_grp, lag(status) over each_one as was_status,
          coalesce(lag(in_school) over each_one, false) as was_in_school, lag(bjdm) over each_one as was_bjdm
        from placed window each_one as (partition by student_code order by day)),
    moved as (
      select step.*, ${inKind} as in_kind, ${outKind} as out_kind from step
       where day > ${after} and grp is distinct from was_grp)`;
  return { ctes, from: after, to: until, group };
}

/** Opening, who came, who went and closing of each group, each counted by itself (STUDENT-STATUS-17). */
export async function readMovement(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  asked: Asked,
): Promise<MovementGroup[]> {
  const params = sqlParams();
  const { ctes, from, to, group } = movedStudents(user, permission, asked, params);
  const heads = (day: string) =>
    `select ${group} as code, count(*)::int as num from base.student_states_on(${day}) state group by 1`;
  const { rows } = await db.query<{ opening: Heads[]; closing: Heads[]; moves: Moves[]; names: Heads[] }>(
    `${ctes}, opening as (${heads(from)}), closing as (${heads(to)}),
      moves as (select was_grp as "from", grp as "to", in_kind as "inKind", out_kind as "outKind", count(*)::int as num
        from moved group by 1, 2, 3, 4)
     select (select coalesce(jsonb_agg(opening), '[]') from opening where code is not null) as opening,
       (select coalesce(jsonb_agg(closing), '[]') from closing where code is not null) as closing,
       (select coalesce(jsonb_agg(moves), '[]') from moves) as moves`,
    [...params.values],
  );
  const { opening = [], closing = [], moves = [] } = rows[0] ?? {};
  const codes = [
    ...new Set([...opening, ...closing].map(({ code }) => code)),
    ...moves.flatMap((move) => [move.from, move.to]),
  ];
  const { rows: named } = await db.query<{ code: string; name: string }>(
    `select code, ${nameOf(asked.groupBy, 'code')} as name from unnest($1::text[]) as given (code)`,
    [[...new Set(codes.filter((code) => code !== null))]],
  );
  const names = new Map(named.map(({ code, name }) => [code, name]));
  return movementGroups(opening, moves, closing, (code) => names.get(code) ?? code);
}

/** The persons of one figure, each step by its day. */
export async function listMoved(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  { group, direction, kind, sort, pageNo, pageSize, ...asked }: z.output<typeof statusMovementPersons.input>,
): Promise<{ rows: MovedStudent[]; total: number }> {
  const params = sqlParams();
  const { ctes } = movedStudents(user, permission, asked, params);
  const [side, kindColumn] = direction === 'in' ? ['grp', 'in_kind'] : ['was_grp', 'out_kind'];
  const conditions = [
    `moved.${side} is not null`,
    ...(group === undefined || group === '' ? [] : [`moved.${side} = ${params.add(group)}`]),
    ...(kind === undefined || kind === '' ? [] : [`moved.${kindColumn} = ${params.add(kind)}`]),
  ];
  const sortExpressions: Readonly<Record<(typeof movedSorts)[number], string>> = {
    day: 'moved.day',
    studentNumber: 'student.student_number',
    studentName: byPinyin('student.student_name'),
    kindName: `moved.${kindColumn}`,
  };
  const text = (status: string, className: string) =>
    `case when ${status} is null then '' else concat_ws(' · ', (select mc from base.data_dict
      where dmlb = 'XTGL_XSDQZT' and dm = ${status}),
      (select bjmc from base.class_info where bjdm = ${className})) end`;
  const { rows } = await db.query<Omit<MovedStudent, 'kindName'> & { kind: string; total: number }>(
    `${ctes} select student.student_code || '/' || moved.day as "rowKey", student.student_number as "studentNumber",
        student.student_name as "studentName", moved.day::text as day, moved.${kindColumn} as kind,
        ${text('moved.was_status', 'moved.was_bjdm')} as "beforeText",
        ${text('moved.status', 'moved.bjdm')} as "afterText",
        (count(*) over ())::int as total
       from moved join base.student using (student_code) where ${conditions.join(' and ')}
      order by ${sortedOrder(sort, sortExpressions, 'moved.day, student.student_number')} limit ${params.add(pageSize)}
      offset ${params.add((pageNo - 1) * pageSize)}`,
    [...params.values],
  );
  const names: Readonly<Record<string, string>> = direction === 'in' ? inKinds : outKinds;
  return {
    rows: rows.map(({ kind: each, total: _total, ...row }) => ({ ...row, kindName: names[each] ?? each })),
    total: rows[0]?.total ?? 0,
  };
}
