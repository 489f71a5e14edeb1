import { student as studentResource } from '@jwxt/contracts/base-info/person.resource.ts';
import { toDateTimeText, toInstant } from '@jwxt/contracts/kernel/fields.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { nameKey, type WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { fieldColumn, shown, textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { notifyWays, studentFamily } from '@jwxt/contracts/student-status/file/family.resource.ts';
import {
  CERTIFICATE_FILES,
  certificateTypes,
  type CertificateType,
} from '@jwxt/contracts/student-status/file/certificate.rules.ts';
import type { StudentFile } from '@jwxt/contracts/student-status/file/student-file.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { studentScope } from '../../base-info/shared/student-scope.ts';
import type { Principal } from '../../kernel/principal.ts';
import { tellRows } from '../../kernel/resource.read.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { sqlParams } from '../../kernel/sql-params.ts';
import { punishmentsOf, registrationsOf, rewardsOf } from './student-conduct.read.ts';
import { rowOnDay, type LoggedRow, type RowOnDay } from './row-on-day.ts';

type Row = Readonly<Record<string, unknown>>;
/** What is looked at of whom: `day` null is now, `personal` whether personal values are told whole. */
interface Asked {
  readonly studentCode: string;
  readonly day: string | null;
  readonly personal: 'masked' | 'whole';
}

/** The stored row of a student whom the person may see under the permission; null permission: the own one. */
export async function readVisibleStudent(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  studentCode: string,
): Promise<Row | undefined> {
  const params = sqlParams();
  const where = permission === null ? 'true' : scopeCondition(user, permission, studentScope('student'), params);
  const { rows } = await db.query<{ row: Row }>(
    `select to_jsonb(student) as row from base.student where student_code = ${params.add(studentCode)} and (${where})`,
    [...params.values],
  );
  return rows[0]?.row;
}

/** The file of a student whose row is there now. */
export async function readStudentFile(db: Queryable, now: Row, asked: Asked): Promise<StudentFile> {
  const { studentCode, day, personal } = asked;
  const then = day === null ? current(now) : rowOnDay(now, await logOf(db, studentCode), endOf(day));
  const state = await stateOn(db, studentCode, day);
  // Class and status are dated facts, known of every day.
  const row = { ...now, ...then.row, ...state?.columns };
  const told = (await tellRows(db, studentResource, [row], personal))[0] ?? {};
  const certain = new Set(day === null ? Object.keys(row) : Object.keys(state?.columns ?? {}));
  const [family, certificates, labels, history, rewards, punishments, registrations] = await Promise.all([
    familyOf(db, asked),
    certificatesOf(db, studentCode, day),
    labelsOf(db, studentCode, day),
    historyOf(db, studentCode, day),
    rewardsOf(db, studentCode, day),
    punishmentsOf(db, studentCode, day),
    registrationsOf(db, studentCode, day),
  ]);
  return {
    student: {
      studentCode,
      studentNumber: textOf(told['studentNumber']),
      studentName: textOf(told['studentName']),
      sexName: textOf(told['sexName']),
      statusName: day !== null && !state ? '未入学' : textOf(told['studentStatusName']),
      inSchool: state?.inSchool ?? null,
      administrativeClassName: textOf(told['administrativeClassName']),
      gradeMajorName: textOf(told['gradeMajorName']),
      departmentName: textOf(told['departmentName']),
      since: state?.since ?? null,
    },
    day,
    recordedSince: then.since === null ? null : toDateTimeText(then.since).slice(0, 10),
    enrolled: state !== undefined,
    groups: groupsOf(told, (column) => certain.has(column) || then.known(column), personal),
    family,
    certificates,
    labels,
    history,
    rewards,
    punishments,
    registrations,
  };
}

const current = (row: Row): RowOnDay => ({ row, known: () => true, since: null });
const endOf = (day: string): Date => new Date(toInstant(`${day} 23:59:59`));

