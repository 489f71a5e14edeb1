import { ERASED } from '@jwxt/contracts/kernel/personal.ts';
import type { Queryable } from './postgres.ts';

/** Whose rows: of his code (`student`), his number, his accounts, or the applications about him (`matter`). */
export type RowOwner = 'student' | 'number' | 'account' | 'matter';

/** Rows of a person in one table, and what becomes of them. */
export interface ErasedRows {
  readonly table: string;
  /** What people call them. */
  readonly title: string;
  readonly of: RowOwner;
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

/**
 * Every table in which something personal of a student stands, and what becomes of it when he is erased. A test names
 * columns that sound personal and are not here.
 */
export const erasedRows: readonly ErasedRows[] = [
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
  {
    table: 'base.file_resource',
    title: '附件',
    of: 'account',
    by: 'uploader',
    set: null,
  },
  { table: 'base.file_resource', title: '申请的附件', of: 'matter', by: 'business_id', set: null },
  {
    table: 'base.operation_log',
    title: '操作日志中的内容',
    of: 'student',
    by: `key = any($1) or before ->> 'studentCode' = any($1) or after ->> 'studentCode' = any($1)`,
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
  { table: 'base.system_message_audience', title: '收到的通知', of: 'account', by: 'user_name', set: null },
  {
    table: 'base.long_job',
    title: '任务发起人',
    of: 'account',
    by: 'user_name',
    set: { ...hidden('name'), ...cleared('client_address') },
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

/** By what a person's rows and keys are found. */
export async function codesOf(
  db: Queryable,
  studentCode: string,
  studentNumber: string | undefined,
): Promise<Record<RowOwner, string[]>> {
  // One after the other: both may be asked of one connection.
  const accounts = await db.query<{ code: string }>(
    'select user_name as code from base.user_account where student_code = $1',
    [studentCode],
  );
  const matters = await db.query<{ code: string }>(
    `select code from base.person_key where kind = 'matter' and about_student = $1`,
    [studentCode],
  );
  return {
    student: [studentCode],
    number: studentNumber === undefined ? [] : [studentNumber],
    account: accounts.rows.map(({ code }) => code),
    matter: matters.rows.map(({ code }) => code),
  };
}
