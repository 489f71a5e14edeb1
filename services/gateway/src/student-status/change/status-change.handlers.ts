import type { returningSorts } from '@jwxt/contracts/student-status/change/status-change.operations.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import {
  changeTypes,
  changeTypesOf,
  isDeath,
  RETURN_LISTED_DAYS,
  returningFrom,
} from '@jwxt/contracts/student-status/change/change-type.rules.ts';
import {
  applyForOwnChange,
  applyOwnStatusChange,
  cancelStatusChange,
  cancelStatusChangeOperation,
  implementStatusChange,
  implementStatusChangeOperation,
  processStatusChange,
  queryOwnChanges,
  queryReturning,
  statusChangeEffects,
  submitStatusChange,
  submitStatusChangeOperation,
  type ReturningChange,
} from '@jwxt/contracts/student-status/change/status-change.operations.ts';
import { statusChange } from '@jwxt/contracts/student-status/change/status-change.resource.ts';
import {
  implementStatus,
  STATUS_CHANGE_FILES,
} from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import { viewerOf } from '../../approval/shared/approval-viewer.ts';
import { decideInScope } from '../../approval/shared/decide-applications.ts';
import { studentScope } from '../../base-info/shared/student-scope.ts';
import { handler, type Handler, type SignedInCall } from '../../kernel/handler.ts';
import { mayDo } from '../../kernel/principal.ts';
import { Refused } from '../../kernel/refused.ts';
import { reachesResource, readableCondition } from '../../kernel/resource.read.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import type { FileAccess } from '../../kernel/services.ts';
import { sortedOrder, byPinyin } from '../../kernel/sorted-by.ts';
import { containing, sqlParams } from '../../kernel/sql-params.ts';
import { comingEffects, doneEffects, readChanges, toldChange, type ChangeRow } from './status-change.read.ts';

/** Only what is within reach is written. */
async function requireReach({ services, user }: SignedInCall, permission: PermissionCode, applyId: string) {
  if (!(await reachesResource(services.db, user, statusChange, permission, { keys: [applyId] })))
    throw new Refused('OUT_OF_SCOPE');
}

/** One that the person sees: of his own students, of the unit that a student leaves or comes to, or his own. */
async function seenChange(
  call: Pick<SignedInCall, 'services' | 'user'>,
  applyId: string,
): Promise<ChangeRow | undefined> {
  const { services, user } = call;
  const [row] = await readChanges(
    services.db,
    await viewerOf(call),
    (params) =>
      `stored.apply_id = ${params.add(applyId)}
        and ${readableCondition(user, statusChange, 'statusChange:query', params)}`,
  );
  return row;
}

/** What the list is sorted by. */
const returningExpressions: Readonly<Record<(typeof returningSorts)[number], string>> = {
  studentNumber: 'student.student_number',
  departmentName: byPinyin('unit.dwmc'),
  changeType: 'stored.change_type',
  effectiveDate: 'stored.effective_date',
  endDate: 'stored.end_date',
};

