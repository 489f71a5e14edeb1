import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignTeachersOperation } from '@jwxt/contracts/base-info/teacher-assignment.operations.ts';
import { openCourseArea } from '@jwxt/contracts/open-course/open-course.area.ts';
import { queryTaskDetails, queryTaskRange } from '@jwxt/contracts/open-course/open-course.operations.ts';
import {
  queryHasSettedClassMessage,
  queryPlateBySemester,
  querySemesterTime,
  queryTeacherHours,
} from '@jwxt/contracts/open-course/open-course.operations.ts';
import {
  jobGroup,
  plateCourseTimeSetting,
  specialItemGroup,
  startTimeSet,
} from '@jwxt/contracts/open-course/open-course.resource.ts';
import {
  batchCommit,
  changeJobOperation,
  checkJobs,
  confirmJobsOperation,
  findJobTeachers,
  generateElectiveTasksOperation,
  mergeJobsOperation,
  recallConfirmed,
  recallToEdit,
  setJobTeachersOperation,
  splitJobOperation,
  stopJobsOperation,
  stopShortTasksOperation,
} from '@jwxt/contracts/open-course/teaching-job.operations.ts';
import {
  physicalProjectTask,
  publicElectiveTask,
  teacherPlan,
  teachingJob,
  teachingProcessLink,
} from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import { generatePlanJobsOperation } from '@jwxt/contracts/open-course/plan-job.operations.ts';
import { specialItem } from '@jwxt/contracts/scheme/plan/special-item.resource.ts';
import { queryCoursePlan } from '@jwxt/contracts/scheme/plan/course-plan.operations.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import type { Browser } from '../testing/browser.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';

/* Open-course tasks from the window to the teaching class, as office, unit and approver see them. */

const id = (): string => crypto.randomUUID();
let school: School;
let office: Browser;
let clerk: Browser;
let dean: Browser;
let window: string;

beforeAll(async () => {
  school = await startSchool({ services: true });
  const [one, two, three] = await Promise.all(['office1', 'clerk1', 'dean1'].map((name) => school.browser(name)));
  [office, clerk, dean] = [one!, two!, three!];
});
afterAll(() => school.stop());

const create = ({ operations }: Resource, values: WireRow, by = clerk) =>
  by.call(operations.create, { commandId: id(), values });
const make = async (resource: Resource, values: WireRow, by = clerk): Promise<string> =>
  (await by.get(resource.operations.create, { commandId: id(), values })).key;
async function change({ operations }: Resource, key: string, own: WireRow, by = clerk) {
  const { version, ...values } = await by.get(operations.detail, { key });
  return await by.call(operations.update, {
    commandId: id(),
    key,
    version: String(version),
    values: { ...values, ...own },
  });
}
const job = (teachingClassName: string, own: WireRow = {}): WireRow => ({
  semesterId: SEMESTER,
  teachingClassName,
  courseId: 'K1',
  openDepartmentId: '101',
  schoolZone: '1',
  jobType: '1',
  totalHour: '48',
  startEndWeek: '1-16',
  weekHours: null,
  studentNum: 60,
  capacity: 60,
  administrativeClasses: [],
  classroomType: null,
  examMethod: null,
  teachLanguage: null,
  plateId: null,
  ...own,
});
const plan = (teachingClassId: string, own: WireRow = {}): WireRow => ({
  teachingClassId,
  teacherCode: 'T01',
  teacherRole: '1',
  hourType: '1',
  hour: '48',
  startEndWeek: '1-16',
  isScoreTeacher: '1',
  ...own,
});
const status = async (key: string) => (await clerk.get(teachingJob.operations.detail, { key })).jobStatus;
const commit = (...keys: string[]) => clerk.get(batchCommit, { commandId: id(), keys });
const confirm = (...keys: string[]) => dean.get(confirmJobsOperation, { commandId: id(), keys });
const roster = async (key: string) =>
  (
    await school.pool.query<{ student: string }>(
      'select student_code as student from base.teaching_class_student where teaching_class_id = $1 order by 1',
      [key],
    )
  ).rows.map(({ student }) => student);

