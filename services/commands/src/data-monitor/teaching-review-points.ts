import { monitorGroup, severity } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { changeOf, type MonitorPoint } from './monitor-point.ts';

/** An evaluation that is asked for, of a class with its student. */
const owed = `base.evaluation_task checked join base.teaching_class class using (teaching_class_id)
      join base.semester on semester.xnxq = class.semester_id and semester.sfgd = '0'
      join base.user_account account on account.user_name = checked.user_name
      join base.student on student.student_code = account.student_code`;
const withdrawn = changeOf('task_id', { status: `'2'` });
const called = `student.student_name || ' ' || student.student_number || ' · ' || class.teaching_class_name`;

/**
 * Evaluations of teaching (MONITOR-20): they come from the school's system of evaluations. Who owes one does not see
 * the scores of the semester where that is asked for.
 */
export const teachingReviewPoints: readonly MonitorPoint[] = [
  {
    code: 'PJ01',
    name: '已退出教学班的学生仍有待完成的评教',
    group: monitorGroup.teachingReview,
    severity: severity.error,
    fix: 'quick',
    table: 'evaluation_task',
    page: null,
    remedy: '撤回该评教任务，学生不再因此不能查看成绩',
    find: `select checked.task_id as key, ${called} as name, class.open_department_id as unit,
        '学生已不在教学班名单中，无法评教，也不能查看成绩' as problem, ${withdrawn} as change
      from ${owed}
      where checked.status = '0' and not exists (select from base.teaching_class_student roster
        where roster.teaching_class_id = checked.teaching_class_id and roster.student_code = student.student_code)`,
  },
  {
    code: 'PJ02',
    name: '没有任课教师的教学班有待完成的评教',
    group: monitorGroup.teachingReview,
    severity: severity.warning,
    fix: 'confirm',
    table: 'evaluation_task',
    page: null,
    remedy: '指定任课教师；不再评教的，撤回评教任务',
    find: `select checked.task_id as key, ${called} as name, class.open_department_id as unit,
        '教学班没有任课教师，没有可以评价的人' as problem, ${withdrawn} as change
      from ${owed}
      where checked.status = '0' and not exists (select from base.teaching_class_teacher taught
        where taught.teaching_class_id = checked.teaching_class_id)
        and exists (select from base.teaching_class_student roster
          where roster.teaching_class_id = checked.teaching_class_id and roster.student_code = student.student_code)`,
  },
  {
    code: 'PJ03',
    name: '教学班名单中有学生没有评教任务',
    group: monitorGroup.teachingReview,
    severity: severity.hint,
    fix: 'manual',
    page: null,
    remedy: '在评教系统中为这些学生补发评教任务',
    find: `select class.teaching_class_id as key, class.teaching_class_name || ' ' || class.teaching_class_code as name,
        class.open_department_id as unit, '名单 ' || count(*) || ' 人，' || count(*) filter (where task.task_id is null)
          || ' 人没有评教任务' as problem, null::jsonb as change
      from base.teaching_class class
      join base.semester on semester.xnxq = class.semester_id and semester.sfdqxq = '1'
      join base.teaching_class_student roster using (teaching_class_id)
      left join base.user_account account on account.student_code = roster.student_code
      left join base.evaluation_task task
        on task.teaching_class_id = class.teaching_class_id and task.user_name = account.user_name
      where exists (select from base.evaluation_task asked where asked.teaching_class_id = class.teaching_class_id)
      group by class.teaching_class_id having count(*) filter (where task.task_id is null) > 0`,
  },
];
