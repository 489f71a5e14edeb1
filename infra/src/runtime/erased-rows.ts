import { leftTeacherStates } from '@jwxt/contracts/base-info/person-state.vocabulary.ts';
import { ERASED } from '@jwxt/contracts/kernel/personal.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { hasLeft } from '@jwxt/contracts/student-status/status.rules.ts';
import { personKind, type PersonKey, type PersonKind } from '@jwxt/contracts/system/person-erasure.vocabulary.ts';
import type { Queryable } from './postgres.ts';

/**
 * Whose rows: of his code (`student`, `teacher`), a student's number, his accounts, or the applications about him
 * (`matter`).
 */
export type RowOwner = 'student' | 'teacher' | 'number' | 'account' | 'matter';

/** Rows of a person in one table, and what becomes of them. */
export interface ErasedRows {
  readonly table: string;
  /** What people call them. */
  readonly title: string;
  readonly of: RowOwner;
  /** Kinds of persons whose rows these are not, although they have such an owner. */
  readonly not?: readonly PersonKind[];
  /** Column with the owner's code, or a condition on `$1`, the list of codes. */
  readonly by: string;
  /** New values of columns in SQL; null: the rows are removed. */
  readonly set: Readonly<Record<string, string>> | null;
}

const erased = `'${ERASED}'`;
const nothing = 'null';
const cleared = (...columns: readonly string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column) => [column, nothing]));
const hidden = (...columns: readonly string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column) => [column, erased]));
/** Keeps a text that may be missing missing. */
const hiddenIfAny = (...columns: readonly string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column) => [column, `case when ${column} is null then null else ${erased} end`]));

/** A teacher's name and number, where they are values of what was logged; by the row that still has them. */
const withoutTeacher = (column: string): string => `coalesce((
  select replace(replace(${column}::text, to_jsonb(xm)::text, '"${ERASED}"'),
                 to_jsonb(ywbm)::text, '"${ERASED}"')::jsonb
    from base.teacher where gh = any($1) limit 1), ${column})`;

/** What commands answered, kept for who repeats them: of a person's row somewhere, while it still has the values. */
const answered = (of: RowOwner, from: string, key: string, values: readonly string[], title: string): ErasedRows => ({
  table: 'base.applied_command',
  title,
  of,
  by: `result <> 'null' and exists (select from ${from} where ${key} = any($1)
    and (${values.map((value) => `strpos(result::text, to_jsonb(${value})::text) > 0`).join(' or ')}))`,
  set: {
    result: `coalesce((select ${values.reduce(
      (text, value) => `replace(${text}, to_jsonb(${value})::text, '"${ERASED}"')`,
      'result::text',
    )}::jsonb from ${from} where ${key} = any($1) limit 1), result)`,
  },
});

/**
 * Every table in which something personal of a person stands, and what becomes of it when he is erased. A test names
 * columns that sound personal and are not here.
 */
