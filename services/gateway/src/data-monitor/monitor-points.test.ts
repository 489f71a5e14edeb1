import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  cleanMonitorResults,
  ignoreMonitorResults,
  queryMonitorResults,
  recheck,
} from '@jwxt/contracts/data-monitor/data-monitor.operations.ts';
import { queryMonitorData } from '@jwxt/contracts/data-monitor/monitor-ball.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';

/*
 * What the monitors find by their groups, with wrong data put in by hand, and that it disappears when it is right.
 */

let school: School;
let office: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  office = await school.browser('office1');
});
afterAll(() => school.stop());

const run = (sql: string, values: unknown[] = []) => school.pool.query(sql, values);
const look = () => office.get(recheck, { commandId: crypto.randomUUID() });
const found = async (pointCode: string) =>
  (await office.get(queryMonitorResults, { pointCode, pageNo: 1, pageSize: 50 })).list
    .map(({ businessKey, problemText }) => `${businessKey} ${problemText}`)
    .toSorted();

test('MONITOR-18: meetings that clash in room, teacher or class, are outside the semester, lack seats', async () => {
  await run(`insert into base.building (jxlh, ywbm, jxlmc, xqdm) values ('J9', 'J9', '九教', '1')`);
  await run(`insert into base.classroom (jsh, ywbm, jsmc, xqdm, jxlh, jslxm, zws, yxzws, kszws, sfpk, sfks)
    values ('R9', 'R9', '九教901', '1', 'J9', '1', 1, 1, 1, '1', '1')`);
  const meet = (id: string, of: string, weeks: string, period: string, gh: string, jsh: string | null) =>
    run(
      `insert into base.class_schedule
          (schedule_id, teaching_class_id, semester_id, weeks, weekday, period, room, gh, jsh)
       values ($1, $2, $3, $4, 6, $5, $6, $7, $8)`,
      [id, of, SEMESTER, weeks, period, jsh === null ? '' : '九教901', gh, jsh],
    );
  await meet('A', 'TC1', '1-8', '1-2', 'T01', 'R9');
  await meet('B', 'TC2', '8-16', '2-3', 'T08', 'R9');
  await meet('C', 'TC3', '1-16', '1-2', 'T01', null);
  await meet('D', 'TC1', '4-18,30', '2-2', 'T03', null);
  await look();
  expect(await found('PK01')).toEqual([
    'A 星期六 第1-2节 九教901 还有 数学1班，第8周起',
    'B 星期六 第2-3节 九教901 还有 计算机1班，第8周起',
  ]);
  expect((await found('PK02')).map((each) => each.slice(0, 1))).toEqual(['A', 'C']);
  expect((await found('PK03')).map((each) => each.slice(0, 1))).toEqual(['A', 'D']);
  expect((await found('PK04')).map((each) => each.slice(0, 1))).toEqual(['C', 'D']);
  expect(await found('PK05')).toEqual(['D 第4-18,30周，本学期共 18 周']);
  expect(await found('PK06')).toEqual(['A 九教901 有效座位 1，名单 2 人']);
  // Who teaches, where, and what was moved to a room that is too small (调停课).
  await run(`update base.semester set ksrq = current_date - 7 where xnxq = $1`, [SEMESTER]);
  await run(`update base.teacher set dqztm = '03' where gh = 'T08'`);
  await run(`update base.classroom set sfqy = '0' where jsh = 'R9'`);
  await run(`insert into base.class_schedule_change (apply_id, schedule_id, week, after_week, after_weekday,
      after_period, after_room, after_jsh, after_gh) values ('X', 'A', 3, 4, 7, '5-6', '九教901', 'R9', 'T01')`);
  await look();
  expect(await found('PK07')).toEqual([
    'B 星期六 第2-3节 郑老师 已不在校，第8周起',
    expect.stringMatching(/^SC3 星期三 .*郑老师 已不在校，第[23]周起$/),
  ]);
  expect((await found('PK08')).map((each) => each.split(' ')[0])).toEqual(['A', 'A/X', 'B']);
  expect(await found('PK09')).toEqual(['A/X 第4周 星期日 第5-6节 九教901 有效座位 1，名单 2 人']);
  await run(`delete from base.class_schedule_change`);
  await run(`update base.teacher set dqztm = '11' where gh = 'T08'`);
  await run(`update base.classroom set sfqy = '1' where jsh = 'R9'`);
  await run(`delete from base.class_schedule where schedule_id in ('B', 'C', 'D')`);
  await look();
  for (const point of ['PK01', 'PK02', 'PK03', 'PK04', 'PK05', 'PK07', 'PK08', 'PK09'])
    expect(await found(point)).toEqual([]);
});

