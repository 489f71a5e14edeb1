import { processDefinitions } from '@jwxt/infra/base-data/process.data.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { approvalLogModel } from '@jwxt/contracts/approval/approval-log.read-model.ts';
import { todoQueueModel } from '@jwxt/contracts/approval/todo-queue.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';

const applicationTable = readModelTable(approvalListModel, 'application');
const handledTable = readModelTable(approvalListModel, 'handled');
const tallyTable = readModelTable(approvalListModel, 'tally');
const recordTable = readModelTable(approvalLogModel, 'record');
const excludedTable = readModelTable(todoQueueModel, 'excluded');
const itemTable = readModelTable(todoQueueModel, 'item');
const queueTable = readModelTable(todoQueueModel, 'queue');

/** How many applications, and how they spread. */
export interface Backlog {
  readonly applications: number;
  /** Departments that apply; those that the school does not have get made-up people. Default 100. */
  readonly units?: number;
  /** One in so many still waits, half of these at the whole-school nodes; the others ended. Default 50. */
  readonly oneWaitsIn?: number;
  /** How far back they go. Default three years. */
  readonly days?: number;
}

/** What most applications are about, with shares of twenty. */
const shares = { ZKCJSP: 12, XTNCJRDSH: 4, CJXGSP: 3, GXKSQ: 1 } as const;
const rowsPerStatement = 50_000;

/**
 * Puts a backlog straight into the read models, as years of use would have left it, and counts anew what they count.
 * For measuring and for tests of reads: no event says any of this, and a rebuild forgets it.
 */
export async function fillApprovals(
  db: Queryable,
  { applications, units = 100, oneWaitsIn = 50, days = 1_095 }: Backlog,
): Promise<void> {
  const {
    rows: [last],
  } = await db.query<{ n: number }>(
    `select coalesce(max(substr(apply_id, 9)::int), 0) as n from ${applicationTable}
      where apply_id like 'backlog-%'`,
  );
  const begin = last?.n ?? 0;
  for (let done = begin; done < begin + applications; done += rowsPerStatement) {
    const values = [
      done + 1,
      Math.min(done + rowsPerStatement, begin + applications),
      units,
      oneWaitsIn,
      JSON.stringify(processes()),
      days,
    ];
    await db.query(insertApplications, values);
  }
  for (const statement of [...derivedRows, ...recounts]) await db.query(statement);
  for (const table of [applicationTable, handledTable, tallyTable, recordTable, itemTable, queueTable, excludedTable]) {
    await db.query(`vacuum analyze ${table}`);
  }
}

/** Twenty processes by their shares, each with its nodes. */
function processes(): object[] {
  return Object.entries(shares).flatMap(([processNo, share]) => {
    const definition = processDefinitions.find((one) => one.processNo === processNo);
    return definition ? Array.from({ length: share }, () => definition) : [];
  });
}

/** A number from 0 to 1 that is always the same for the same row and salt. */
const chance = (salt: number): string => `((hashint4(n * 7 + ${salt}) & 1048575) / 1048576.0)`;