test('OPEN-COURSE-08: jobs are written in their window, and the office extends it', async () => {
  expect((await create(teachingJob, job('窗外班'))).fieldErrors).toEqual([
    { field: 'values.semesterId', message: '该学期没有开放任务编制' },
  ]);
  const times = { semesterId: SEMESTER, setType: '1', departmentId: null, sfqy: '1' };
  expect(
    (await create(startTimeSet, { ...times, beginTime: '2020-01-01 00:00:00', endTime: '2030-01-01 00:00:00' })).status,
  ).toBe(403);
  window = await make(
    startTimeSet,
    { ...times, beginTime: '2020-01-01 00:00:00', endTime: '2020-02-01 00:00:00' },
    office,
  );
  expect((await create(teachingJob, job('窗外班'))).fieldErrors).toEqual([
    { field: 'values.semesterId', message: '任务编制已于2020-02-01 00:00:00结束，如需继续请教务处延长' },
  ]);
  expect(await change(startTimeSet, window, { endTime: '2030-01-01 00:00:00' }, office)).toMatchObject({ code: '200' });
  expect((await create(teachingJob, job('窗内班'))).code).toBe('200');
});

test('OPEN-COURSE-03, 04, 05: a job is filled, checked, handed in, confirmed, changed and recalled', async () => {
  const key = await make(teachingJob, job('确认班', { administrativeClasses: ['B101'], studentNum: 2 }));
  const { teachingClassCode } = await clerk.get(teachingJob.operations.detail, { key });
  expect(teachingClassCode).toMatch(/^\(2026-2027-1\)-COMP1001-\d{2}$/);
  // A class is in one job of its course and semester.
  expect((await create(teachingJob, job('又一班', { administrativeClasses: ['B101'] }))).fieldErrors).toEqual([
    { field: 'values.administrativeClasses', message: '101班已在同一课程的“确认班”中' },
  ]);
  expect((await clerk.get(checkJobs, { keys: [key] })).jobs[0]?.findings).toMatchObject([
    { level: 'error', message: '没有任课教师' },
  ]);
  expect(await commit(key)).toMatchObject({ done: 0, kept: [{ name: '确认班', message: '没有任课教师' }] });
  expect((await create(teacherPlan, plan(key, { hour: '48.5' }))).fieldErrors).toEqual([
    { field: 'values.hour', message: '各教师学时之和48.5超过总学时48' },
  ]);
  expect((await create(teacherPlan, plan(key, { startEndWeek: '1-17' }))).fieldErrors).toEqual([
    { field: 'values.startEndWeek', message: '应在任务的起止周 1-16 之内' },
  ]);
  await make(teacherPlan, plan(key, { hour: '32' }));
  expect(
    (await create(teacherPlan, plan(key, { teacherCode: 'T03', hour: '16', isScoreTeacher: '1' }))).fieldErrors,
  ).toEqual([{ field: 'values.isScoreTeacher', message: '成绩录入人已是王老师，只能有一名' }]);
  await make(teacherPlan, plan(key, { teacherCode: 'T03', hour: '16', isScoreTeacher: '0' }));
  expect(await commit(key)).toEqual({ done: 1, kept: [] });
  expect(await status(key)).toBe('1');
  expect((await change(teachingJob, key, { capacity: 61 })).message).toContain('已提交，请先退回编辑');
  expect((await create(teacherPlan, plan(key, { teacherCode: 'T02', hour: '0' }))).fieldErrors?.[0]?.message).toContain(
    '已提交',
  );
  // Another unit's approver neither sees nor confirms it.
  const other = await school.browser('dean2');
  expect(await other.call(confirmJobsOperation, { commandId: id(), keys: [key] })).toMatchObject({ status: 403 });
  expect(await clerk.get(recallToEdit, { commandId: id(), keys: [key], reason: '补充' })).toMatchObject({ done: 1 });
  expect(await status(key)).toBe('0');
  await commit(key);
  expect(await confirm(key)).toEqual({ done: 1, kept: [] });
  expect(await status(key)).toBe('2');
  const { rows } = await school.pool.query(
    `select class.teaching_class_code as code, class.score_hierarchy_code as hierarchy,
        (select jsonb_agg(gh order by sort_num) from base.teaching_class_teacher who
          where who.teaching_class_id = class.teaching_class_id) as teachers
       from base.teaching_class class where teaching_class_id = $1`,
    [key],
  );
  expect(rows).toEqual([{ code: teachingClassCode, hierarchy: 'bfz', teachers: ['T01', 'T03'] }]);
  // Who is in another class of the course stays there.
  expect(await roster(key)).toEqual([]);
  expect(
    (
      await clerk.call(assignTeachersOperation, {
        commandId: id(),
        teachingClassId: key,
        version: '',
        teachers: [{ teacherCode: 'T01', hourType: '1', hour: 1, startEndWeek: '1' }],
      })
    ).message,
  ).toContain('请在教学任务中指定教师');

  const teachers = [{ teacherCode: 'T02', hourType: '1', hour: 48, startEndWeek: '1-16' }];
  expect((await clerk.get(findJobTeachers, { teachingClassId: key })).teachers).toHaveLength(2);
  await office.get(setJobTeachersOperation, { commandId: id(), teachingClassId: key, teachers });
  await office.get(changeJobOperation, {
    commandId: id(),
    teachingClassId: key,
    totalHour: '40',
    startEndWeek: '1-10',
    capacity: 50,
    administrativeClasses: [],
    reason: '教学安排调整',
  });
  const { rows: taught } = await school.pool.query(
    `select gh, hour, start_end_week as weeks from base.teaching_class_teacher where teaching_class_id = $1`,
    [key],
  );
  expect(taught).toEqual([{ gh: 'T02', hour: 480 - 80, weeks: '1-10' }]);
  const { rows: told } = await school.pool.query<{ content: string }>(
    `select content from base.system_message_entity where title = '教学任务已变更' order by create_time desc limit 1`,
  );
  expect(told[0]?.content).toContain('总学时由“48”改为“40”');
  expect(await office.get(recallConfirmed, { commandId: id(), keys: [key], reason: '重排' })).toEqual({
    done: 1,
    kept: [],
  });
  expect(await status(key)).toBe('0');
  const { rowCount } = await school.pool.query('select from base.teaching_class where teaching_class_id = $1', [key]);
  expect(rowCount).toBe(0);
});