test('MONITOR-19: a score template whose items are not 100 per cent; ignored until a day, with a reason', async () => {
  await run(`update base.score_template set items = jsonb_set(items, '{0,scoreSubItemProportion}', '10')
    where score_template_id = 'T4060'`);
  await look();
  expect(await found('CJ03')).toEqual(['T4060 分项比例之和为 70%']);
  const { list } = await office.get(queryMonitorResults, { pointCode: 'CJ03', pageNo: 1, pageSize: 5 });
  const ignore = { commandId: crypto.randomUUID(), resultIds: list.map(({ resultId }) => resultId) };
  expect(await office.call(ignoreMonitorResults, { ...ignore, reason: ' ', until: '2099-01-01' })).toMatchObject({
    fieldErrors: [{ field: 'reason', message: '请输入忽略原因' }],
  });
  await office.get(ignoreMonitorResults, { ...ignore, reason: '试用模板', until: '2099-01-01' });
  expect(await found('CJ03')).toEqual([]);
});

test('MONITOR-20: an evaluation owed by who has left the class is withdrawn; who has none is told', async () => {
  await run(`insert into base.user_account (user_name, name, kind, student_code, sfqy)
    select 'pj' || student_code, student_name, 'student', student_code, '1' from base.student
      where student_code in ('S2026001', 'S2026003')`);
  await run(`delete from base.teaching_class_student where student_code = 'S2026003' and teaching_class_id = 'TC1'`);
  await run(`insert into base.evaluation_task (task_id, user_name, teaching_class_id)
    values ('E1', 'pjS2026001', 'TC1'), ('E3', 'pjS2026003', 'TC1')`);
  await look();
  expect(await found('PJ01')).toEqual(['E3 学生已不在教学班名单中，无法评教，也不能查看成绩']);
  expect(await found('PJ03')).toEqual([expect.stringMatching(/^TC1 名单 \d+ 人，\d+ 人没有评教任务$/)]);
  const { list } = await office.get(queryMonitorResults, { pointCode: 'PJ01', pageNo: 1, pageSize: 5 });
  await office.get(cleanMonitorResults, {
    commandId: crypto.randomUUID(),
    resultIds: list.map(({ resultId }) => resultId),
  });
  const { rows } = await run('select task_id, status from base.evaluation_task order by task_id');
  expect(rows).toEqual([
    { task_id: 'E1', status: '0' },
    { task_id: 'E3', status: '2' },
  ]);
  await look();
  expect(await found('PJ01')).toEqual([]);
});

test('MONITOR-21, MONITOR-23: classes without teachers, students twice in a course, a full retake class', async () => {
  await run(`delete from base.teaching_class_teacher where teaching_class_id = 'TC3'`);
  await run(`insert into base.teaching_class (teaching_class_id, teaching_class_code, teaching_class_name, semester_id,
      course_id, open_department_id, xqdm, class_kind)
    select 'TC9', 'TC9', '重修班', semester_id, course_id, open_department_id, xqdm, '4' from base.teaching_class
    where teaching_class_id = 'TC1'`);
  await run(`insert into base.rebuild_class (rebuild_class_id, capacity, score_term_input_begin_time,
      score_term_input_end_time)
    values ('TC9', 1, now(), now())`);
  await run(`insert into base.teaching_class_student (teaching_class_id, student_code)
    values ('TC9', 'S2026001'), ('TC9', 'S2026003')`);
  await run(`insert into base.special_item (special_item_id, semester_id, course_id, kkxy, item_name, item_type,
      capacity, sex_limit)
    select 'I1', semester_id, course_id, open_department_id, '篮球', '1', 1, '9' from base.teaching_class
    where teaching_class_id = 'TC1'`);
  await run(`insert into base.special_item_student (special_item_id, student_code, semester_id, course_id)
    select 'I1', student_code, semester_id, course_id from base.special_item,
      unnest(array['S2026001', 'S2026003']) student_code`);
  await run(`insert into base.teaching_job (teaching_class_id, teaching_class_code, teaching_class_name, semester_id,
      course_id, open_department_id, xqdm, total_hour, start_end_week, capacity, job_type)
    select teaching_class_id, teaching_class_code, teaching_class_name, semester_id, course_id, open_department_id,
      xqdm, 320, '1-16', 1, '1' from base.teaching_class where teaching_class_id = 'TC9'`);
  await look();
  expect(await found('KK01')).toEqual(expect.arrayContaining(['TC3 没有任课教师，成绩无人录入']));
  expect(await found('XK01')).toEqual(['TC9 容量 1，已有 2 人']);
  expect((await found('XK02')).map((each) => each.split(' ')[0])).toEqual(['S2026001/K1']);
  expect(await found('XK05')).toEqual(['TC9 容量 1，名单 2 人']);
  expect(await found('XK03')).toEqual(['I1 容量 1，已选 2 人']);
  expect((await found('XK04')).map((each) => each.split(' ')[0])).toEqual(['I1/S2026001', 'I1/S2026003']);
  const groups = await office.get(queryMonitorData, {});
  expect(groups.map(({ monitorGroupName }) => monitorGroupName)).toEqual([
    '排课',
    '成绩',
    '评教',
    '开课',
    '基础信息',
    '选课',
    '数据',
  ]);
});
