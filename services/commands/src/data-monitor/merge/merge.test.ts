import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MergeUse } from '@jwxt/contracts/data-monitor/merge.command.ts';
import type { MergeHandler } from '@jwxt/contracts/data-monitor/merge.vocabulary.ts';
import { startTestApp, type TestApp } from '../../testing/commands-app.ts';
import { loadClass, loadScoreSchool, people } from '../../testing/score-school.ts';
import { allResources } from '@jwxt/contracts/all-areas.ts';
import { referencesTo } from '../../kernel/references.ts';
import { movedReferences, referenceWords, stepOf } from './merge-rows.ts';
import { mergeJob, mergeUndoJob } from './merge-job.ts';

/*
 * Rows that are one thing twice become one, as the commands service does it, and are taken back.
 */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ jobKinds: [mergeJob, mergeUndoJob] });
  await loadScoreSchool(t);
});
afterAll(() => t.stop());

const as = { actor: people.office };
const load = (resource: string, rows: object[]) => t.accept('reference.load', { resource, rows });
const query = async <R extends object>(sql: string, values: unknown[] = []) =>
  (await t.app.services.pool.query<R>(sql, values)).rows;
const valuesOf = async (sql: string) => (await query<{ v: string }>(sql)).map(({ v }) => v);

const preview = (handler: MergeHandler, stayKey: string, ...goneKeys: string[]) =>
  t.accept<{ uses: MergeUse[]; refusal: string | null }>('merge.preview', { handler, stayKey, goneKeys }, as);
const refusalOf = async (handler: MergeHandler, stayKey: string, ...goneKeys: string[]) => {
  const { refusal } = await preview(handler, stayKey, ...goneKeys);
  const sent = await t.send('merge.start', { handler, stayKey, goneKeys }, as);
  expect(sent.status === 'refused' ? sent.message : null).toBe(refusal);
  return refusal;
};
async function ended(jobId: string): Promise<string[]> {
  await expect
    .poll(async () => valuesOf(`select status as v from base.long_job where job_id = '${jobId}'`))
    .toEqual(['2']);
  return await valuesOf(`select item_name || '：' || message as v from base.long_job_item
    where job_id = '${jobId}' and result = '1' order by item_no`);
}
/** What happened, step by step. */
async function merge(handler: MergeHandler, stayKey: string, ...goneKeys: string[]) {
  const { taskId, jobId } = await t.accept<{ taskId: string; jobId: string }>(
    'merge.start',
    { handler, stayKey, goneKeys },
    as,
  );
  return { taskId, steps: await ended(jobId) };
}
async function undo(handler: MergeHandler, taskId: string): Promise<string[]> {
  return await ended((await t.accept<{ jobId: string }>('merge.undo', { handler, taskId }, as)).jobId);
}

const tables = [
  'department',
  'major',
  'grade_major',
  'class_info',
  'student',
  'teacher',
  'course',
  'classroom',
  'teaching_class',
  'teaching_class_teacher',
  'teaching_class_student',
  'class_schedule',
  'execution_plan',
  'user_account',
];
/** Everything that a merge may touch, to compare with what it was. */
async function everything(): Promise<unknown> {
  const all: Record<string, unknown> = {};
  for (const table of tables)
    all[table] = (await query<{ row: object }>(`select to_jsonb(s) as row from base.${table} s order by 1`)).map(
      ({ row }) => row,
    );
  return all;
}
let before: unknown;
beforeEach(async () => {
  before = await everything();
});

const student = (code: string, bjdm = 'B1') => ({
  studentCode: code,
  studentNumber: `2026${code}`,
  studentName: `学生${code}`,
  xbm: '1',
  bjdm,
  njzydm: '2026SE',
  dwh: '101',
  njdm: '2026',
  zydm: 'SE',
  xqdm: '1',
  xslbdm: '1',
  dqztm: '01',
});