test('OPEN-COURSE-04: confirming takes the students of classes in; scheduled jobs stay, stopped ones go', async () => {
  const key = await make(
    teachingJob,
    job('数学任务', { courseId: 'K3', administrativeClasses: ['B102'], studentNum: 1, capacity: 40 }),
  );
  await make(teacherPlan, plan(key));
  await commit(key);
  await confirm(key);
  expect(await roster(key)).toEqual(['S2026003']);
  await school.pool.query(
    `insert into base.class_schedule (schedule_id, teaching_class_id, semester_id, weeks, weekday, period, room, gh)
      values ('OJ1', $1, $2, '1-16', '5', '9-10', 'Z1', 'T01')`,
    [key, SEMESTER],
  );
  const recalled = () => office.get(recallConfirmed, { commandId: id(), keys: [key], reason: '重排' });
  expect((await recalled()).kept[0]?.message).toBe('已有 1 条课程安排，请先取消排课');
  await school.pool.query(`delete from base.class_schedule where schedule_id = 'OJ1'`);
  expect(await office.get(stopJobsOperation, { commandId: id(), keys: [key], reason: '人数不足' })).toMatchObject({
    done: 1,
  });
  expect(await status(key)).toBe('3');
  expect(await roster(key)).toEqual([]);
});

test('OPEN-COURSE-03: numbers are given once when many come at once; jobs are parted and joined', async () => {
  const made = await Promise.all(
    Array.from({ length: 6 }, (_none, at) =>
      make(teachingJob, job(`并发${String(at)}`, { studentNum: 60, capacity: 61 })),
    ),
  );
  const codes = await Promise.all(
    made.map(async (key) => (await clerk.get(teachingJob.operations.detail, { key })).teachingClassCode),
  );
  expect(new Set(codes).size).toBe(6);
  const [first, second] = made as [string, string];
  await make(teachingProcessLink, {
    teachingClassId: first,
    xsbh: '1',
    hours: '48',
    weekHours: null,
    startEndWeek: '1-16',
    groupNum: null,
    groupSize: null,
    classroomType: null,
    teacherCode: null,
  });
  expect(
    await clerk.get(splitJobOperation, { commandId: id(), teachingClassId: first, by: 'number', parts: 2 }),
  ).toEqual({ made: 1 });
  const { rows } = await clerk.get(teachingJob.operations.query, {
    teachingClassName: '并发0',
    pageNo: 1,
    pageSize: 10,
  });
  expect(rows.map(({ capacity }) => capacity)).toEqual([31, 30]);
  const other = rows.map((row: WireRow) => String(row['teachingClassId'])).find((key) => key !== first)!;
  const joined = await clerk.get(mergeJobsOperation, {
    commandId: id(),
    keys: [first, other],
  });
  expect(joined).toEqual({ teachingClassId: first, merged: 1 });
  expect(await clerk.get(teachingJob.operations.detail, { key: first })).toMatchObject({
    capacity: 61,
    studentNum: 60,
  });
  // OPEN-COURSE-19: parts have no more hours than the job.
  const link = {
    teachingClassId: second,
    xsbh: '1',
    hours: '40',
    weekHours: null,
    startEndWeek: '1-16',
    groupNum: 2,
    groupSize: 20,
    classroomType: null,
    teacherCode: null,
  };
  expect((await create(teachingProcessLink, link)).fieldErrors).toEqual([
    { field: 'values.groupSize', message: '分组共40人，少于60名学生' },
  ]);
  // OPEN-COURSE-07: joined jobs are alike.
  const group = {
    semesterId: SEMESTER,
    groupName: '合班甲',
    groupType: '1',
    openDepartmentId: '101',
    jobs: [first, second],
  };
  const groupKey = await make(jobGroup, group);
  expect(await clerk.get(jobGroup.operations.detail, { key: groupKey })).toMatchObject({ studentNum: 120 });
  expect((await create(jobGroup, { ...group, groupName: '合班乙' })).fieldErrors?.[0]?.message).toMatch(
    /已在同类型的组“合班甲”中/,
  );
});