const insertApplications = `
  with unit as materialized (
    select unit.code, row_number() over (order by not unit.known, unit.code) - 1 as at,
           (select array_agg(account.user_name order by account.user_name) from base.user_account account
             join base.user_role held
             using (user_name) join base.teacher on teacher.gh = account.gh
               where held.jsbh = '06' and teacher.dwh = unit.code) as teachers
      from (select dwh as code, true as known from base.department where sfkkdw = '1'
        union all select 'U' || lpad(i::text, 3, '0'), false from generate_series(1, $3) as step (i)) unit
  ), way as materialized (
    select element.at - 1 as process_at, unit.at as unit_at, unit.code, unit.teachers, element.value as process,
           array_agg(jsonb_build_object('processNodeId', node.value->>'processNodeId', 'processNodeName',
             node.value->>'processNodeName', 'roleCode', node.value->>'roleCode', 'roleName',
             node.value->>'processNodeName',
             'scopeRule', node.value->>'scopeRule', 'scopeUnit', found.unit,
             'scopeUnitName', unit.code, 'skipped', false,
               'skipReason', null)
             order by node.at) as nodes,
           array_agg(concat_ws('|', node.value->>'processNodeId', node.value->>'roleCode', found.unit)
             order by node.at) as keys
      from jsonb_array_elements($5::jsonb) with ordinality as element (value, at) cross join unit
      cross join jsonb_array_elements(element.value->'nodes') with ordinality as node (value, at)
     cross join lateral (select case node.value->>'scopeRule' when 'XX' then '*' else unit.code end as unit) found
     where node.at <= 2 group by element.at, element.value, unit.at, unit.code, unit.teachers
  ), drawn as (
    select n, 'backlog-' || n as id, way.*, way.process->>'processNo' as process_no,
      coalesce(way.teachers[1 + n % cardinality(way.teachers)], 'teacher-' || way.code || '-' || n % 40) as teacher,
           n % $4 = 0 as waits, case when n % $4 = 0 then 1 + n / $4 % 2 end as waits_at,
           date_trunc('milliseconds', now() - case when n % $4 = 0 then least(40, $6::int) * ${chance(1)} ^ 2
             else $6::int * ${chance(2)} end * interval '1 day') as applied
      from generate_series($1::int, $2::int) n
      join way on way.process_at = n % 20 and way.unit_at = (hashint4(n * 13) & 1023) % $3
  ), keyed as (
    select drawn.*, drawn.nodes[waits_at] as node, case when waits then waits_at::text when n % 33 = 0 then '8'
      when n % 31 = 0
      then '3' else '9' end as status
    from drawn
  )
  insert into ${applicationTable} (apply_id, instance_id, process_no, process_name, process_version,
    approval_type, recall_allowed, business_id, business_table, score_type, teaching_class_id,
      status, round, revision, title, content, differences, content_hash, nodes, current_node_id, current_node_name,
        current_role_code, current_unit, waiting_since, apply_time,
      applicant_user, applicant_name, applicant_department_id, applicant_department_name, entered_by, queue_keys,
        endorsed_by, ended_at, time_limit_days)
  select id, id, process_no, process->>'processName', 1, process->>'approvalType', true, 'TC' || n || '.1',
    'score_sheet', '1', 'TC' || n,
         status, 1, coalesce(waits_at, 3) - 1, '第' || n || '教学班 课程' || n % 977 || ' 60人 及格率91.7%',
         jsonb_build_array(jsonb_build_object('label', '学期', 'value', '2026-2027学年第一学期'),
           jsonb_build_object('label', '课程', 'value', '课程' || n % 977),
           jsonb_build_object('label', '教学班', 'value', '第' || n || '教学班'),
           jsonb_build_object('label', '人数', 'value', '60'), jsonb_build_object('label', '及格率', 'value', '91.7%'),
             jsonb_build_object('label', '平均分', 'value', '76.4')),
         '[]', md5(n::text), to_jsonb(nodes), node->>'processNodeId', node->>'processNodeName', node->>'roleCode',
           node->>'scopeUnit',
         case when waits then applied + (waits_at - 1) * (now() - applied) / 2
           end, applied, teacher, '申请人' || n % 4001, code, code, array[teacher], keys[:coalesce(waits_at, 2)], '{}',
         case when status in ('8', '9') then least(applied + interval '2 days', now()) end,
         case n % 3 when 1 then 1 when 2 then 15 end
    from keyed`;