export const erasedRows: readonly ErasedRows[] = [
  // By number and name, which are there until the next row.
  {
    table: 'base.operation_log',
    title: '操作日志中按其学号或姓名的查询',
    of: 'student',
    by: `exists (select from base.student where student_code = any($1)
      and (strpos(looked::text, to_jsonb(student_number)::text) > 0
        or strpos(looked::text, to_jsonb(student_name)::text) > 0))`,
    set: cleared('looked'),
  },
  {
    table: 'base.operation_log',
    title: '操作日志中按其工号或姓名的查询',
    of: 'teacher',
    by: `exists (select from base.teacher where gh = any($1)
      and (strpos(looked::text, to_jsonb(ywbm)::text) > 0 or strpos(looked::text, to_jsonb(xm)::text) > 0))`,
    set: cleared('looked'),
  },
  answered('student', 'base.student', 'student_code', ['student_name', 'student_number'], '回执中的姓名和学号'),
  answered('teacher', 'base.teacher', 'gh', ['xm', 'ywbm'], '回执中的姓名和工号'),
  answered('account', 'base.user_account', 'user_name', ['name'], '回执中账号的姓名'),
  {
    table: 'base.student',
    title: '学生信息',
    of: 'student',
    by: 'student_code',
    set: {
      student_name: erased,
      // Nobody else may have it: it stays unique, and tells nothing.
      student_number: `'E' || substr(md5(random()::text), 1, 15)`,
      ...cleared('xmpy', 'english_name', 'former_name', 'birth_date', 'id_type', 'id_number', 'nation_code'),
      ...cleared('country_code', 'political_code', 'health_code', 'marital_code', 'examinee_number', 'mobile', 'email'),
      ...cleared('address', 'zip_code', 'dormitory', 'emergency_name', 'emergency_phone', 'bank_card', 'native_place'),
      ...cleared('source_place'),
    },
  },
  { table: 'base.student_family', title: '家庭成员和监护人', of: 'student', by: 'student_code', set: null },
  { table: 'base.student_photo', title: '照片', of: 'student', by: 'student_code', set: null },
  {
    table: 'base.student_certificate',
    title: '证书编号',
    of: 'student',
    by: 'student_code',
    set: cleared('certificate_number', 'electronic_number'),
  },
  {
    table: 'base.backup_student',
    title: '学籍快照中的个人属性',
    of: 'student',
    by: 'student_code',
    set: cleared('nation_code', 'birth_date', 'source_place'),
  },
  {
    table: 'base.freshman',
    title: '新生信息',
    of: 'number',
    by: 'student_number',
    set: {
      ...hidden('student_name'),
      examinee_number: `'E' || freshman_key`,
      id_number: `'E' || freshman_key`,
      student_number: `'E' || freshman_key`,
      ...cleared('admission_number', 'nation_code', 'political_code', 'mobile', 'address', 'source_place'),
      ...hiddenIfAny('leave_reason', 'keep_reason', 'abandon_reason'),
    },
  },
  {
    table: 'base.student_number_given',
    title: '已编学号的来源',
    of: 'number',
    by: 'student_number',
    set: { freshman_key: erased },
  },
  {
    table: 'base.temporary_student',
    title: '临时学生信息',
    of: 'student',
    by: 'to_student_code',
    set: { ...hidden('student_name'), ...cleared('id_type', 'id_number', 'to_student_number') },
  },
  {
    table: 'base.grade_exam_score',
    title: '等级考试成绩中的姓名和证号',
    of: 'student',
    by: 'student_code',
    set: { ...hidden('student_number', 'student_name'), ...cleared('ticket_number', 'certificate_no') },
  },
  {
    table: 'base.grade_exam_registration',
    title: '等级考试准考证号',
    of: 'student',
    by: 'student_code',
    set: cleared('ticket_number'),
  },
  { table: 'base.gpa_check', title: '绩点核对异议', of: 'student', by: 'student_code', set: hiddenIfAny('objection') },
  { table: 'base.granted_remark', title: '成绩备注理由', of: 'student', by: 'student_code', set: hidden('reason') },
  { table: 'base.leave_result', title: '请假事由', of: 'student', by: 'student_code', set: hidden('leave_reason') },
  { table: 'base.major_transfer', title: '转专业说明', of: 'student', by: 'student_code', set: hidden('why') },
  { table: 'base.shunt_student', title: '分流说明', of: 'student', by: 'student_code', set: hidden('why') },
  {
    table: 'base.punishment',
    title: '违纪事实与申诉',
    of: 'student',
    by: 'student_code',
    set: { ...hidden('violation_text'), ...hiddenIfAny('appeal_text', 'appeal_opinion', 'end_reason') },
  },
  {
    table: 'base.registration',
    title: '注册理由',
    of: 'student',
    by: 'student_code',
    set: hiddenIfAny('delay_reason', 'refuse_reason'),
  },
  {
    table: 'base.status_change',
    title: '学籍异动理由',
    of: 'student',
    by: 'student_code',
    set: { ...hidden('reason_text', 'applicant_name'), ...hiddenIfAny('target_school') },
  },
  {
    table: 'base.status_warning_result',
    title: '学籍预警内容',
    of: 'student',
    by: 'student_code',
    set: { ...hidden('reason_text'), ...hiddenIfAny('advice', 'revoke_reason') },
  },
  {
    table: 'base.warning_initial',
    title: '学籍预警初判',
    of: 'student',
    by: 'student_code',
    set: { ...hidden('reason_text'), ...hiddenIfAny('exempt_reason') },
  },
  {
    table: 'base.warning_record',
    title: '预警帮扶记录',
    of: 'student',
    by: 'student_code',
    set: hidden('warning_text', 'content'),
  },
  {
    table: 'base.course_warning',
    title: '课程预警说明',
    of: 'student',
    by: 'student_code',
    set: hiddenIfAny('warn_text'),
  },
  { table: 'base.transcript_print', title: '打印的成绩单', of: 'student', by: 'student_code', set: null },
  // What staff put in belongs to the business that it is of.
  {
    table: 'base.file_resource',
    title: '附件',
    of: 'account',
    not: [personKind.teacher, personKind.account],
    by: 'uploader',
    set: null,
  },
  {
    table: 'base.file_resource',
    title: '附件上传人',
    of: 'account',
    by: 'uploader',
    set: hidden('uploader_name'),
  },
  {
    table: 'base.student_photo',
    title: '照片上传人',
    of: 'account',
    by: 'uploader',
    set: hidden('uploader_name'),
  },
  { table: 'base.file_resource', title: '申请的附件', of: 'matter', by: 'business_id', set: null },
  {
    table: 'base.operation_log',
    title: '操作日志中的内容',
    of: 'student',
    // Rows are logged as the page has them, or as the table has them.
    by: `key = any($1) or before ->> 'studentCode' = any($1) or after ->> 'studentCode' = any($1)
      or before ->> 'student_code' = any($1) or after ->> 'student_code' = any($1)`,
    set: cleared('before', 'after', 'looked'),
  },
  {
    table: 'base.operation_log',
    title: '操作日志中的姓名和地址',
    of: 'account',
    by: 'user_name',
    set: { ...hidden('name'), ...cleared('client_address') },
  },
  {
    table: 'base.operation_log',
    title: '操作日志中教职工信息的内容',
    of: 'teacher',
    by: `resource = 'teacher' and key = any($1)`,
    set: cleared('before', 'after', 'looked'),
  },
  {
    table: 'base.operation_log',
    title: '操作日志中账号的内容',
    of: 'account',
    by: `resource in ('systemUser', 'user', 'userAccount') and key = any($1)`,
    set: cleared('before', 'after', 'looked'),
  },
  {
    table: 'base.operation_log',
    title: '操作日志中教师的姓名和工号',
    of: 'teacher',
    by: `exists (select from unnest($1::text[]) code where strpos(before::text, to_jsonb(code)::text) > 0
        or strpos(after::text, to_jsonb(code)::text) > 0)
      or resource = 'courseWarning' and coalesce(after, before) ->> 'teacher_name' in
        (select xm from base.teacher where gh = any($1)) and coalesce(after, before) ->> 'teaching_class_id' in
        (select teaching_class_id from base.teaching_class_teacher where gh = any($1))`,
    set: { before: withoutTeacher('before'), after: withoutTeacher('after') },
  },
  {
    table: 'base.public_course_plan',
    title: '公选课计划中的任课教师',
    of: 'teacher',
    by: `exists (select from unnest($1::text[]) code
      where teacher_list @> jsonb_build_array(jsonb_build_object('gh', code)))`,
    set: {
      teacher_list: `(select jsonb_agg(case when one ->> 'gh' = any($1)
        then jsonb_build_object('gh', one ->> 'gh', 'xm', ${erased}) else one end order by place)
        from jsonb_array_elements(teacher_list) with ordinality as listed (one, place))`,
      teacher_info: `case when teacher_info = '' then '' else ${erased} end`,
    },
  },
  {
    table: 'base.change',
    title: '待取的任课变更中的工号',
    of: 'teacher',
    by: `facts ->> 'teacherCode' = any($1)`,
    set: {
      facts: `facts || jsonb_strip_nulls(jsonb_build_object(
        'teacherNumber', case when facts ? 'teacherNumber' then ${erased} end,
        'teacherName', case when facts ? 'teacherName' then ${erased} end))`,
      was: `case when was is null then null else was - 'teacherNumber' - 'teacherName' end`,
    },
  },
  {
    table: 'base.change',
    title: '待取的变更数据',
    of: 'student',
    by: `facts ->> 'studentCode' = any($1)`,
    set: {
      facts: `facts || jsonb_strip_nulls(jsonb_build_object(
        'studentName', case when facts ? 'studentName' then ${erased} end,
        'studentNumber', case when facts ? 'studentNumber' then ${erased} end))`,
      was: `case when was is null then null else was - 'studentName' - 'studentNumber' end`,
    },
  },
  {
    table: 'base.import_change',
    title: '导入前后的内容',
    of: 'student',
    by: `key = any($1) or before ->> 'studentCode' = any($1) or after ->> 'studentCode' = any($1)`,
    set: cleared('before', 'after'),
  },
  {
    table: 'base.import_change',
    title: '导入教职工前后的内容',
    of: 'teacher',
    by: `before ->> 'gh' = any($1) or after ->> 'gh' = any($1)`,
    set: cleared('before', 'after'),
  },
  {
    table: 'base.merge_change',
    title: '合并前后的内容',
    of: 'student',
    by: `before ->> 'student_code' = any($1)`,
    set: null,
  },
  {
    table: 'base.monitor_result',
    title: '数据监测结果',
    of: 'student',
    by: `business_key = any($1)`,
    set: { ...hidden('business_name', 'problem_text'), ...cleared('change') },
  },
  {
    table: 'base.second_person',
    title: '高危操作申请人',
    of: 'account',
    by: 'from_user',
    set: hidden('from_name'),
  },
  {
    table: 'base.second_person',
    title: '高危操作确认人',
    of: 'account',
    by: 'to_user',
    set: hiddenIfAny('to_name'),
  },
  { table: 'base.notice', title: '通知发布人', of: 'account', by: 'create_user', set: hidden('create_name') },
  { table: 'base.operation_guide', title: '指南编写人', of: 'account', by: 'create_user', set: hidden('creator') },
  {
    table: 'base.course_adjust',
    title: '课程调整申请人',
    of: 'account',
    by: 'applicant_user',
    set: hidden('applicant_name'),
  },
  {
    table: 'base.plan_approval',
    title: '计划送审人',
    of: 'account',
    by: 'applicant_user',
    set: hidden('applicant_name'),
  },
  {
    table: 'base.status_change',
    title: '学籍异动申请人',
    of: 'account',
    by: 'applicant_user',
    set: hidden('applicant_name'),
  },
  {
    table: 'base.warning_record',
    title: '预警帮扶记录的处理人',
    of: 'account',
    by: 'handler_user',
    set: hidden('handler_name'),
  },
  { table: 'base.merge_task', title: '合并任务发起人', of: 'account', by: 'user_name', set: hidden('name') },
  { table: 'base.monitor_task', title: '监测任务发起人', of: 'account', by: 'user_name', set: hidden('name') },
  { table: 'base.integrity_run', title: '历史校验发起人', of: 'account', by: 'user_name', set: hidden('name') },
  { table: 'gateway.import_run', title: '导入发起人', of: 'account', by: 'user_name', set: hidden('name') },
  {
    table: 'base.person_erasure',
    title: '个人信息删除经办人',
    of: 'account',
    by: 'erased_by',
    set: hidden('erased_by_name'),
  },
  { table: 'base.system_message_audience', title: '收到的通知', of: 'account', by: 'user_name', set: null },
  {
    table: 'base.long_job',
    title: '任务发起人',
    of: 'account',
    by: 'user_name',
    set: {
      ...hidden('name'),
      ...cleared('client_address'),
      actor: `jsonb_set(actor, '{name}', to_jsonb(${erased}::text))`,
    },
  },
  { table: 'gateway.export_job', title: '本人的导出', of: 'account', by: 'user_name', set: null },
  {
    table: 'gateway.export_job',
    title: '个人信息的副本',
    of: 'number',
    by: `operation = 'person.export' and input ->> 'number' = any($1)`,
    set: null,
  },
  {
    table: 'gateway.export_job',
    title: '个人信息的副本',
    of: 'account',
    by: `operation = 'person.export' and input ->> 'number' = any($1)`,
    set: null,
  },
  // By the number and the name, which are there until the next row but one.
  {
    table: 'gateway.export_job',
    title: '个人信息的副本',
    of: 'teacher',
    by: `operation = 'person.export' and input ->> 'number' in (select ywbm from base.teacher where gh = any($1))`,
    set: null,
  },
  {
    table: 'base.course_warning',
    title: '课程预警的教师',
    of: 'teacher',
    by: `teacher_name in (select xm from base.teacher where gh = any($1)) and teaching_class_id in
      (select teaching_class_id from base.teaching_class_teacher where gh = any($1))`,
    set: hidden('teacher_name'),
  },
  {
    table: 'base.teacher',
    title: '教职工信息',
    of: 'teacher',
    by: 'gh',
    set: {
      xm: erased,
      ywbm: `'E' || substr(md5(random()::text), 1, 15)`,
      ...cleared('xmpy', 'csrq', 'sfzjlxm', 'sfzjh', 'mzm', 'zzmmm', 'zgxlm', 'zgxwm', 'sjh', 'dzxx'),
    },
  },
  {
    table: 'base.user_account',
    title: '账号',
    of: 'account',
    by: 'user_name',
    set: { ...hidden('name'), ...cleared('password_hash', 'mobile', 'email'), sfqy: `'0'` },
  },
  {
    table: 'gateway.session',
    title: '登录记录',
    of: 'account',
    by: 'user_name',
    set: cleared('client_address', 'user_agent'),
  },
  { table: 'gateway.login_failure', title: '登录失败记录', of: 'account', by: 'user_name', set: null },
  { table: 'gateway.second_factor', title: '二次验证', of: 'account', by: 'user_name', set: null },
];