test('MONITOR-31: a teacher: classes move, of the same one is left, accounts stop; undone whole', async () => {
  await load('teacher', [{ gh: 'T1x', ywbm: 'T1x', xm: '张老师', xbm: '1', dwh: '101', dqztm: '11', sfrk: '1' }]);
  await loadClass(t, 'M1', ['S1']);
  await load('teachingClassTeacher', [{ teachingClassId: 'TC1', gh: 'T1x', sortNum: 3 }]);
  await query(`update base.teaching_class_teacher set gh = 'T1x' where teaching_class_id = 'M1' and gh = 'T1'`);
  await query(`update base.class_info set bzrgh = 'T1x' where bjdm = 'B1'`);
  await load('userAccount', [
    { userName: 'zhang', name: '张老师', kind: 'teacher', password: 'Jwxt@2026', gh: 'T1' },
    { userName: 'zhangx', name: '张老师', kind: 'teacher', password: 'Jwxt@2026', gh: 'T1x' },
  ]);
  before = await everything();
  const found = await preview('teacher', 'T1', 'T1x');
  expect(found.refusal).toBeNull();
  expect(found.uses).toEqual(
    expect.arrayContaining([
      { what: '教学班教师（教师）', moved: 1, conflicts: 1, where: 'TC1', kept: 0 },
      { what: '行政班（班主任）', moved: 1, conflicts: 0, where: '', kept: 0 },
      { what: '账号', moved: 0, conflicts: 1, where: '', kept: 0 },
    ]),
  );
  expect(await everything()).toEqual(before);
  const { taskId, steps } = await merge('teacher', 'T1', 'T1x');
  expect(steps).toEqual(
    expect.arrayContaining([
      '教学班教师（教师）：改到保留的数据 1 条，去掉重复 1 条',
      '行政班（班主任）：改到保留的数据 1 条',
      '停用并入的教师：停用 1 条',
    ]),
  );
  expect(
    await valuesOf(`select gh as v from base.teaching_class_teacher where teaching_class_id = 'M1' order by 1`),
  ).toEqual(['T1', 'T2']);
  expect(
    await valuesOf(`select sfqy as v from base.user_account where user_name in ('zhang', 'zhangx') order by user_name`),
  ).toEqual(['1', '0']);
  expect(await valuesOf(`select dqztm as v from base.teacher where gh = 'T1x'`)).toEqual(['99']);
  expect(await valuesOf(`select distinct name as v from base.operation_log where operation = 'merge'`)).toEqual([
    '教务处终审',
  ]);
  expect(await refusalOf('teacher', 'T1', 'T1x')).toBe('“张老师”已并入其他数据');
  await undo('teacher', taskId);
  expect(await everything()).toEqual(before);
  expect(await t.send('merge.undo', { handler: 'teacher', taskId }, as)).toMatchObject({ code: 'MERGE_UNDONE' });
});

test('what somebody changed after a merge stays as it is; after seven days nothing is taken back', async () => {
  const { taskId } = await merge('teacher', 'T1', 'T1x');
  await query(`update base.class_info set bzrgh = 'T2' where bjdm = 'B1'`);
  expect(await undo('teacher', taskId)).toContain('停用的教师（1 条）：恢复 1 条');
  expect(await valuesOf(`select bzrgh as v from base.class_info where bjdm = 'B1'`)).toEqual(['T2']);
  await query(`update base.merge_task set at = at - interval '8 days', undone_at = null where task_id = $1`, [taskId]);
  expect(await t.send('merge.undo', { handler: 'teacher', taskId }, as)).toMatchObject({
    code: 'MERGE_OLD',
    message: '合并后超过7天，不能再撤销',
  });
  await query('delete from base.merge_task where task_id = $1', [taskId]);
});

test('MONITOR-32: a student: rosters follow; whoever has scores is the one that stays', async () => {
  await load('student', [student('S1x'), student('S2x')]);
  await load('teachingClassStudent', [
    { teachingClassId: 'TC1', studentCode: 'S1x', listSource: '' },
    { teachingClassId: 'M1', studentCode: 'S2x', listSource: '' },
  ]);
  before = await everything();
  const { steps, taskId } = await merge('student', 'S1', 'S1x', 'S2x');
  // S1 is in both classes.
  expect(steps).toContain('教学班名单（学生）：改到保留的数据 0 条，去掉重复 2 条');
  expect(
    await valuesOf(`select student_code as v from base.teaching_class_student where teaching_class_id = 'M1'`),
  ).toEqual(['S1']);
  await undo('student', taskId);
  expect(await everything()).toEqual(before);
  await t.accept('scoreSheet.initialise', { teachingClassId: 'TC1', scoreType: '1' }, as);
  await t.accept(
    'scoreSheet.save',
    { teachingClassId: 'TC1', scoreType: '1', rows: [{ studentCode: 'S1x', items: { ps: '80' }, revision: 0 }] },
    { actor: people.teacher1 },
  );
  expect(await refusalOf('student', 'S1', 'S1x')).toBe(
    '“学生S1x”已有成绩，成绩不能改到另一个人名下；请把有成绩的作为保留的数据',
  );
  expect(await refusalOf('student', 'S1x', 'S2x')).toBeNull();
  await expect
    .poll(async () => valuesOf(`select status as v from base.long_job where status in ('0', '1')`))
    .toEqual([]);
});