test('OPEN-COURSE-11…18, 06: plates do not meet, jobs stand in them, tasks say whom they are for', async () => {
  const plate = {
    semesterId: SEMESTER,
    plateName: '体育一',
    courseId: null,
    weekCode: '2',
    timeCodes: '3-4',
    weeks: '1-16',
    schoolZone: '1',
    gradeMajorIds: ['M101'],
    sfqy: '1',
  };
  const plateId = await make(plateCourseTimeSetting, plate, office);
  expect(
    (await create(plateCourseTimeSetting, { ...plate, plateName: '体育二', timeCodes: '4-5' }, office)).fieldErrors,
  ).toEqual([{ field: 'values.timeCodes', message: '2026级专业101的板块“体育一”在同一时间' }]);
  const key = await make(teachingJob, job('篮球1班', { jobType: '3', plateId }));
  await make(teacherPlan, plan(key));
  expect((await create(physicalProjectTask, { teachingClassId: key })).fieldErrors?.[0]?.field).toBe('values.itemName');
  await make(physicalProjectTask, {
    teachingClassId: key,
    itemName: '篮球',
    placeId: null,
    sexLimit: '1',
    rangeCampuses: [],
    rangeGrades: ['2026'],
    rangeDepartments: [],
    rangeMajors: [],
    rangeClasses: [],
    rangeLabels: [],
    rangeStudentTypes: [],
  });
  expect((await change(plateCourseTimeSetting, plateId, { timeCodes: '5-6' }, office)).fieldErrors?.[0]?.message).toBe(
    '板块中已有 1 个教学任务，不能再改时间和校区',
  );
  // OPEN-COURSE-12, OPEN-COURSE-13, OPEN-COURSE-14
  expect(await office.get(querySemesterTime, { semester: SEMESTER })).toMatchObject({ weekNum: 18 });
  expect(await office.get(queryPlateBySemester, { semester: SEMESTER })).toMatchObject([
    { plateName: '体育一', weekCode: '2', timeCodes: ['3', '4'], classNum: 1 },
  ]);
  expect(await clerk.get(queryHasSettedClassMessage, { plateId })).toMatchObject([
    { teachingClassName: '篮球1班', teacherName: '王老师', numberOfStudent: 0 },
  ]);
  const { teachingClassCode } = await clerk.get(teachingJob.operations.detail, { key });
  const asked = { teachingClassCode: String(teachingClassCode) };
  // OPEN-COURSE-15, OPEN-COURSE-16, OPEN-COURSE-17
  expect(await clerk.get(queryTaskDetails, asked)).toMatchObject({
    itemName: '篮球',
    plateName: '体育一',
    totalHour: '48',
    teachers: [{ teacherName: '王老师', hour: '48' }],
  });
  expect(await clerk.get(queryTaskRange, asked)).toEqual([
    { attributeType: '2', values: [{ code: '2026', name: '2026级' }] },
    { attributeType: '8', values: [{ code: '1', name: '男性' }] },
  ]);
  // OPEN-COURSE-18: a job is in one group of an item.
  const item = { semesterId: SEMESTER, courseId: 'K1', itemName: '篮球', itemType: '1' };
  const specialItemId = await make(specialItem, { ...item, capacity: null, sexLimit: null, selfChoose: '0' }, office);
  const group = { specialItemId, groupName: '甲', teachingClassId: key, capacity: 61 };
  expect((await create(specialItemGroup, group)).fieldErrors).toEqual([
    { field: 'values.capacity', message: '超过教学任务的容量60' },
  ]);
  await make(specialItemGroup, { ...group, capacity: 60 });
  expect((await create(specialItemGroup, { ...group, groupName: '乙', capacity: 60 })).fieldErrors).toEqual([
    { field: 'values.teachingClassId', message: '教学任务已在组“甲”中' },
  ]);
  // OPEN-COURSE-06: what a teacher has to teach in all.
  const { rows } = await clerk.get(queryTeacherHours, {
    semesterId: SEMESTER,
    keyword: '王老师',
    pageNo: 1,
    pageSize: 10,
  });
  expect(rows).toMatchObject([
    { teacherName: '王老师', jobNum: 1, theoryHours: '48', totalHours: '48', overSign: '0' },
  ]);
});