/** Values by the headings of the student's form; what nobody knows of that day is empty. */
function groupsOf(
  told: WireRow,
  known: (column: string) => boolean,
  personal: Asked['personal'],
): StudentFile['groups'] {
  const { fields } = studentResource;
  const groups: { title: string; values: StudentFile['groups'][number]['values'] }[] = [];
  for (const [field, declared] of Object.entries((studentResource as Resource).fields)) {
    if (declared.group !== undefined) groups.push({ title: declared.group, values: [] });
    const isKnown = known(fieldColumn(fields, field));
    const hides = declared.personal !== undefined && personal === 'masked';
    const value = isKnown ? (hides ? textOf(told[field]) : shown(declared, told, field, nameKey(field, declared))) : '';
    groups.at(-1)?.values.push({
      field,
      label: declared.label,
      value,
      known: isKnown,
      masked: hides && told[field] !== null,
    });
  }
  return groups;
}

async function logOf(db: Queryable, studentCode: string): Promise<LoggedRow[]> {
  const { rows } = await db.query<LoggedRow>(
    `select at, before, after from base.operation_log
      where resource = 'student' and key = $1 and looked is null order by at, id`,
    [studentCode],
  );
  return rows;
}

/** Status and class on a day (today: as they are), by the dated facts; undefined: not enrolled by then. */
async function stateOn(db: Queryable, studentCode: string, day: string | null) {
  const { rows } = await db.query<{ columns: Row; inSchool: boolean | null; since: string | null }>(
    `select jsonb_build_object('dqztm', status, 'bjdm', bjdm, 'njzydm', njzydm, 'njdm', njdm, 'dwh', dwh, 'zydm', zydm,
        'xqdm', xqdm, 'xslbdm', student_type) as columns, in_school as "inSchool", since::text
       from base.student_states_on(coalesce($2::date, base.school_day())) where student_code = $1`,
    [studentCode, day],
  );
  return rows[0];
}

/** Members of the family, now or as the log tells them of a day. */
async function familyOf(db: Queryable, { studentCode, day, personal }: Asked): Promise<StudentFile['family']> {
  const { rows: now } = await db.query<{ row: Row }>(
    'select to_jsonb(member) as row from base.student_family member where student_code = $1 order by member_name',
    [studentCode],
  );
  const members = now.map(({ row }) => row);
  const then = day === null ? members : await membersOn(db, studentCode, members, endOf(day));
  const told = await tellRows(db, studentFamily, then, personal);
  return told.map((row, at) => ({
    familyId: textOf(then[at]?.['family_id']),
    memberName: textOf(row['memberName']),
    relationName: textOf(row['relationName']),
    politicalName: textOf(row['politicalName']),
    workUnit: textOf(row['workUnit']),
    duty: textOf(row['duty']),
    phone: textOf(row['phone']),
    isGuardian: row['isGuardian'] === yesNo.yes ? yesNo.yes : yesNo.no,
    notifyWayName: notifyWays[textOf(then[at]?.['notify_way']) as keyof typeof notifyWays] ?? '',
    lastNotifyTime: instantText(then[at]?.['last_notify_time']),
  }));
}

const instantText = (value: unknown): string | null =>
  typeof value === 'string' ? toDateTimeText(new Date(value)) : null;

async function membersOn(db: Queryable, studentCode: string, now: readonly Row[], moment: Date): Promise<Row[]> {
  const { rows } = await db.query<LoggedRow & { key: string }>(
    `select key, at, before, after from base.operation_log
      where resource = 'studentFamily' and looked is null and $1 in (before->>'student_code', after->>'student_code')
      order by at, id`,
    [studentCode],
  );
  const logged = Map.groupBy(rows, ({ key }) => key);
  const keys = new Set([...now.map((row) => textOf(row['family_id'])), ...logged.keys()]);
  return [...keys]
    .flatMap((key): Row[] => {
      const there = now.find((row) => row['family_id'] === key) ?? null;
      const { row } = rowOnDay(there, logged.get(key) ?? [], moment);
      return row === null ? [] : [row];
    })
    .toSorted((one, other) => textOf(one['member_name']).localeCompare(textOf(other['member_name']), 'zh'));
}

