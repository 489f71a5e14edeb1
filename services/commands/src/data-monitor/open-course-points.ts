import { monitorGroup, severity } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import type { MonitorPoint } from './monitor-point.ts';

const current = `join base.semester y on y.xnxq = t.semester_id and y.sfdqxq = '1'`;
const problem = (text: string): string =>
  `select t.teaching_class_id as key, t.teaching_class_name || ' ' || t.teaching_class_code as name,
      t.open_department_id as unit, ${text} as problem, null::jsonb as change`;

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
    find: `${problem(`'没有任课教师，成绩无人录入'`)} from base.teaching_class t ${current}
      where not exists (select 1 from base.teaching_class_teacher ct where ct.teaching_class_id = t.teaching_class_id)`,
  },
  {
    code: 'KK02',
    name: '教学班任课教师已不在职',
    group: monitorGroup.openCourse,
    severity: severity.error,
    fix: 'manual',
    page: null,
    remedy: '开课单位改派任课教师',
    find: `${problem(`string_agg(x.xm, '、') || ' 已不在职'`)} from base.teaching_class t ${current}
      join base.teaching_class_teacher ct using (teaching_class_id) join base.teacher x on x.gh = ct.gh
      where x.dqztm ~ '^0[1-9]$' and x.dqztm <> '04' group by t.teaching_class_id`,
  },
  {
    code: 'KK03',
    name: '教学班没有学生',
    group: monitorGroup.openCourse,
    severity: severity.warning,
    fix: 'manual',
    page: null,
    remedy: '补充名单，或停开该教学班',
    find: `${problem(`'名单为空'`)} from base.teaching_class t ${current}
      where t.class_kind = '1'
        and not exists (select 1 from base.teaching_class_student r where r.teaching_class_id = t.teaching_class_id)`,
  },
  {
    code: 'KK04',
    name: '教学班使用了已停用的课程',
    group: monitorGroup.openCourse,
    severity: severity.warning,
    fix: 'manual',
    page: null,
    remedy: '恢复该课程，或改为启用的课程',
    find: `${problem(`'课程“' || k.kcmc || '”已停用'`)} from base.teaching_class t ${current}
      join base.course k on k.kch = t.course_id where k.sfqy = '0'`,
  },
  {
    code: 'KK05',
    name: '本学期计划课程没有开课',
    group: monitorGroup.openCourse,
    severity: severity.warning,
    fix: 'manual',
    page: null,
    remedy: '生成开课任务，或调整执行计划的学期',
    find: `select k.kch as key, k.kcmc || ' ' || k.ywbm as name, k.kkxy as unit,
        count(*) || ' 个年级专业的计划列在本学期，没有教学班' as problem, null::jsonb as change
      from base.execution_plan p join base.semester y on y.xnxq = p.xnxq and y.sfdqxq = '1'
      join base.course k on k.kch = p.kch
      where not exists (select 1 from base.teaching_class c where c.class_kind = '1' and c.course_id = p.kch
        and c.semester_id = p.xnxq)
      group by k.kch`,
  },
  {
    code: 'KK06',
    name: '教学班名单中有不在读的学生',
    group: monitorGroup.openCourse,
    severity: severity.warning,
    fix: 'manual',
    page: null,
    remedy: '核对学籍状态，不在读的学生退出名单',
    find: `${problem(`string_agg(s.student_name || ' ' || s.student_number, '、' order by s.student_number)
        || ' 不在读'`)}
      from base.teaching_class t ${current}
      join base.teaching_class_student r using (teaching_class_id)
      join base.student s on s.student_code = r.student_code
      where s.dqztm in ('02', '03', '04', '06', '07', '08', '09', '10', '11', '14') group by t.teaching_class_id`,
  },
];