/** Changes of status: what they do, how they are implemented, and those of a student (STUDENT-STATUS-16). */
export const statusChangeHandlers: readonly Handler[] = [
  handler(submitStatusChangeOperation, async ({ commandId, applyId }, call) => {
    await requireReach(call, 'statusChange:submitApproval', applyId);
    return await runCommand(submitStatusChange, { applyId }, call, { commandId });
  }),
  handler(processStatusChange, async (input, call) => {
    const params = sqlParams();
    const ofUnit = (DW: string) => scopeCondition(call.user, 'system:approve', { target: 'application', DW }, params);
    const { rows } = await call.services.db.query<{ id: string }>(
      `select stored.apply_id as id from base.status_change stored
         left join base.class_info target on target.bjdm = stored.class_after
        where (${ofUnit('stored.department_before')} or ${ofUnit('target.dwh')})
          and stored.apply_id = any(${params.add([...input.keyList])})`,
      [...params.values],
    );
    return { results: await decideInScope(input, new Set(rows.map(({ id }) => id)), call) };
  }),
  handler(implementStatusChangeOperation, async ({ commandId, ...asked }, call) => {
    await requireReach(call, 'statusChange:doImplement', asked.applyId);
    return await runCommand(implementStatusChange, asked, call, { commandId });
  }),
  handler(cancelStatusChangeOperation, async ({ commandId, ...asked }, call) => {
    await requireReach(call, 'statusChange:doImplement', asked.applyId);
    return await runCommand(cancelStatusChange, asked, call, { commandId });
  }),
  handler(statusChangeEffects, async ({ applyId }, call) => {
    const row = await seenChange(call, applyId);
    if (!row) throw new Refused('STATUS_CHANGE_GONE');
    const { db } = call.services;
    const told = toldChange(row, call.user.userName);
    const needsDocument = changeTypes[row.changeType]?.document === true;
    if (row.implementStatus === implementStatus.done)
      return { ...told, needsDocument, problem: '', effects: await doneEffects(db, applyId) };
    const { effects, problem } = await comingEffects(db, row);
    const ended =
      told.approvalBusinessStatus === businessStatus.notPassed || row.implementStatus === implementStatus.cancelled;
    return { ...told, needsDocument, problem: ended ? '' : problem, effects: ended ? [] : effects };
  }),
  handler(
    queryReturning,
    async ({ keyword = '', state, pageNo, pageSize, sort }, { services: { db }, user, permission }) => {
      const params = sqlParams();
      const scope = scopeCondition(user, permission, studentScope('student'), params);
      const types = params.add([...returningFrom]);
      const ending = params.add(
        Object.entries(changeTypes).map(([code, { ends = [] }]) => `${code}:${ends.join(',')}`),
      );
      const found = `from base.status_change stored join base.student on student.student_code = stored.student_code
      join base.department unit on unit.dwh = student.dwh join base.class_info class on class.bjdm = student.bjdm
      join lateral (select change_type, since from base.student_states_on(base.school_day()) state
        where state.student_code = stored.student_code offset 0) known on known.change_type = stored.change_type
        and known.since = stored.effective_date
      where ${scope} and stored.implement_status = '${implementStatus.done}' and stored.change_type = any(${types})
        and stored.end_date <= base.school_day() + ${String(RETURN_LISTED_DAYS)}
        and (student.student_name ilike ${params.add(containing(keyword))}
          or student.student_number ilike ${params.add(containing(keyword))})`;
      const narrowed =
        state === undefined ? '' : ` and stored.end_date ${state === 'overdue' ? '<' : '>='} base.school_day()`;
      const { rows } = await db.query<ReturningChange & { total: number }>(
        `select stored.apply_id as "applyId", stored.student_code as "studentCode",
          student.student_number as "studentNumber", student.student_name as "studentName",
          unit.dwmc as "departmentName",
          class.bjmc as "administrativeClassName", stored.effective_date::text as "effectiveDate",
          stored.change_type as "changeType",
          coalesce((select mc from base.data_dict where dmlb = 'XJ_YDLB' and dm = stored.change_type),
            stored.change_type) as "changeTypeName", stored.end_date::text as "endDate",
          stored.end_date - base.school_day() as "daysLeft",
          exists (select from base.status_change back
            join unnest(${ending}::text[]) as pair on split_part(pair, ':', 1) = back.change_type
              and stored.change_type = any(string_to_array(split_part(pair, ':', 2), ','))
            where back.student_code = stored.student_code and back.implement_status in ('0', '1')
              and back.approval_status not in ('5', '8')) as applied,
          count(*) over ()::int as total
        ${found}${narrowed} order by ${sortedOrder(sort, returningExpressions, 'stored.end_date, stored.apply_id')}
        limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`,
        [...params.values],
      );
      const counted = sqlParams();
      const own = scopeCondition(user, permission, studentScope('student'), counted);
      const { rows: overdue } = await db.query<{ n: number }>(
        `select count(*)::int as n from base.status_change stored
         join base.student on student.student_code = stored.student_code
         join lateral (select change_type, since from base.student_states_on(base.school_day()) state
           where state.student_code = stored.student_code offset 0) known on known.change_type = stored.change_type
           and known.since = stored.effective_date
        where ${own} and stored.implement_status = '${implementStatus.done}'
          and stored.change_type = any(${counted.add([...returningFrom])}) and stored.end_date < base.school_day()`,
        [...counted.values],
      );
      return {
        rows: rows.map(({ total: _total, ...row }) => row),
        total: rows[0]?.total ?? 0,
        overdue: overdue[0]?.n ?? 0,
      };
    },
  ),
  handler(applyForOwnChange, ({ commandId, ...form }, call) =>
    runCommand(applyOwnStatusChange, form, call, { commandId }),
  ),
  handler(queryOwnChanges, async (_input, call) => {
    const { services, user } = call;
    const { db } = services;
    const { rows: standing } = await db.query<{
      statusName: string;
      administrativeClassName: string;
      gradeMajorName: string;
    }>(
      `select coalesce(entry.mc, student.dqztm) as "statusName", class.bjmc as "administrativeClassName",
          major.njzymc as "gradeMajorName" from base.student join base.class_info class on class.bjdm = student.bjdm
         join base.grade_major major on major.njzydm = student.njzydm
         left join base.data_dict entry on entry.dmlb = 'XTGL_XSDQZT' and entry.dm = student.dqztm
        where student.student_code = $1`,
      [user.studentCode],
    );
    const codes = async (category: string, wanted: readonly string[] | null) =>
      (
        await db.query<{ code: string; name: string }>(
          `select dm as code, mc as name from base.data_dict
            where dmlb = $1 and sfqy = '1' and ($2::text[] is null or dm = any($2)) order by dm`,
          [category, wanted],
        )
      ).rows;
    const { rows: classes } = await db.query<{ code: string; name: string }>(
      `select class.bjdm as code, class.bjmc as name from base.class_info class
         join base.student on student.student_code = $1
        where class.sfqy = '1' and class.sfby = '0' and class.zydm = student.zydm and class.bjdm <> student.bjdm
        order by class.njdm, class.ywbm`,
      [user.studentCode],
    );
    const rows = await readChanges(
      db,
      await viewerOf(call),
      (params) => `stored.student_code = ${params.add(user.studentCode)}`,
    );
    return {
      ...(standing[0] ?? { statusName: '', administrativeClassName: '', gradeMajorName: '' }),
      types: await codes('XJ_YDLB', changeTypesOf('student')),
      reasons: (await codes('XJ_YDYY', null)).filter(({ code }) => !isDeath(code)),
      classes,
      list: rows.map((row) => toldChange(row, user.userName)),
    };
  }),
];

/** Whoever sees the application sees what is attached to it; whoever may apply attaches. */
export const statusChangeFileAccess: FileAccess = {
  businessTable: STATUS_CHANGE_FILES,
  about: 'person',
  async reads(businessId, call) {
    if (await seenChange(call, businessId)) return 'all';
    return mayWrite(call) ? 'own' : 'none';
  },
  writes: (_businessId, call) => Promise.resolve(mayWrite(call)),
};
const mayWrite = ({ user }: Pick<SignedInCall, 'user'>): boolean =>
  mayDo(user, 'statusChange:create') || mayDo(user, 'statusChange:applyOwn');
