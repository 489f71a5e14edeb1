import { monitorGroup, severity } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { changeOf, type MonitorPoint } from './monitor-point.ts';

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
    find: `select t.user_name as key, t.name || ' ' || t.user_name as name, coalesce(x.dwh, s.dwh) as unit,
        '本人已不在校，账号仍启用' as problem, ${changeOf('user_name', { sfqy: `'0'` })} as change
      from base.user_account t left join base.teacher x on x.gh = t.gh
      left join base.student s on s.student_code = t.student_code
      where t.sfqy = '1' and (x.dqztm in ('03', '05', '06', '07', '08')
        or s.dqztm in ('03', '07', '08', '09', '10', '11', '14'))`,
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
    find: `select t.user_name as key, t.name || ' ' || t.user_name as name, coalesce(x.dwh, s.dwh) as unit,
        '本人姓名为“' || base.tidy_name(coalesce(x.xm, s.student_name)) || '”' as problem,
        ${changeOf('user_name', { name: 'base.tidy_name(coalesce(x.xm, s.student_name))' })} as change
      from base.user_account t left join base.teacher x on x.gh = t.gh
      left join base.student s on s.student_code = t.student_code
      where t.name <> base.tidy_name(coalesce(x.xm, s.student_name))`,
  },
  {
    code: 'ZH03',
    name: '在职任课教师没有账号',
    group: monitorGroup.baseInfo,
    severity: severity.warning,
    fix: 'manual',
    page: null,
    remedy: '为该教师开通账号；本学期有教学班的先开',
    find: `select t.gh as key, t.xm || ' ' || t.gh as name, t.dwh as unit,
        '本学期有教学班，没有可用账号，无法录入成绩' as problem, null::jsonb as change
      from base.teacher t
      where not exists (select 1 from base.user_account u where u.gh = t.gh and u.sfqy = '1')
        and exists (select 1 from base.teaching_class_teacher ct join base.teaching_class c using (teaching_class_id)
          join base.semester y on y.xnxq = c.semester_id where ct.gh = t.gh and y.sfdqxq = '1')`,
  },
  {
    code: 'ZH04',
    name: '有账号的人没有任何角色',
    group: monitorGroup.baseInfo,
    severity: severity.hint,
    fix: 'manual',
    page: null,
    remedy: '授予相应角色，或停用该账号',
    find: `select t.user_name as key, t.name || ' ' || t.user_name as name,
        coalesce(x.dwh, s.dwh, t.department_id) as unit, '账号没有任何角色，登录后没有可用功能' as problem,
        null::jsonb as change
      from base.user_account t left join base.teacher x on x.gh = t.gh
      left join base.student s on s.student_code = t.student_code
      where t.sfqy = '1' and not exists (select 1 from base.user_role r where r.user_name = t.user_name)`,
  },
];
