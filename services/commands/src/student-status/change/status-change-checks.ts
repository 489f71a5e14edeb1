import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import {
  afterOf,
  changeProblems,
  type ChangeAsker,
  type ChangeForm,
} from '@jwxt/contracts/student-status/change/change-type.rules.ts';
import { implementStatus } from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import { loadChangeFacts, standingAfter, type ChangingStudent } from '@jwxt/infra/runtime/status-change-facts.ts';
import type { PoolClient, Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { ResourceRules } from '../../kernel/resource-routes.ts';

/** The role of the office, which may ask for every kind. */
const OFFICE = '02';

/** What somebody may ask for: for himself, for a unit, or for the school. */
export const askerOf = ({ studentCode, roleCodes, userName }: Actor): ChangeAsker =>
  studentCode !== null ? 'student' : roleCodes.includes(OFFICE) || userName === 'admin' ? 'office' : 'unit';

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What a row or a form asks for. */
export function formOf(values: WireRow): ChangeForm {
  return {
    changeType: text(values['changeType']) ?? '',
    changeReason: text(values['changeReason']) ?? '',
    effectiveDate: text(values['effectiveDate']) ?? '',
    endDate: text(values['endDate']),
    classAfter: text(values['classAfter']),
    studentTypeAfter: text(values['studentTypeAfter']),
    chosenStatus: text(values['chosenStatus']),
    targetSchool: text(values['targetSchool']),
  };
}

/** SQL: an application that is not over; another one of the student waits for it. */
export const OPEN = `(approval_status in ('${businessStatus.saved}', '${businessStatus.awaiting}',
    '${businessStatus.inApproval}', '${businessStatus.returned}', '${businessStatus.recalled}',
    '${businessStatus.sentBack}')
  or approval_status = '${businessStatus.passed}'
    and implement_status in ('${implementStatus.waiting}', '${implementStatus.coming}'))`;

/** What else of the student is not over, in words; null: nothing. */
export async function openChange(db: Queryable, studentCode: string, but: string | null): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>(
    `select coalesce(entry.mc, other.change_type) as name from base.status_change other
       left join base.data_dict entry on entry.dmlb = 'XJ_YDLB' and entry.dm = other.change_type
      where other.student_code = $1 and other.apply_id is distinct from $2 and ${OPEN} limit 1`,
    [studentCode, but],
  );
  return rows[0]?.name ?? null;
}

/** What is wrong with an application as the student is now; and the student. */
export async function judge(
  db: Queryable,
  { studentCode, applyId, form }: { studentCode: string; applyId: string | null; form: ChangeForm },
  more: { readonly asker: ChangeAsker; readonly hasFile: boolean },
): Promise<{ problems: FieldError[]; student: ChangingStudent | null }> {
  const loaded = await loadChangeFacts(db, studentCode, form, more);
  if (!loaded) return { problems: [{ field: 'studentCode', message: '学生不存在' }], student: null };
  const open = await openChange(db, studentCode, applyId);
  return {
    student: loaded.student,
    problems: [
      ...(open === null ? [] : [{ field: 'studentCode', message: `该学生还有未办结的${open}，请先办结` }]),
      ...changeProblems(form, loaded.facts),
    ],
  };
}

/** What the server makes of an application: how the student stands before and after, and the semester. */
export async function derivedOf(client: Queryable, studentCode: string, form: ChangeForm): Promise<WireRow> {
  const loaded = await loadChangeFacts(client, studentCode, form, { asker: 'office', hasFile: true });
  if (!loaded) return {};
  const { standing } = loaded.student;
  const after = await standingAfter(client, standing, afterOf(form));
  const { rows } = await client.query<{ xnxq: string }>(
    'select xnxq from base.semester where jsrq >= $1 order by ksrq limit 1',
    [form.effectiveDate === '' ? null : form.effectiveDate],
  );
  return {
    statusBefore: standing.status,
    classBefore: standing.bjdm,
    gradeMajorBefore: standing.njzydm,
    departmentBefore: standing.departmentId,
    studentTypeBefore: standing.studentType,
    statusAfter: after.status,
    semesterId: rows[0]?.xnxq ?? null,
    approvalStatus: businessStatus.saved,
    implementStatus: implementStatus.waiting,
  };
}

/** Whether a row is with who applies: not sent yet, or back. */
export const isWritable = (status: unknown): boolean =>
  status === businessStatus.saved || status === businessStatus.returned || status === businessStatus.recalled;

/** What rows of changes of status obey while they are written (STUDENT-STATUS-16). */
export const statusChangeRules: ResourceRules = {
  inTurn: true,
  kept: (_client, row) => Promise.resolve(isWritable(row['approval_status']) ? null : '正在审批或已结束，不能修改'),
  stays: (_client, row) =>
    Promise.resolve(row['approval_status'] === businessStatus.saved ? null : '已送审过，不能删除'),
  derive: async (client, values, before) => ({
    ...(await derivedOf(client, String(values['studentCode']), formOf(values))),
    // What came back keeps saying so until it is sent again.
    ...(before === null ? {} : { approvalStatus: before['approval_status'] }),
  }),
  check: async (client, values, before, { actor }) => {
    const { problems } = await judge(
      client,
      {
        studentCode: String(values['studentCode']),
        applyId: before === null ? null : String(before['apply_id']),
        form: formOf(values),
      },
      { asker: askerOf(actor), hasFile: true },
    );
    return problems;
  },
  async stored(client: PoolClient, row, { actor, time }) {
    await client.query(
      `update base.status_change set applicant_user = $2, applicant_name = $3, written_at = $4
        where apply_id = $1 and (applicant_user is null or approval_status = '0')`,
      [row['apply_id'], actor.userName, actor.name, time],
    );
    return [];
  },
};