/** Condition on rows of a table; `$1`: the codes. */
export function conditionOf({ by }: ErasedRows): string {
  return by.includes('$1') ? `(${by})` : `${by} = any($1)`;
}

/** The rows that are erased of a person of a kind. */
export function rowsOfKind(kind: PersonKind): readonly ErasedRows[] {
  return erasedRows.filter(({ not }) => !not?.includes(kind));
}

/** A person of whom it is asked whether he may be erased. */
export interface Erasable {
  readonly number: string;
  /** A student by his status, staff by their state, other accounts by being closed. */
  readonly hasLeft: boolean;
}

/** The person of a key; null for nobody. */
export async function findErasable(db: Queryable, { kind, code }: PersonKey): Promise<Erasable | null> {
  const of: Record<PersonKind, string> = {
    student: 'select student_number as number, dqztm as state from base.student where student_code = $1',
    teacher: 'select ywbm as number, dqztm as state from base.teacher where gh = $1',
    account: `select user_name as number, sfqy as state from base.user_account
      where user_name = $1 and student_code is null and gh is null`,
  };
  const { rows } = await db.query<{ number: string; state: string }>(of[kind], [code]);
  const [person] = rows;
  if (!person) return null;
  const left: Record<PersonKind, (state: string) => boolean> = {
    student: hasLeft,
    teacher: (state) => leftTeacherStates.some((one) => one === state),
    account: (state) => state === yesNo.no,
  };
  return { number: person.number, hasLeft: left[kind](person.state) };
}

/** By what a person's rows and keys are found; `number`: a student's, where he is still known. */
export async function codesOf(
  db: Queryable,
  { kind, code }: PersonKey,
  number: string | undefined,
): Promise<Record<RowOwner, string[]>> {
  const isStudent = kind === personKind.student;
  // One after the other: both may be asked of one connection.
  const accounts = await db.query<{ code: string }>(
    `select user_name as code from base.user_account where case $1 when 'student' then student_code = $2
        when 'teacher' then gh = $2 else user_name = $2 and student_code is null and gh is null end`,
    [kind, code],
  );
  const matters = await db.query<{ code: string }>(
    `select code from base.person_key where kind = 'matter' and about_student = $1`,
    [isStudent ? code : null],
  );
  return {
    student: isStudent ? [code] : [],
    teacher: kind === personKind.teacher ? [code] : [],
    number: isStudent && number !== undefined ? [number] : [],
    account: accounts.rows.map((account) => account.code),
    matter: matters.rows.map((matter) => matter.code),
  };
}
