import { leftTeacherStates } from '@jwxt/contracts/base-info/person-state.vocabulary.ts';
import { allowsSql } from '@jwxt/infra/runtime/status-allowance.ts';
import { monitorGroup, severity } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { changeOf, type MonitorPoint } from './monitor-point.ts';

const quoted = (codes: readonly string[]): string => codes.map((code) => `'${code}'`).join(', ');

/** Accounts that do not fit the people behind them (MONITOR-31, 32). */
export const accountPoints: readonly MonitorPoint[] = [
  {
    code: 'ZH01',
    name: '离职教师或离校学生的账号仍可登录',
    group: monitorGroup.baseInfo,
    severity: severity.error,
    fix: 'quick',
    table: 'user_account',
    page: null,
    remedy: '停用该账号；人员恢复后可再启用',
    find: `select checked.user_name as key, checked.name || ' ' || checked.user_name as name,
        coalesce(teacher.dwh, student.dwh) as unit,
        '本人已不在校，账号仍启用' as problem, ${changeOf('user_name', { sfqy: `'0'` })} as change
      from base.user_account checked left join base.teacher on teacher.gh = checked.gh
      left join base.student on student.student_code = checked.student_code
      where checked.sfqy = '1' and (teacher.dqztm in (${quoted(leftTeacherStates)})
        or student.student_code is not null and not ${allowsSql('student.dqztm', 'account')})`,
  },
  {
    code: 'ZH02',
    name: '账号姓名与本人姓名不同',
    group: monitorGroup.baseInfo,
    severity: severity.warning,
    fix: 'quick',
    table: 'user_account',
    page: null,
    remedy: '改为教师或学生信息中的姓名',
    find: `select checked.user_name as key, checked.name || ' ' || checked.user_name as name, coalesce(teacher.dwh,
      student.dwh) as unit,
        '本人姓名为“' || base.tidy_name(coalesce(teacher.xm, student.student_name)) || '”' as problem,
        ${changeOf('user_name', { name: 'base.tidy_name(coalesce(teacher.xm, student.student_name))' })} as change
      from base.user_account checked left join base.teacher on teacher.gh = checked.gh
      left join base.student on student.student_code = checked.student_code
      where checked.name <> base.tidy_name(coalesce(teacher.xm, student.student_name))`,
  },
  {
    code: 'ZH03',
    name: '在职任课教师没有账号',
    group: monitorGroup.baseInfo,
    severity: severity.warning,
    fix: 'manual',
    page: null,
    remedy: '为该教师开通账号；本学期有教学班的先开',
    find: `select checked.gh as key, checked.xm || ' ' || checked.gh as name, checked.dwh as unit,
        '本学期有教学班，没有可用账号，无法录入成绩' as problem, null::jsonb as change
      from base.teacher checked
      where not exists (select 1 from base.user_account account where account.gh = checked.gh and account.sfqy = '1')
        and exists (select 1 from base.teaching_class_teacher taught
          join base.teaching_class class using (teaching_class_id)
          join base.semester on semester.xnxq = class.semester_id
            where taught.gh = checked.gh and semester.sfdqxq = '1')`,
  },
  {
    code: 'ZH04',
    name: '有账号的人没有任何角色',
    group: monitorGroup.baseInfo,
    severity: severity.hint,
    fix: 'manual',
    page: null,
    remedy: '授予相应角色，或停用该账号',
    find: `select checked.user_name as key, checked.name || ' ' || checked.user_name as name,
        coalesce(teacher.dwh, student.dwh, checked.department_id) as unit,
          '账号没有任何角色，登录后没有可用功能' as problem,
        null::jsonb as change
      from base.user_account checked left join base.teacher on teacher.gh = checked.gh
      left join base.student on student.student_code = checked.student_code
      where checked.sfqy = '1' and not exists (select 1 from base.user_role held
        where held.user_name = checked.user_name)`,
  },
];