/**
 * Columns that name a student without a key to the table, and are no reference of a merge: what is frozen, what follows
 * scores, and the student's own row. Others without a key are moved (`student_status_fact`, `status_transition`).
 */
const unmovedStudentColumns: Readonly<Record<string, string>> = {
  'student.student_code': '学生本身',
  'backup_student.student_code': '备份日的学生，不再改变',
  'makeup_candidate.student_code': '成绩产生的补缓考候选',
  'makeup_student_left.student_code': '成绩产生的补缓考名单',
  'person_erasure.student_code': '个人信息删除的记录',
};
// A table with a student that nobody has named here fails: say whether its rows move, are on record, or stay.
test('MONITOR-32: whatever names a student is moved, on record, or said to stay, each by its name', async () => {
  const pool = t.app.services.pool;
  const references = [
    ...(await movedReferences(pool, 'student')),
    ...(await referencesTo(pool, 'student', allResources)),
  ];
  const named = new Set([...references.map(stepOf), ...Object.keys(unmovedStudentColumns)]);
  const found = await valuesOf(`select c.table_name || '.' || c.column_name as v
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'base' and t.table_type = 'BASE TABLE' and c.column_name ~ 'student_codes?$' order by 1`);
  expect(found.length).toBeGreaterThan(40);
  expect(found.filter((each) => !named.has(each))).toEqual([]);
  expect(references.filter((each) => referenceWords(each).startsWith('其他数据')).map(stepOf)).toEqual([]);
});

test('MONITOR-32: status, file, registration and conduct of a student follow, and come back', async () => {
  await load('student', [student('S5x'), student('S6x')]);
  const stored = async (table: string, key: string, order: string) =>
    await query(
      `select to_jsonb(s) as row from base.${table} s where ${key} like 'S5%' or ${key} like 'S6%' order by ${order}`,
    );
  const about = {
    student_status_fact: 'seq',
    status_transition: 'fact_key',
    status_change: 'apply_id',
    registration: 'registration_id',
    punishment: 'punishment_id',
    reward: 'reward_id',
    student_label_member: 'label_member_id',
    student_family: 'family_id',
    student_certificate: 'certificate_id',
    student_photo: 'photo_id',
    warning_record: 'record_id',
  };
  const all = async () => {
    const rows: Record<string, unknown> = {};
    for (const [table, order] of Object.entries(about)) rows[table] = await stored(table, 'student_code', order);
    return rows;
  };
  await query(`insert into base.student_status_fact (fact_key, student_code, effective_date, source,
      change_type, apply_id, status, in_school, effected_at) values
    ('A1', 'S5x', base.school_day() - 200, 'change', '11', 'A1', '02', false, now()),
    ('A2', 'S5x', base.school_day() - 20, 'change', '12', 'A2', '01', true, now()),
    ('A3', 'S6x', base.school_day() - 20, 'change', '11', 'A3', '02', false, now())`);
  await query(`insert into base.status_transition (fact_key, student_code, effective_date, before, after, reckoned_at,
      done_at) values ('A1', 'S5x', base.school_day() - 200, '{}', '{}', now(), now())`);
  await query(`insert into base.status_change (apply_id, student_code, change_type, change_reason, reason_text,
      effective_date, approval_status, implement_status) values
    ('A1', 'S5x', '11', '21', '休学', base.school_day() - 200, '9', '2'),
    ('A4', 'S6x', '12', '99', '复学', base.school_day(), '1', '0')`);
  await query(`insert into base.registration (registration_id, student_code, semester_id, register_status) values
    ('RG1', 'S5', '2026-2027-1', '1'), ('RG2', 'S5x', '2026-2027-1', '0')`);
  await query(`insert into base.punishment (punishment_id, student_code, violation_type, violation_date, violation_text,
      punish_name) values ('PU1', 'S5x', '01', base.school_day(), '夹带', '1')`);
  await query(`insert into base.student_label (label_id, label_name, label_type) values ('LB1', '荣誉学院', '1')`);
  await query(`insert into base.student_label_member (label_member_id, label_id, student_code, begin_date) values
    ('LM1', 'LB1', 'S5x', base.school_day())`);
  await query(`insert into base.student_family (family_id, student_code, member_name, relation) values
    ('F1', 'S5', '张大山', '51'), ('F2', 'S5x', '张大山', '51'), ('F3', 'S5x', '李秀英', '52')`);
  await query(
    `insert into base.student_photo (student_code, photo_type) values ('S5', '1'), ('S5x', '1'), ('S5x', '2')`,
  );
  await query(`update base.student_status_fact set effective_date = base.school_day() - 400
    where source = 'enrolled' and student_code in ('S5', 'S5x')`);
  const was = await all();
  expect(await refusalOf('student', 'S5', 'S6x')).toBe('“学生S6x”有未办结的学籍异动，请先办结或撤回再合并');
  await query(`update base.status_change set approval_status = '8' where apply_id = 'A4'`);
  expect(await refusalOf('student', 'S5', 'S6x')).toBe(
    '“学生S6x”办理过学籍异动，合并后“学生S5”现在的学籍状态或班级会改变，请先办理异动使两者一致',
  );
  await query(`update base.status_change set approval_status = '1' where apply_id = 'A4'`);
  const at = (days: number) =>
    query<{ status: string }>(
      `select status from base.student_states_on((base.school_day() - $1::int)) where student_code = 'S5'`,
      [days],
    );
  expect(await at(100)).toEqual([{ status: '01' }]);
  const { uses } = await preview('student', 'S5', 'S5x');
  expect(uses).toEqual(
    expect.arrayContaining([
      { what: '学籍异动记录', moved: 2, conflicts: 0, where: '', kept: 0 },
      { what: '家庭成员（学生）', moved: 1, conflicts: 1, where: '张大山', kept: 0 },
      { what: '学生照片（学生）', moved: 1, conflicts: 0, where: '1', kept: 1 },
    ]),
  );
  const { taskId } = await merge('student', 'S5', 'S5x');
  // Away for half a year, as was decided for the other number; the enrolment of that number stays with it.
  expect([await at(100), await at(0)]).toEqual([[{ status: '02' }], [{ status: '01' }]]);
  expect(
    await valuesOf(`select 'fact ' || source as v from base.student_status_fact where student_code = 'S5x'
      union all select 'photo ' || photo_type from base.student_photo where student_code = 'S5x'
      union all select distinct 'other ' || table_name from (
        select 'registration' as table_name, student_code from base.registration
        union all select 'punishment', student_code from base.punishment
        union all select 'label', student_code from base.student_label_member
        union all select 'family', student_code from base.student_family
        union all select 'change', student_code from base.status_change
        union all select 'transition', student_code from base.status_transition) held where student_code = 'S5x'
      order by 1`),
  ).toEqual(['fact correction', 'fact enrolled', 'photo 1']);
  await undo('student', taskId);
  // But for the notes that the other number was stopped, and is not any more.
  await query(`delete from base.student_status_fact where source = 'correction' and student_code = 'S5x'`);
  expect(await all()).toEqual(was);
});

