import type { PermissionCode } from '../kernel/permission.vocabulary.ts';
import type { ReferenceTarget } from '../kernel/resource-field.ts';
import type { ResourceName } from '../kernel/resource.vocabulary.ts';

/**
 * Rows that may be one thing entered twice, and can be made one (MONITOR-25…32): the resource, the references that lead
 * to it, and the points that find such rows.
 */
export const mergeHandlers = {
  course: { title: '课程', resource: 'courseManage', target: 'course', points: ['XX31'] },
  classroom: { title: '教室', resource: 'classroom', target: 'classroom', points: ['XX34'] },
  department: { title: '单位', resource: 'department', target: 'department', points: ['XX35'] },
  major: { title: '专业', resource: 'major', target: 'major', points: ['XX32'] },
  gradeMajor: { title: '年级专业', resource: 'gradeProInfo', target: 'gradeMajor', points: ['XX36'] },
  classInfo: { title: '行政班', resource: 'classInfo', target: 'classInfo', points: ['XX37'] },
  teacher: { title: '教师', resource: 'teacher', target: 'teacher', points: ['XX38', 'XX33'] },
  student: { title: '学生', resource: 'studentInfo', target: 'student', points: ['XX39', 'XX40'] },
} as const satisfies Record<
  string,
  { title: string; resource: ResourceName; target: ReferenceTarget; points: readonly string[] }
>;
export type MergeHandler = keyof typeof mergeHandlers;
export const mergeHandlerNames = Object.keys(mergeHandlers) as MergeHandler[];

/** The right to merge rows of a kind. */
export const mergePermission = (handler: MergeHandler): PermissionCode => `dataClean:${handler}`;

/** Rows that one merge takes into another at most. */
export const MERGED_AT_MOST = 20;

/** Tables without a page of their own that refer to such rows, as people call what stands in them. */
export const otherTables: Readonly<Record<string, string>> = {
  class_schedule_change: '调停课',
  personal_course_plan: '个人课程计划',
  student_extra_score: '学生其他成绩',
  user_account: '账号',
  granted_remark: '缓考与免听',
  rebuild_sign_up: '重修报名',
  makeup_student: '补缓考名单',
  makeup_candidate: '补缓考候选',
  public_course_plan: '公选课计划',
  public_course_claim: '公选课申报',
  course_hour: '课程学时',
  direction: '专业方向',
  transcript_print: '成绩单打印记录',
  diversion_volunteer: '分流志愿',
  shunt_student: '分流名单',
  major_transfer: '转专业名单',
  info_check_confirmation: '信息核对确认',
  personal_scheme: '个人培养方案',
  personal_scheme_course: '个人培养方案课程',
  warning_initial: '预警初始名单',
  status_warning_result: '学籍预警结果',
  student_status_fact: '学籍异动记录',
  status_transition: '学籍异动的影响',
  gpa_check: '绩点核查',
  graduation_score: '毕业成绩',
};
/** What is on record stays as it was written: scores, lists made from scores, what was decided or printed. */
export const recordTables: ReadonlySet<string> = new Set([
  'student_extra_score',
  'granted_remark',
  'rebuild_sign_up',
  'makeup_candidate',
  'makeup_student',
  'class_schedule_change',
  'transcript_print',
  'shunt_student',
  'gpa_check',
  'graduation_score',
]);
/**
 * Rows that go nowhere although the one that stays has the same: with them their files would go. They stay with the row
 * that went.
 */
export const keptApart: ReadonlySet<string> = new Set(['student_photo', 'student_certificate']);
