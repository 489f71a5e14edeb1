import { monitorGroup, severity } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import type { MonitorPoint } from './monitor-point.ts';

const classOf = `base.teaching_class checked
  join base.semester on semester.xnxq = checked.semester_id and semester.sfdqxq = '1'`;

/** Who chose what (MONITOR-23): retake classes, into which students are taken one by one. */
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
];
