import { permissions } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { SetupStep } from '@jwxt/contracts/school-setup/school-setup.vocabulary.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { publicParameters } from '@jwxt/contracts/system-setting/public-parameter.vocabulary.ts';
import { scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';

/** How many rows of a kind there are. */
export interface SetupCount {
  readonly step: SetupStep;
  readonly name: string;
  /** A query of one number. */
  readonly sql: string;
}

/** Something that a school may lack. */
export interface SetupCheck {
  readonly step: SetupStep;
  /** Whether something does not work without it; otherwise it is advised. */
  readonly blocking: boolean;
  /** A query of one number: how many are missing or wrong; 0: nothing is. */
  readonly sql: string;
  readonly text: (count: number) => string;
  readonly consequence: string;
}

const on = `= '${yesNo.yes}'`;
const sheetTable = readModelTable(scoreSheetModel, 'sheet');
const currentSemester = `(select xnxq from base.semester where sfdqxq ${on})`;
const currentClasses = `base.teaching_class where semester_id = ${currentSemester}`;
const count = (from: string): string => `select count(*) from ${from}`;
/** One where there is none, otherwise nothing is missing. */
const none = (from: string): string => `select case when exists (select from ${from}) then 0 else 1 end`;
/** One where the parameter is as every school starts with it. */
const parameterIsUnset = (code: keyof typeof publicParameters): string =>
  none(`base.parameter where param_code = '${code}' and para_value not in ('', '${publicParameters[code].initial}')`);
/** Whether an account is open: enabled, whoever it belongs to. */
const openAccount = (condition: string): string =>
  `exists (select from base.user_account account where account.sfqy ${on} and ${condition})`;

/** What there is, by step. */
export const setupCounts: readonly SetupCount[] = [
  { step: 'semester', name: '学期', sql: count('base.semester') },
  { step: 'unit', name: '校区', sql: count(`base.campus where sfqy ${on}`) },
  { step: 'unit', name: '单位', sql: count(`base.department where sfqy ${on}`) },
  { step: 'major', name: '专业', sql: count(`base.major where sfqy ${on}`) },
  { step: 'major', name: '年级', sql: count(`base.grade where sfqy ${on}`) },
  { step: 'major', name: '年级专业', sql: count(`base.grade_major where sfqy ${on}`) },
  { step: 'room', name: '教室', sql: count(`base.classroom where sfqy ${on}`) },
  { step: 'course', name: '课程', sql: count(`base.course where sfqy ${on}`) },
  { step: 'teacher', name: '教师', sql: count('base.teacher') },
  { step: 'student', name: '行政班', sql: count(`base.class_info where sfqy ${on}`) },
  { step: 'student', name: '学生', sql: count('base.student') },
  { step: 'teachingClass', name: '本学期教学班', sql: count(currentClasses) },
  { step: 'account', name: '启用的账号', sql: count(`base.user_account where sfqy ${on}`) },
  { step: 'role', name: '角色', sql: count('base.role') },
  { step: 'process', name: '审批流程', sql: count(`base.process_definition where status = '${yesNo.yes}'`) },
  {
    step: 'scoreSetting',
    name: '本学期录入时间',
    sql: count(`base.score_term_control where sfqy ${on} and semester_id = ${currentSemester}`),
  },
  { step: 'scoreSetting', name: '成绩模板', sql: count(`base.score_template where sfqy ${on}`) },
  {
    step: 'examSet',
    name: '已设置的教学班',
    sql: count(`${sheetTable} where score_type = '${scoreType.regular}' and semester_id = ${currentSemester}`),
  },
];

/** What may be missing, by step, what blocks first. */
export const setupChecks: readonly SetupCheck[] = [
  {
    step: 'school',
    blocking: true,
    sql: parameterIsUnset('schoolName'),
    text: () => '没有填写学校名称',
    consequence: '登录页和打印的成绩单上没有学校名称',
  },
  {
    step: 'school',
    blocking: false,
    sql: parameterIsUnset('xxlogo'),
    text: () => '没有上传学校标志',
    consequence: '登录页显示通用的标志',
  },
  {
    step: 'semester',
    blocking: true,
    sql: none(`base.semester where sfdqxq ${on}`),
    text: () => '没有当前学期',
    consequence: '教师看不到要录入的教学班',
  },
  {
    step: 'semester',
    blocking: false,
    sql: count(`base.semester where sfdqxq ${on} and jsrq < base.school_day()`),
    text: () => '当前学期已经结束',
    consequence: '新学期的教学班不会出现在教师的录入页',
  },
  {
    step: 'unit',
    blocking: true,
    sql: none(`base.campus where sfqy ${on}`),
    text: () => '没有校区',
    consequence: '不能建立年级专业、教室和教学班',
  },
  {
    step: 'unit',
    blocking: true,
    sql: none(`base.department where sfqy ${on}`),
    text: () => '没有单位',
    consequence: '不能建立专业、课程和教师',
  },
  {
    step: 'unit',
    blocking: true,
    sql: none(`base.department where sfqy ${on} and sfkkdw ${on}`),
    text: () => '没有开课单位',
    consequence: '课程没有归属，审批找不到院系',
  },
  {
    step: 'major',
    blocking: true,
    sql: none(`base.grade_major where sfqy ${on}`),
    text: () => '没有年级专业',
    consequence: '不能建立行政班',
  },
  {
    step: 'room',
    blocking: false,
    sql: none(`base.classroom where sfqy ${on}`),
    text: () => '没有教室',
    consequence: '调停课时不能选择教室',
  },
  {
    step: 'course',
    blocking: true,
    sql: none(`base.course where sfqy ${on}`),
    text: () => '没有课程',
    consequence: '不能建立教学班',
  },
  {
    step: 'teacher',
    blocking: true,
    sql: none('base.teacher'),
    text: () => '没有教师',
    consequence: '没有人录入和审核成绩',
  },
  {
    step: 'student',
    blocking: true,
    sql: none('base.student'),
    text: () => '没有学生',
    consequence: '教学班没有名单',
  },
  {
    step: 'student',
    blocking: false,
    sql: count(
      `base.class_info class where class.sfqy ${on}
         and not exists (select from base.student student where student.bjdm = class.bjdm)`,
    ),
    text: (n) => `${String(n)} 个行政班没有学生`,
    consequence: '可能是学生没有导入完整',
  },
  {
    step: 'teachingClass',
    blocking: true,
    sql: none(currentClasses),
    text: () => '本学期没有教学班',
    consequence: '没有可以录入的成绩',
  },
  {
    step: 'teachingClass',
    blocking: true,
    sql: count(
      `base.teaching_class class where class.semester_id = ${currentSemester} and not exists
         (select from base.teaching_class_teacher teacher where teacher.teaching_class_id = class.teaching_class_id)`,
    ),
    text: (n) => `${String(n)} 个教学班没有任课教师`,
    consequence: '这些教学班没有人录入成绩',
  },
  {
    step: 'teachingClass',
    blocking: false,
    sql: count(
      `base.teaching_class class where class.semester_id = ${currentSemester} and not exists
         (select from base.teaching_class_student student where student.teaching_class_id = class.teaching_class_id)`,
    ),
    text: (n) => `${String(n)} 个教学班没有学生`,
    consequence: '这些教学班的成绩单是空的',
  },
  {
    step: 'account',
    blocking: true,
    sql: count(
      `base.teacher teacher where exists
         (select from base.teaching_class_teacher taught join base.teaching_class class using (teaching_class_id)
           where taught.gh = teacher.gh and class.semester_id = ${currentSemester})
         and not ${openAccount('account.gh = teacher.gh')}`,
    ),
    text: (n) => `${String(n)} 位本学期任课的教师没有可用的账号`,
    consequence: '他们不能登录，也不能录入成绩',
  },
  {
    step: 'account',
    blocking: false,
    sql: count(`base.student student where not ${openAccount('account.student_code = student.student_code')}`),
    text: (n) => `${String(n)} 名学生没有可用的账号`,
    consequence: '他们不能登录查询成绩',
  },
  {
    step: 'role',
    blocking: true,
    sql: none(
      `base.user_role held join base.user_account account using (user_name)
        where held.jsbh = '02' and account.sfqy ${on}`,
    ),
    text: () => '没有教务处管理员（角色 02）',
    consequence: '没有人进行成绩设置和学期初始化',
  },
  {
    step: 'role',
    blocking: true,
    sql: count(
      `base.user_account account where account.sfqy ${on} and exists
         (select from base.teaching_class_teacher taught join base.teaching_class class using (teaching_class_id)
           where taught.gh = account.gh and class.semester_id = ${currentSemester})
         and not exists (select from base.user_role held join base.role_permission granted using (jsbh)
           where held.user_name = account.user_name and granted.qxbh = 'scoreEntry:save')`,
    ),
    text: (n) => `${String(n)} 位本学期任课的教师没有录入成绩的角色`,
    consequence: '他们能登录，但不能录入成绩',
  },
  {
    step: 'role',
    blocking: false,
    sql: count(
      `unnest(array[${permissions.map(({ code }) => `'${code}'`).join()}]) as known (qxbh)
        where not exists (select from base.role_permission granted where granted.qxbh = known.qxbh)`,
    ),
    text: (n) => `${String(n)} 项权限没有任何角色持有，升级后新增的权限需要授予`,
    consequence: '相应的功能没有人能使用；在“角色管理”中授予需要的角色',
  },
  {
    step: 'process',
    blocking: true,
    sql: count(
      `(select distinct node ->> 'roleCode' as role
          from base.process_definition definition, jsonb_array_elements(definition.definition -> 'nodes') node
         where definition.status = '${yesNo.yes}') asked
        where not exists (select from base.user_role held join base.user_account account using (user_name)
          where held.jsbh = asked.role and account.sfqy ${on})`,
    ),
    text: (n) => `${String(n)} 个审批角色没有人担任`,
    consequence: '走到这些节点的申请没有人审批',
  },
  {
    step: 'scoreSetting',
    blocking: true,
    sql: none(
      `base.score_term_control where sfqy ${on} and score_type = '${scoreType.regular}'
         and semester_id = ${currentSemester}`,
    ),
    text: () => '本学期没有正考成绩的录入时间',
    consequence: '学期初始化不能进行',
  },
  {
    step: 'scoreSetting',
    blocking: true,
    sql: none(`base.score_rules where publish_status = '${yesNo.yes}'`),
    text: () => '没有已发布的成绩规则',
    consequence: '总评、绩点和及格没有依据',
  },
  {
    step: 'examSet',
    blocking: true,
    sql: count(
      `base.teaching_class class where class.semester_id = ${currentSemester} and not exists
         (select from ${sheetTable} sheet where sheet.teaching_class_id = class.teaching_class_id
           and sheet.score_type = '${scoreType.regular}')`,
    ),
    text: (n) => `${String(n)} 个教学班还没有考试设置`,
    consequence: '这些教学班还不能录入成绩，请执行学期初始化',
  },
];
