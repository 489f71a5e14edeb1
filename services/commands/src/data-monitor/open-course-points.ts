import { monitorGroup, severity } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { allowsSql } from '@jwxt/infra/runtime/status-allowance.ts';
import type { MonitorPoint } from './monitor-point.ts';

const current = `join base.semester on semester.xnxq = checked.semester_id and semester.sfdqxq = '1'`;
const problem = (text: string): string =>
  `select checked.teaching_class_id as key, checked.teaching_class_name || ' ' || checked.teaching_class_code as name,
      checked.open_department_id as unit, ${text} as problem, null::jsonb as change`;

/** Teaching classes of the current semester, and the plan behind them (MONITOR-21). */
export const openCoursePoints: readonly MonitorPoint[] = [
  {
    code: 'KK01',
    name: '教学班没有任课教师',
    group: monitorGroup.openCourse,
    severity: severity.error,
    fix: 'manual',
    page: null,
    remedy: '开课单位指定任课教师',
    find: `${problem(`'没有任课教师，成绩无人录入'`)} from base.teaching_class checked ${current}
      where not exists (select 1 from base.teaching_class_teacher taught
        where taught.teaching_class_id = checked.teaching_class_id)`,
  },
  {
    code: 'KK02',
    name: '教学班任课教师已不在职',
    group: monitorGroup.openCourse,
    severity: severity.error,
    fix: 'manual',
    page: null,
    remedy: '开课单位改派任课教师',
    find: `${problem(`string_agg(teacher.xm, '、') || ' 已不在职'`)} from base.teaching_class checked ${current}
      join base.teaching_class_teacher taught using (teaching_class_id) join base.teacher on teacher.gh = taught.gh
      where teacher.dqztm ~ '^0[1-9]$' and teacher.dqztm <> '04' group by checked.teaching_class_id`,
  },
  {
    code: 'KK03',
    name: '教学班没有学生',
    group: monitorGroup.openCourse,
    severity: severity.warning,
    fix: 'manual',
    page: null,
    remedy: '补充名单，或停开该教学班',
    find: `${problem(`'名单为空'`)} from base.teaching_class checked ${current}
      where checked.class_kind = '1'
        and not exists (select 1 from base.teaching_class_student roster
          where roster.teaching_class_id = checked.teaching_class_id)`,
  },
  {
    code: 'KK04',
    name: '教学班使用了已停用的课程',
    group: monitorGroup.openCourse,
    severity: severity.warning,
    fix: 'manual',
    page: null,
    remedy: '恢复该课程，或改为启用的课程',
    find: `${problem(`'课程“' || course.kcmc || '”已停用'`)} from base.teaching_class checked ${current}
      join base.course on course.kch = checked.course_id where course.sfqy = '0'`,
  },
  {
    code: 'KK05',
    name: '本学期计划课程没有开课',
    group: monitorGroup.openCourse,
    severity: severity.warning,
    fix: 'manual',
    page: null,
    remedy: '生成开课任务，或调整执行计划的学期',
    find: `select course.kch as key, course.kcmc || ' ' || course.ywbm as name, course.kkxy as unit,
        count(distinct plan.njzydm) || ' 个年级专业的计划列在本学期，没有教学班' as problem, null::jsonb as change
      from base.course_plan plan join base.semester on semester.xnxq = plan.semester_id and semester.sfdqxq = '1'
      join base.course on course.kch = plan.course_id
      where plan.is_open = '1' and not exists (select 1 from base.teaching_class class
        where class.class_kind = '1' and class.course_id = plan.course_id
        and class.semester_id = plan.semester_id)
      group by course.kch`,
  },
  {
    code: 'KK06',
    name: '教学班名单中有不在读的学生',
    group: monitorGroup.openCourse,
    severity: severity.warning,
    fix: 'manual',
    page: null,
    remedy: '核对学籍状态，不在读的学生退出名单',
    find: `${problem(`string_agg(student.student_name || ' ' || student.student_number, '、'
        order by student.student_number)
        || ' 不在读'`)}
      from base.teaching_class checked ${current}
      join base.teaching_class_student roster using (teaching_class_id)
      join base.student on student.student_code = roster.student_code
      where not ${allowsSql('student.dqztm', 'enterScores')} group by checked.teaching_class_id`,
  },
];