test('MONITOR-25: a course: classes and plans follow, those with a sheet or of an archived semester stay', async () => {
  await load('course', [
    {
      kch: 'K1x',
      ywbm: 'NK1x',
      kcmc: '高等数学',
      kkxy: '101',
      kcsx: '1',
      kcxz: '1',
      xf: 40,
      zxs: 640,
      khfs: '1',
      scoreHierarchyCode: 'bfz',
    },
  ]);
  await load('executionPlan', [{ njzydm: '2026SE', kch: 'K1x', xnxq: '2026-2027-1' }]);
  await load('semester', [
    {
      xnxq: '2025-2026-1',
      xnzj: '2025-2026',
      xqm: '1',
      xnxqmc: '上学年',
      ksrq: '2025-09-01',
      jsrq: '2026-01-15',
      zs: 19,
      sfdqxq: '0',
    },
  ]);
  for (const id of ['C1', 'C2', 'C3']) await loadClass(t, id, ['S2']);
  await query(`update base.teaching_class set course_id = 'K1x' where teaching_class_id in ('C1', 'C2', 'C3')`);
  await t.accept('scoreSheet.initialise', { teachingClassId: 'C2', scoreType: '1' }, as);
  await query(`update base.teaching_class set semester_id = '2025-2026-1' where teaching_class_id = 'C3'`);
  await query(`update base.semester set sfgd = '1' where xnxq = '2025-2026-1'`);
  before = await everything();
  expect((await preview('course', 'K1', 'K1x')).uses).toEqual(
    expect.arrayContaining([
      { what: '教学班（课程）', moved: 1, conflicts: 0, where: '', kept: 2 },
      { what: '培养执行计划（课程）', moved: 0, conflicts: 1, where: '2026SE', kept: 0 },
    ]),
  );
  const { taskId } = await merge('course', 'K1', 'K1x');
  expect(
    await valuesOf(
      `select course_id as v from base.teaching_class where teaching_class_id like 'C_' order by teaching_class_id`,
    ),
  ).toEqual(['K1', 'K1x', 'K1x']);
  // The old code is still known, by its name, and chosen by nobody.
  expect(await query(`select kcmc, sfqy from base.course where kch = 'K1x'`)).toEqual([
    { kcmc: '高等数学', sfqy: '0' },
  ]);
  expect(await refusalOf('course', 'K1x', 'K2')).toBe('“高等数学”已停用，不能作为保留的数据');
  await undo('course', taskId);
  expect(await everything()).toEqual(before);
});

