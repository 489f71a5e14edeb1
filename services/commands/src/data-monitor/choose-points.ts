import { monitorGroup, severity } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import type { MonitorPoint } from './monitor-point.ts';

const classOf = `base.teaching_class checked
  join base.semester on semester.xnxq = checked.semester_id and semester.sfdqxq = '1'`;

/** SQL: items that students choose of a course (physical education), of the current semester. */
const itemOf = `base.special_item checked
  join base.semester on semester.xnxq = checked.semester_id and semester.sfdqxq = '1'
  join base.course on course.kch = checked.course_id`;
const itemPage = 'schemeManage/specialItem';

/**
 * Who chose what (MONITOR-23): retake classes, into which students are taken one by one, items of a course, classes
 * that were opened.
 */
export const choosePoints: readonly MonitorPoint[] = [
  {
    code: 'XK01',
    name: '重修班人数超出容量',
    group: monitorGroup.choosing,
    severity: severity.warning,
    fix: 'manual',
    page: 'scoreManage/rebuildClass',
    remedy: '增加容量，或把后选的学生改到其他班',
    find: `select checked.teaching_class_id as key,
        checked.teaching_class_name || ' ' || checked.teaching_class_code as name, checked.open_department_id as unit,
        '容量 ' || retake.capacity || '，已有 ' || people.count || ' 人' as problem, null::jsonb as change
      from ${classOf} join base.rebuild_class retake on retake.rebuild_class_id = checked.teaching_class_id
      cross join lateral (select count(*) from base.teaching_class_student roster
        where roster.teaching_class_id = checked.teaching_class_id) people
      where people.count > retake.capacity`,
  },
  {
    code: 'XK02',
    name: '学生同一学期在同一课程的多个教学班',
    group: monitorGroup.choosing,
    severity: severity.error,
    fix: 'manual',
    page: null,
    remedy: '核对学生实际所在的教学班，退出其余的',
    find: `select roster.student_code || '/' || checked.course_id as key,
        min(student.student_name) || ' ' || min(student.student_number) as name,
        min(checked.open_department_id) as unit,
        '同时在 ' || string_agg(checked.teaching_class_name, '、' order by checked.teaching_class_code) as problem,
        null::jsonb as change
      from ${classOf} join base.teaching_class_student roster using (teaching_class_id)
      join base.student on student.student_code = roster.student_code
      where checked.class_kind in ('1', '4')
      group by roster.student_code, checked.course_id having count(*) > 1`,
  },
  {
    code: 'XK03',
    name: '专项已选人数超出容量',
    group: monitorGroup.choosing,
    severity: severity.warning,
    fix: 'manual',
    page: itemPage,
    remedy: '增加容量，或把后选的学生改到其他专项',
    find: `select checked.special_item_id as key, course.kcmc || ' ' || checked.item_name as name,
        checked.kkxy as unit, '容量 ' || checked.capacity || '，已选 ' || checked.student_num || ' 人' as problem,
        null::jsonb as change
      from ${itemOf} where checked.student_num > checked.capacity`,
  },
  {
    code: 'XK04',
    name: '学生的性别不符合所选专项',
    group: monitorGroup.choosing,
    severity: severity.error,
    fix: 'manual',
    page: itemPage,
    remedy: '把学生改到其他专项，或修改专项的性别限制',
    find: `select chosen.item_student_id as key, student.student_name || ' ' || student.student_number as name,
        checked.kkxy as unit, course.kcmc || ' ' || checked.item_name || ' 有性别限制' as problem,
        null::jsonb as change
      from ${itemOf} join base.special_item_student chosen using (special_item_id)
      join base.student on student.student_code = chosen.student_code
      where checked.sex_limit is not null and student.xbm <> checked.sex_limit`,
  },
  {
    code: 'XK05',
    name: '教学班人数超出开课任务的容量',
    group: monitorGroup.choosing,
    severity: severity.warning,
    fix: 'manual',
    page: 'openCourseTask/teachingJob',
    remedy: '增加容量，或把后选的学生改到其他教学班',
    find: `select checked.teaching_class_id as key,
        checked.teaching_class_name || ' ' || checked.teaching_class_code as name, checked.open_department_id as unit,
        '容量 ' || job.capacity || '，名单 ' || people.count || ' 人' as problem, null::jsonb as change
      from ${classOf} join base.teaching_job job using (teaching_class_id)
      cross join lateral (select count(*) from base.teaching_class_student roster
        where roster.teaching_class_id = checked.teaching_class_id) people
      where people.count > job.capacity`,
  },
];