const own = `application.apply_id like 'backlog-%'`;
/** Who decided at a node of a made-up application: one of its unit at the first, one of the office at the second. */
const decisions = `
  with people as (
    select held.jsbh as role, case held.jsbh when '04' then teacher.dwh else '*'
      end as unit, array_agg(account.user_name order by account.user_name) as names
      from base.user_account account join base.user_role held using (user_name)
        join base.teacher on teacher.gh = account.gh
      where held.jsbh in ('04', '05') group by 1, 2
  )
  select application.apply_id, application.business_id, application.process_no, application.process_name,
    application.applicant_name, application.status, application.apply_time,
    application.round, node.at as revision, node.value as node,
    concat_ws('|', application.current_node_id, application.current_role_code, application.current_unit) as waits_in,
         application.apply_time + node.at *
           least(interval '1 day', (coalesce(application.waiting_since, application.ended_at,
             now()) - application.apply_time) / 2) as decided_at,
         coalesce(people.names[1 + substr(application.apply_id, 9)::int % cardinality(people.names)],
           'approver-' || (node.value->>'scopeUnit')) as person
    from ${applicationTable} application
      cross join jsonb_array_elements(application.nodes) with ordinality as node (value, at)
    left join people on people.role = node.value->>'roleCode' and people.unit = node.value->>'scopeUnit'
   where ${own} and node.at <= application.revision`;

/** What the applications imply, for those that have none of it yet. */
const derivedRows = [
  `insert into ${handledTable} (apply_id, user_name, decided_at, apply_time, process_no, process_name,
      applicant_name, status, waits_in)
     select apply_id, person, max(decided_at), apply_time, process_no, process_name, applicant_name, status,
       nullif(waits_in, '') from (${decisions}) drawn
     group by apply_id, person, apply_time, process_no, process_name, applicant_name, status, waits_in
     on conflict do nothing`,
  `insert into ${recordTable} (apply_id, seq, business_id, process_no, round, kind, node_id, node_name, result,
      remark, examine_time, person_user, person_name, person_department_name)
     select apply_id, revision * 10, business_id, process_no, round, 'decided', node->>'processNodeId',
       node->>'processNodeName', '0', '同意', decided_at, person, person, null
     from (${decisions}) drawn on conflict do nothing`,
  `insert into ${itemTable} (queue_key, apply_id, process_no, apply_time, waiting_since, limit_days,
      applicant_user, barred, excluded, nodes)
     select concat_ws('|', application.current_node_id, application.current_role_code, application.current_unit),
       application.apply_id, application.process_no,
       application.apply_time, application.waiting_since, coalesce(application.time_limit_days, 0),
         application.applicant_user, array[application.applicant_user],
         array[application.applicant_user], application.nodes
       from ${applicationTable} application where ${own}
         and application.waiting_since is not null on conflict do nothing`,
];

const day = (instant: string): string => `to_char(${instant} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
/** The counts of the read models, from the rows that they count. */
const recounts = [
  `truncate ${tallyTable}, ${queueTable}, ${excludedTable}`,
  `insert into ${tallyTable} (user_name, counted, day, process_no, count)
     select person, counted, coalesce(day, ''), process_no, count(*) from (
       select '*' as person, 'applied' as counted, ${day('apply_time')} as day, process_no
       from ${applicationTable}
       union all select user_name, 'decided', ${day('decided_at')}, process_no from ${handledTable}
       union all select handled.user_name, 'handled', ${day('handled.apply_time')}, handled.process_no
         from ${handledTable} handled
       join ${applicationTable} application using (apply_id)
         where application.applicant_user <> handled.user_name) found
     group by grouping sets ((person, counted, day, process_no), (person, counted, process_no))`,
  `insert into ${queueTable} (queue_key, process_no, applied_on, waiting_from, limit_days, count)
     select queue_key, process_no, ${day('apply_time')}, ${day('waiting_since')}, limit_days, count(*)
     from ${itemTable} group by 1, 2, 3, 4, 5`,
  `insert into ${excludedTable} (user_name, queue_key, process_no, applied_on, waiting_from, limit_days, count)
     select person, queue_key, process_no, ${day('apply_time')}, ${day('waiting_since')}, limit_days, count(*)
     from ${itemTable}, lateral (
         select one as person from unnest(excluded) one
         union all select one || chr(10) || other from unnest(excluded) one, unnest(excluded) other
            where one < other) people
      group by 1, 2, 3, 4, 5, 6`,
];