test('OPEN-COURSE-10: public elective plans become jobs once, and stop when too few chose them', async () => {
  await school.pool.query(
    `insert into base.public_course_plan (plan_id, semester_id, kch, course_source, department_id,
        public_course_category, school_zone, course_attribute, course_nature, exam_method, place_type, teaching_style,
        course_category, course_sign, class_plan_num, class_size, credit, total_hour, is_school_wide, hour_list,
        teacher_list, range_list, remark, teacher_info, course_info, applicant_user, passed_at)
     values ('GX1', $1, 'K3', '0', '101', '03', '1', '1', '04', '1', '1', '1', '1', '1', 2, 50, 20, 320, '1',
        '[{"xsbh":"1","xsmc":"理论","xs":"32"}]', '[{"gh":"T01"}]', '[]', '', '', '', 'clerk1', now())`,
    [SEMESTER],
  );
  const generate = () => clerk.get(generateElectiveTasksOperation, { commandId: id(), semesterId: SEMESTER });
  expect(await generate()).toEqual({ made: 2, plans: 1 });
  expect(await generate()).toEqual({ made: 0, plans: 1 });
  await school.pool.query(`update base.semester set sfgd = '1' where xnxq = $1`, [SEMESTER]);
  expect(await clerk.call(generateElectiveTasksOperation, { commandId: id(), semesterId: SEMESTER })).toMatchObject({
    message: `${SEMESTER}学期已归档，1 个公选课计划不能再生成教学任务`,
  });
  await school.pool.query(`update base.semester set sfgd = '0' where xnxq = $1`, [SEMESTER]);
  const { rows } = await clerk.get(publicElectiveTask.operations.query, {
    semesterId: SEMESTER,
    pageNo: 1,
    pageSize: 10,
  });
  expect(rows).toMatchObject([
    { planName: `数据结构（${SEMESTER}）`, capacity: 50, selectedNum: 0, jobStatus: '0' },
    { capacity: 50 },
  ]);
  const keys = rows.map((row) => String(row['teachingClassId']));
  expect((await change(publicElectiveTask, keys[0]!, { minOpenNum: 51 })).fieldErrors?.[0]?.message).toBe(
    '最低开班人数超过容量50',
  );
  expect((await change(publicElectiveTask, keys[0]!, { minOpenNum: 20 })).code).toBe('200');
  expect(await commit(...keys)).toEqual({ done: 2, kept: [] });
  expect(await confirm(...keys)).toEqual({ done: 2, kept: [] });
  expect(await office.get(stopShortTasksOperation, { commandId: id(), semesterId: SEMESTER })).toEqual({
    done: 1,
    kept: [],
  });
  expect(await status(keys[0]!)).toBe('3');
  expect(await status(keys[1]!)).toBe('2');
});

