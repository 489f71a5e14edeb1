import { monitorGroup, severity } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import type { MonitorPoint } from './monitor-point.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { attemptSource } from '@jwxt/contracts/score/score.vocabulary.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');
const sheetTable = readModelTable(scoreSheetModel, 'sheet');

const sheet = (problem: string): string =>
  `select checked.sheet_id as key, checked.teaching_class_name || ' ' || checked.teaching_class_code as name,
      checked.open_department_id as unit, ${problem} as problem, null::jsonb as change`;
const day = (time: string): string => `to_char(${time} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI')`;

/**
 * Scores (MONITOR-19). No handler ever touches a score: what is wrong here is put right by the people whose work it is.
 * No problem names a score.
 */
export const scorePoints: readonly MonitorPoint[] = [
  {
    code: 'CJ01',
    name: '录入窗口已开放，成绩单没有设置',
    group: monitorGroup.scores,
    severity: severity.error,
    fix: 'manual',
    page: 'scoreManage/entry',
    remedy: '为该教学班初始化成绩单',
    find: `select checked.teaching_class_id as key,
      checked.teaching_class_name || ' ' || checked.teaching_class_code as name,
        checked.open_department_id as unit, '窗口已开放至 ' || ${day('term_window.score_term_input_end_time')} ||
        '，成绩单尚未设置，教师无法录入' as problem, null::jsonb as change
      from base.teaching_class checked
      join lateral base.entry_window(checked.semester_id, '1', checked.course_id,
        checked.open_department_id) term_window on $1 between
        term_window.score_term_input_begin_time and term_window.score_term_input_end_time
      where checked.class_kind = '1'
        and exists (select 1 from base.teaching_class_student roster
          where roster.teaching_class_id = checked.teaching_class_id)
        and not exists (select 1 from ${sheetTable} sheet
          where sheet.teaching_class_id = checked.teaching_class_id and sheet.score_type = '1')`,
  },
  {
    code: 'CJ02',
    name: '录入窗口已关闭，成绩没有送审',
    group: monitorGroup.scores,
    severity: severity.error,
    fix: 'manual',
    page: 'scoreManage/entry',
    remedy: '联系任课教师；确需补录的延长该班的录入时间',
    find:
      sheet(
        `'窗口已于 ' || ${day('checked.window_end')} || ' 关闭，' || checked.import_teacher || ' 尚未送审，已录 '
          || checked.entered_num || ' 人'`,
      ) + ` from ${sheetTable} checked where checked.sheet_status in ('1', '2') and checked.window_end < $1`,
  },
  {
    code: 'CJ03',
    name: '成绩分项比例之和不是100',
    group: monitorGroup.scores,
    severity: severity.error,
    fix: 'manual',
    page: null,
    remedy: '开课单位更正分项比例',
    find: `select checked.score_template_id as key, '模板 ' || checked.score_template_name as name, null::text as unit,
        '分项比例之和为 ' || found.sum || '%' as problem, null::jsonb as change
      from base.score_template checked
      cross join lateral (select sum((item ->> 'scoreSubItemProportion')::int) as sum
        from jsonb_array_elements(checked.items) item) found
      where checked.sfqy = '1' and found.sum <> 100`,
  },
  {
    code: 'CJ04',
    name: '同一学生同一课程有多条认定成绩',
    group: monitorGroup.scores,
    severity: severity.error,
    fix: 'manual',
    page: 'scoreManage/replay',
    remedy: '在成绩回放中核对，保留一条',
    find: `select checked.student_code || '/' || checked.course_id as key,
      min(checked.student_name) || ' ' || min(checked.course_name) as name,
        min(checked.department_id) as unit, '有 ' || count(*) || ' 条认定成绩' as problem, null::jsonb as change
      from ${attemptTable} checked where checked.source = '${attemptSource.recognised}'
        group by checked.student_code, checked.course_id having count(*) > 1`,
  },
  {
    code: 'CJ05',
    name: '认定所依据的校内成绩已撤回或不再及格',
    group: monitorGroup.scores,
    severity: severity.error,
    fix: 'manual',
    page: 'scoreManage/replay',
    remedy: '教务处核对该认定是否保留',
    find: `select checked.attempt_id as key, checked.student_name || ' ' || checked.course_name as name,
      checked.department_id as unit, '所依据的课程没有及格的成绩' as problem, null::jsonb as change
      from ${attemptTable} checked cross join unnest(checked.replaces) source (course_id)
      where not exists (select from ${attemptTable} earned where earned.student_code = checked.student_code
        and earned.course_id = source.course_id and earned.passed)`,
  },
  {
    code: 'CJ06',
    name: '成绩不在0到100之间',
    group: monitorGroup.scores,
    severity: severity.error,
    fix: 'manual',
    page: 'scoreManage/change',
    remedy: '由任课教师提出成绩更改申请',
    find: `select checked.attempt_id as key, checked.student_name || ' ' || checked.course_name as name,
      checked.open_department_id as unit,
        '总评超出0到100' as problem, null::jsonb as change
      from ${attemptTable} checked where checked.final < 0 or checked.final > 10000`,
  },
  {
    code: 'CJ07',
    name: '成绩已通过，名单中的学生没有成绩记录',
    group: monitorGroup.scores,
    severity: severity.error,
    fix: 'manual',
    page: 'scoreManage/replay',
    remedy: '核对名单是否在送审后变动；是的由教务处补录，不是的报告管理员',
    find: `${sheet(`'缺 ' || string_agg(student.student_name || ' ' || student.student_number, '、'
        order by student.student_number)`)}
      from ${sheetTable} checked
      join base.teaching_class_student roster on roster.teaching_class_id = checked.teaching_class_id
      join base.student on student.student_code = roster.student_code
      where checked.sheet_status = '4' and checked.score_type = '1' and not exists
        (select 1 from ${attemptTable} attempt
        where attempt.student_code = roster.student_code and attempt.course_id = checked.course_id)
      group by checked.sheet_id, checked.teaching_class_name, checked.teaching_class_code, checked.open_department_id`,
  },
];
