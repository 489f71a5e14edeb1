import { leftTeacherStates } from '@jwxt/contracts/base-info/person-state.vocabulary.ts';
import { monitorGroup, severity, type Severity } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import type { MonitorPoint } from './monitor-point.ts';

/** Where people put meetings right. */
const page = 'arrange/classSchedule';
/** SQL: after rows `checked` of the current semester, their class. */
const ofClass = `join base.semester on semester.xnxq = checked.semester_id and semester.sfdqxq = '1'
  join base.teaching_class class on class.teaching_class_id = checked.teaching_class_id`;
/** SQL: a meeting that is still to come. What was before somebody left, or a room was closed, was right. */
const toCome = 'semester.ksrq + (checked.week - 1) * 7 + checked.weekday - 1 >= base.school_day()';
const called = `class.teaching_class_name || ' ' || class.teaching_class_code`;
const when = `'星期' || substr('一二三四五六日', checked.weekday, 1) || ' 第' || checked.period || '节'`;

function arranged(code: string, name: string, how: Severity, remedy: string, found: string): MonitorPoint {
  return { code, name, group: monitorGroup.arranging, severity: how, fix: 'manual', page, remedy, find: found };
}

/** Meetings as they take place, in one week at one time with another that shares something with them. */
function clash(code: string, name: string, remedy: string, shared: string, told: string): MonitorPoint {
  return arranged(
    code,
    name,
    severity.error,
    remedy,
    `select concat_ws('/', checked.schedule_id, checked.apply_id) as key, ${called} as name,
        class.open_department_id as unit,
        ${when} || ' ' || ${told} || ' 还有 ' || string_agg(distinct busy.teaching_class_name, '、')
          || '，第' || min(checked.week) || '周起' as problem,
        null::jsonb as change
      from base.class_meeting checked ${ofClass}
      join base.class_meeting other on other.semester_id = checked.semester_id and other.week = checked.week
        and other.weekday = checked.weekday and ${shared} and other.schedule_id <> checked.schedule_id
        and base.periods_meet(other.period, checked.period)
      join base.teaching_class busy on busy.teaching_class_id = other.teaching_class_id
      left join base.teacher on teacher.gh = checked.gh
      group by checked.schedule_id, checked.apply_id, checked.weekday, checked.period, checked.room,
        class.teaching_class_id, teacher.xm`,
  );
}

/** When and where classes meet in the current semester (MONITOR-18). */
export const arrangePoints: readonly MonitorPoint[] = [
  clash(
    'PK01',
    '同一教室同一时间有两个教学班上课',
    '为其中一个教学班改教室或时间',
    `coalesce(other.jsh, nullif(btrim(other.room), '')) = coalesce(checked.jsh, nullif(btrim(checked.room), ''))`,
    'checked.room',
  ),
  clash(
    'PK02',
    '同一教师同一时间有两个教学班上课',
    '为其中一个教学班改时间，或另派教师',
    'other.gh = checked.gh and other.teaching_class_id <> checked.teaching_class_id',
    'teacher.xm',
  ),
  clash(
    'PK03',
    '同一教学班同一时间有两次课',
    '改其中一次的时间',
    'other.teaching_class_id = checked.teaching_class_id',
    `'本班'`,
  ),
  arranged(
    'PK04',
    '上课安排没有教室',
    severity.warning,
    '为该次课安排教室',
    `select checked.schedule_id as key, ${called} as name, class.open_department_id as unit,
        ${when} || ' 没有教室' as problem, null::jsonb as change
      from base.class_schedule checked ${ofClass} where checked.jsh is null and btrim(checked.room) = ''`,
  ),
  arranged(
    'PK05',
    '上课周次超出本学期',
    severity.error,
    '把上课周次改到学期以内',
    `select checked.schedule_id as key, ${called} as name, class.open_department_id as unit,
        '第' || checked.weeks || '周，本学期共 ' || semester.zs || ' 周' as problem, null::jsonb as change
      from base.class_schedule checked ${ofClass}
      where exists (select from unnest(base.weeks_of(checked.weeks)) met (week)
        where met.week not between 1 and semester.zs)`,
  ),
  arranged(
    'PK06',
    '教室座位少于教学班人数',
    severity.warning,
    '改用座位足够的教室，或分班',
    `select checked.schedule_id as key, ${called} as name, class.open_department_id as unit,
        classroom.jsmc || ' 有效座位 ' || classroom.yxzws || '，名单 ' || people.count || ' 人' as problem,
        null::jsonb as change
      from base.class_schedule checked ${ofClass} join base.classroom on classroom.jsh = checked.jsh
      cross join lateral (select count(*) from base.teaching_class_student roster
        where roster.teaching_class_id = checked.teaching_class_id) people
      where people.count > classroom.yxzws`,
  ),
  arranged(
    'PK07',
    '上课的教师已不在校',
    severity.error,
    '另派教师上课；已调课的，撤回调课或再次调整',
    `select concat_ws('/', checked.schedule_id, checked.apply_id) as key, ${called} as name,
        class.open_department_id as unit,
        ${when} || ' ' || teacher.xm || ' 已不在校，第' || min(checked.week) || '周起' as problem, null::jsonb as change
      from base.class_meeting checked ${ofClass} join base.teacher on teacher.gh = checked.gh
      where ${toCome} and teacher.dqztm in (${leftTeacherStates.map((state) => `'${state}'`).join(', ')})
      group by checked.schedule_id, checked.apply_id, checked.weekday, checked.period, class.teaching_class_id,
        teacher.xm`,
  ),
  arranged(
    'PK08',
    '上课的教室已停用',
    severity.error,
    '改用其他教室；已调课的，再次调整',
    `select concat_ws('/', checked.schedule_id, checked.apply_id) as key, ${called} as name,
        class.open_department_id as unit,
        ${when} || ' ' || classroom.jsmc || ' 已停用，第' || min(checked.week) || '周起' as problem,
        null::jsonb as change
      from base.class_meeting checked ${ofClass} join base.classroom on classroom.jsh = checked.jsh
      where ${toCome} and classroom.sfqy = '0'
      group by checked.schedule_id, checked.apply_id, checked.weekday, checked.period, class.teaching_class_id,
        classroom.jsmc`,
  ),
  arranged(
    'PK09',
    '调课改用的教室座位少于教学班人数',
    severity.warning,
    '再次调整，改用座位足够的教室',
    `select concat_ws('/', checked.schedule_id, checked.apply_id) as key, ${called} as name,
        class.open_department_id as unit,
        '第' || checked.week || '周 ' || ${when} || ' ' || classroom.jsmc || ' 有效座位 ' || classroom.yxzws
          || '，名单 ' || people.count || ' 人' as problem, null::jsonb as change
      from base.class_meeting checked ${ofClass} join base.classroom on classroom.jsh = checked.jsh
      cross join lateral (select count(*) from base.teaching_class_student roster
        where roster.teaching_class_id = checked.teaching_class_id) people
      where ${toCome} and checked.apply_id is not null and people.count > classroom.yxzws`,
  ),
];