test('SCHEME-27: rows of the course plan become jobs of their classes, once, by the unit that opens them', async () => {
  const plans = ['M101/K2', 'M101/K3'];
  const generate = (executionPlanIds: readonly string[], by = clerk) =>
    by.get(generatePlanJobsOperation, {
      commandId: id(),
      semesterId: SEMESTER,
      executionPlanIds: [...executionPlanIds],
      by: 'class',
    });
  const statusOf = async (courseId: string) =>
    (await office.get(queryCoursePlan, { semesterId: SEMESTER, pageNo: 1, pageSize: 50 })).rows.find(
      (row) => row.courseId === courseId,
    )?.taskStatus;
  await school.pool.query(`update base.execution_plan set open_status = '0' where execution_plan_id = any($1)`, [
    plans,
  ]);
  expect(await statusOf('K3')).toBe('0');
  expect(await generate(plans)).toMatchObject({
    made: 1,
    kept: [{ key: 'M101/K2', message: '由开课单位生成任务，不在您的数据范围内' }],
  });
  const { rows } = await clerk.get(teachingJob.operations.query, {
    teachingClassName: '数据结构（',
    pageNo: 1,
    pageSize: 10,
  });
  expect(rows).toMatchObject([
    { teachingClassName: '数据结构（101班）', jobStatus: '0', studentNum: 2, administrativeClasses: ['B101'] },
  ]);
  expect(await statusOf('K3')).toBe('1');
  expect(await generate(['M101/K3', 'M101/K9'])).toMatchObject({ made: 0, kept: [{ message: '任务都已生成' }] });
  await school.pool.query(`update base.semester set sfgd = '1' where xnxq = $1`, [SEMESTER]);
  const late = { commandId: id(), semesterId: SEMESTER, executionPlanIds: ['M101/K3'], by: 'class' as const };
  expect(await clerk.call(generatePlanJobsOperation, late)).toMatchObject({
    code: 'JOB_SEMESTER_ARCHIVED',
    message: `${SEMESTER}学期已归档，不能再生成教学任务`,
  });
  await school.pool.query(`update base.semester set sfgd = '0' where xnxq = $1`, [SEMESTER]);
});

test('OPEN-COURSE-02: every group has its template, takes rows from a workbook, gives and loses them', async () => {
  for (const resource of openCourseArea.resources) {
    const files = [
      await office.call(resource.imports!.operations.template, {}),
      await office.call(resource.operations.exportExcel, {}),
    ];
    expect([resource.name, ...files.map(({ bytes }) => bytes.subarray(0, 2).toString())]).toEqual([
      resource.name,
      'PK',
      'PK',
    ]);
  }
  const lines = [
    ['学年学期', '课程', '教学班名称', '开课单位', '上课校区', '任务类型', '总学时', '起止周', '容量'],
    ['2026-2027学年第一学期', '程序设计基础', '导入班', '计算机学院', '主校区', '计划课', '48', '1-16', '40'],
    ['2026-2027学年第一学期', '程序设计基础', '导入二班', '计算机学院', '主校区', '计划课', '48', '1-99', '40'],
  ];
  const { preview, run } = teachingJob.imports!.operations;
  const file = Buffer.from(`\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`);
  const { data, message } = await clerk.call(preview, { fileName: '任务.csv' }, { file });
  expect([message, data.counts]).toEqual([
    expect.any(String),
    { total: 2, added: 1, changed: 0, unchanged: 0, wrong: 1 },
  ]);
  await clerk.get(run, { commandId: id(), runId: data.runId, whole: '0' });
  const found = () => clerk.get(teachingJob.operations.query, { teachingClassName: '导入', pageNo: 1, pageSize: 10 });
  await expect.poll(async () => (await found()).total, { interval: 50 }).toBe(1);
  const [row] = (await found()).rows as readonly WireRow[];
  expect(row).toMatchObject({ teachingClassName: '导入班', jobStatus: '0', capacity: 40 });
  await clerk.get(teachingJob.operations.delete, { commandId: id(), key: String(row?.['teachingClassId']) });
  expect((await found()).total).toBe(0);
});