test('MONITOR-27: a unit: what it has follows, and what follows that; never into a unit below it', async () => {
  expect(await refusalOf('department', '1011', '101')).toBe('“软件系”是“计算机学院”的下级单位，不能把上级并入下级');
  expect(await refusalOf('department', '101', '101')).toBe('保留的数据不能同时在要并入的数据中');
  const { taskId } = await merge('department', '102', '101');
  expect(
    await query(`select distinct dwh from base.student union select dwh from base.class_info
    union select dwh from base.major union select kkxy from base.course where sfqy = '1'`),
  ).toEqual([{ dwh: '102' }]);
  expect(await valuesOf(`select lsdwh as v from base.department where dwh = '1011'`)).toEqual(['102']);
  // A class with a sheet is told by the unit that opened it.
  expect(
    await valuesOf(
      `select open_department_id as v from base.teaching_class where teaching_class_id in ('C1', 'C2')
        order by teaching_class_id`,
    ),
  ).toEqual(['102', '101']);
  await undo('department', taskId);
  expect(await everything()).toEqual(before);
});

test('MONITOR-28, MONITOR-29, MONITOR-30: major, grade-major, class: students follow down the line', async () => {
  await load('major', [
    { zydm: 'SEx', ywbm: 'SEx', zymc: '软件 工程', gjzydm: '080902', xkmlm: '08', dwh: '102', pyccm: '1', xz: 40 },
  ]);
  await load('gradeMajor', [
    {
      njzydm: '2026SEx',
      njzymc: '2026级软件 工程',
      njdm: '2026',
      zydm: 'SEx',
      dwh: '102',
      xqdm: '1',
      xslbdm: '1',
      pyccm: '1',
      xz: 40,
    },
  ]);
  await load('classInfo', [
    { bjdm: 'B1x', ywbm: 'B1x', bjmc: '软工2601', njzydm: '2026SEx', dwh: '102', zydm: 'SEx', njdm: '2026', xqdm: '1' },
  ]);
  await load('student', [{ ...student('S7x', 'B1x'), njzydm: '2026SEx', dwh: '102', zydm: 'SEx' }]);
  before = await everything();
  expect(await refusalOf('classInfo', 'B1', 'B1x')).toBe('“软工2601”与“软工2601”的年级专业不同，请先改为一致再合并');
  const tasks: (readonly [MergeHandler, string])[] = [];
  for (const [handler, stay, gone] of [
    ['major', 'SE', 'SEx'],
    ['gradeMajor', '2026SE', '2026SEx'],
    ['classInfo', 'B1', 'B1x'],
  ] as const)
    tasks.push([handler, (await merge(handler, stay, gone)).taskId]);
  expect(await query(`select bjdm, njzydm, zydm, dwh from base.student where student_code = 'S7x'`)).toEqual([
    { bjdm: 'B1', njzydm: '2026SE', zydm: 'SE', dwh: '101' },
  ]);
  for (const [handler, taskId] of tasks.toReversed()) await undo(handler, taskId);
  expect(await everything()).toEqual(before);
});

test('MONITOR-26: a classroom: meetings follow', async () => {
  await load('building', [{ jxlh: 'J1', ywbm: 'J1', jxlmc: '一教', xqdm: '1' }]);
  const room = (jsh: string) => ({
    jsh,
    ywbm: jsh,
    jsmc: '101',
    xqdm: '1',
    jxlh: 'J1',
    jslxm: '1',
    zws: 60,
    yxzws: 60,
    kszws: 30,
    sfpk: '1',
    sfks: '1',
  });
  await load('classroom', [room('R1'), room('R1x')]);
  await query(
    `insert into base.class_schedule 
        (schedule_id, teaching_class_id, semester_id, weeks, weekday, period, room, gh, jsh)
     values ('P1', 'TC1', '2026-2027-1', '1-18', 1, '1-2', '旧101', 'T1', 'R1x')`,
  );
  before = await everything();
  const { taskId } = await merge('classroom', 'R1', 'R1x');
  expect(await valuesOf(`select jsh || room as v from base.class_schedule where schedule_id = 'P1'`)).toEqual([
    'R1101',
  ]);
  await undo('classroom', taskId);
  expect(await everything()).toEqual(before);
});