async function certificatesOf(db: Queryable, studentCode: string, day: string | null) {
  const { rows } = await db.query<Omit<StudentFile['certificates'][number], 'certificateTypeName'> & { type: string }>(
    `select certificate_id as "certificateId", certificate_type as type, certificate_name as "certificateName",
        coalesce(certificate_number, '') as "certificateNumber", coalesce(issue_date::text, '') as "issueDate",
        coalesce(issue_unit, '') as "issueUnit",
        (select count(*)::int from base.file_resource
          where business_table = $3 and business_id = certificate_id and removed_at is null) as "fileNum"
       from base.student_certificate
      where student_code = $1 and ($2::date is null or issue_date is null or issue_date <= $2)
      order by issue_date desc nulls last, certificate_name`,
    [studentCode, day, CERTIFICATE_FILES],
  );
  return rows.map(({ type, ...row }) => ({ ...row, certificateTypeName: certificateTypes[type as CertificateType] }));
}

async function labelsOf(db: Queryable, studentCode: string, day: string | null): Promise<StudentFile['labels']> {
  const { rows } = await db.query<StudentFile['labels'][number]>(
    `select held.label_id as "labelId", label.label_name as "labelName", coalesce(type.mc, '') as "labelTypeName",
        coalesce(label.colour, '') as colour, held.begin_date::text as "beginDate", held.end_date::text as "endDate",
        held.by_rule as "byRule"
       from base.label_holders_on(coalesce($2::date, base.school_day())) held
       join base.student_label label using (label_id)
       left join base.data_dict type on type.dmlb = 'XJ_BQLX' and type.dm = label.label_type
      where held.student_code = $1 order by label.label_type, label.label_name`,
    [studentCode, day],
  );
  return rows;
}

async function historyOf(db: Queryable, studentCode: string, day: string | null): Promise<StudentFile['history']> {
  const { rows } = await db.query<
    Omit<StudentFile['history'][number], 'recordedAt' | 'changeName' | 'state'> & {
      recorded: Date;
      source: string;
      changeName: string | null;
      cancelled: boolean;
      effected: boolean;
    }
  >(
    `select fact.fact_key as "factKey", fact.effective_date::text as "effectiveDate", fact.source,
        change.mc as "changeName", coalesce(status.mc, '') as "statusName",
        coalesce(class_info.bjmc, '') as "administrativeClassName",
        coalesce(grade_major.njzymc, '') as "gradeMajorName", coalesce(kind.mc, '') as "studentTypeName",
        fact.recorded_at as recorded, coalesce(fact.apply_id, '') as "applyId",
        fact.cancelled_at is not null as cancelled, fact.effected_at is not null as effected
       from base.student_status_fact fact
       left join base.data_dict change on change.dmlb = 'XJ_YDLB' and change.dm = fact.change_type
       left join base.data_dict status on status.dmlb = 'XTGL_XSDQZT' and status.dm = fact.status
       left join base.data_dict kind on kind.dmlb = 'XTGL_XSLB' and kind.dm = fact.student_type
       left join base.class_info on class_info.bjdm = fact.bjdm
       left join base.grade_major on grade_major.njzydm = fact.njzydm
      where fact.student_code = $1 and ($2::date is null or fact.effective_date <= $2)
      order by fact.effective_date desc, fact.seq desc`,
    [studentCode, day],
  );
  return rows.map(({ recorded, source, changeName, cancelled, effected, ...fact }) => ({
    ...fact,
    changeName: changeName ?? sourceNames[source] ?? '学籍变动',
    recordedAt: toDateTimeText(recorded),
    state: cancelled ? 'cancelled' : effected ? 'effected' : 'toCome',
  }));
}

/** What a fact without a kind of change is called. */
const sourceNames: Readonly<Record<string, string>> = {
  enrolled: '入学',
  correction: '信息更正',
  divert: '专业分流',
  change: '转为正式学生',
};

/** Whose personal values a file tells, by resource and key of their rows, with the fields that hold something. */
export function personalIn(file: StudentFile): { resource: string; key: string; fields: string[] }[] {
  const own = file.groups
    .flatMap(({ values }) => values)
    .filter(({ field, value }) => value !== '' && isPersonal(field))
    .map(({ field }) => field);
  return [
    { resource: 'student', key: file.student.studentCode, fields: own },
    ...file.family
      .filter(({ phone }) => phone !== '')
      .map(({ familyId }) => ({ resource: 'studentFamily', key: familyId, fields: ['phone'] })),
  ];
}

const isPersonal = (field: string): boolean => (studentResource as Resource).fields[field]?.personal !== undefined;
