import { afterAll, beforeAll, expect, test } from 'vitest';
import { adjustTeacherHoursOperation, findTeacherHours } from '@jwxt/contracts/open-course/open-course.operations.ts';
import { specialItemGroup, startTimeSet } from '@jwxt/contracts/open-course/open-course.resource.ts';
import { generatePlanJobsOperation } from '@jwxt/contracts/open-course/plan-job.operations.ts';
import {
  previewItemGroups,
  splitItemGroupsOperation,
} from '@jwxt/contracts/open-course/special-item-group.operations.ts';
import { answerTeacherPlanOperation, ownTeacherPlans } from '@jwxt/contracts/open-course/teacher-answer.operations.ts';
import {
  batchCommit,
  changeJobOperation,
  confirmJobsOperation,
  findJobTeachers,
  recallConfirmed,
  setJobTeachersOperation,
} from '@jwxt/contracts/open-course/teaching-job.operations.ts';
import { physicalProjectTask, teacherPlan, teachingJob } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import { specialItem, specialItemStudent } from '@jwxt/contracts/scheme/plan/special-item.resource.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import type { Browser } from '../testing/browser.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';

/* Hour types of jobs, what teachers say of theirs, and students of special items in groups. */

const id = (): string => crypto.randomUUID();
let school: School;
let office: Browser;
let clerk: Browser;
let dean: Browser;

beforeAll(async () => {
  school = await startSchool({ services: true });
  const [one, two, three] = await Promise.all(['office1', 'clerk1', 'dean1'].map((name) => school.browser(name)));
  [office, clerk, dean] = [one!, two!, three!];
  await openWindow('1');
});
afterAll(() => school.stop());

const make = async (resource: Resource, values: WireRow, by = clerk): Promise<string> =>
  (await by.get(resource.operations.create, { commandId: id(), values })).key;
const openWindow = (setType: string) =>
  make(
    startTimeSet,
    {
      semesterId: SEMESTER,
      setType,
      departmentId: null,
      beginTime: '2020-01-01 00:00:00',
      endTime: '2035-01-01 00:00:00',
      sfqy: '1',
    },
    office,
  );
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
const newItem = (itemName: string, courseId: string) =>
  make(
    specialItem,
    { semesterId: SEMESTER, courseId, itemName, itemType: '1', capacity: null, sexLimit: null, selfChoose: '0' },
    office,
  );
const commit = (...keys: string[]) => clerk.get(batchCommit, { commandId: id(), keys });
const confirm = (...keys: string[]) => dean.get(confirmJobsOperation, { commandId: id(), keys });
const roster = async (key: string) =>
  (
    await school.pool.query<{ student: string }>(
      'select student_code as student from base.teaching_class_student where teaching_class_id = $1 order by 1',
      [key],
    )
  ).rows.map(({ student }) => student);

test('OPEN-COURSE-18: students of an item are parted as shown before, and come into their classes', async () => {
  await school.pool.query(
    `insert into base.course select (jsonb_populate_record(null::base.course,
        to_jsonb(course) || '{"kch":"PE","ywbm":"PE1001","kcmc":"大学体育"}')).* from base.course where kch = 'K1'`,
  );
  const specialItemId = await newItem('排球', 'PE');
  const students = ['S2026001', 'S2026002', 'S2026003'];
  for (const studentCode of students)
    await make(specialItemStudent, { specialItemId, studentCode, itemSource: '手工' }, office);
  const way = { specialItemId, again: '0', even: '0' } as const;
  expect(await clerk.get(previewItemGroups, way)).toMatchObject({ students: 3, groups: [], coming: 0 });
  const shown = await clerk.get(previewItemGroups, { ...way, newCapacity: 2 });
  expect(shown.groups.map(({ groupName, after, classes }) => [groupName, after, classes])).toMatchObject([
    ['第1组', 2, [{ students: 2 }]],
    ['第2组', 1, [{ students: 1 }]],
  ]);
  expect(shown.left).toEqual([]);
  const split = (digest: string) =>
    clerk.call(splitItemGroupsOperation, { commandId: id(), ...way, newCapacity: 2, makeJobs: '1', digest });
  expect((await split('0')).message).toBe('学生或分组已变化，请重新预览');
  expect((await split(shown.digest)).data).toEqual({ placed: 3, left: 0, groups: 2, jobs: 2, kept: [] });
  const { rows } = await clerk.get(specialItemGroup.operations.query, { specialItemId, pageNo: 1, pageSize: 10 });
  expect(rows).toMatchObject([
    { groupName: '第1组', studentNum: 2, capacity: 2 },
    { groupName: '第2组', studentNum: 1 },
  ]);
  const key = String(rows[0]!['teachingClassId']);
  await make(teacherPlan, plan(key, { hour: '32' }));
  await commit(key);
  expect(await confirm(key)).toEqual({ done: 1, kept: [] });
  expect(await roster(key)).toEqual(['S2026001', 'S2026002']);
  expect(
    (
      await office.call(specialItemStudent.operations.delete, {
        commandId: id(),
        key: `${specialItemId}/S2026001`,
      })
    ).message,
  ).toContain('所在分组的教学任务已确认');
  const other = await school.browser('clerk2');
  expect(await other.call(previewItemGroups, way)).toMatchObject({ status: 403 });
  expect(await office.get(recallConfirmed, { commandId: id(), keys: [key], reason: '重排' })).toMatchObject({
    done: 1,
  });
});

test('OPEN-COURSE-15: a physical task is of an item of its course, whose students alone come in', async () => {
  await school.pool.query(
    `insert into base.course select (jsonb_populate_record(null::base.course,
        to_jsonb(course) || '{"kch":"PE3","ywbm":"PE1003","kcmc":"大学体育三"}')).* from base.course where kch = 'K1'`,
  );
  const [tennis, other] = [await newItem('网球', 'PE3'), await newItem('网球', 'K2')];
  await make(specialItemStudent, { specialItemId: tennis, studentCode: 'S2026002', itemSource: '手工' }, office);
  const key = await make(teachingJob, {
    semesterId: SEMESTER,
    teachingClassName: '网球1班',
    courseId: 'PE3',
    openDepartmentId: '101',
    schoolZone: '1',
    jobType: '3',
    totalHour: '48',
    startEndWeek: '1-16',
    capacity: 30,
    administrativeClasses: ['B101'],
  });
  const ranges = Object.keys(physicalProjectTask.fields).filter((name) => name.startsWith('range'));
  const task = { teachingClassId: key, ...Object.fromEntries(ranges.map((name) => [name, []])) };
  const { create }: Resource['operations'] = physicalProjectTask.operations;
  const refused = async (own: WireRow) =>
    (await clerk.call(create, { commandId: id(), values: { ...task, ...own } })).fieldErrors;
  expect(await refused({})).toEqual([{ field: 'values.itemName', message: '请填写项目，或选择专项' }]);
  expect(await refused({ specialItemId: other })).toEqual([
    { field: 'values.specialItemId', message: '不是这个学期的这门课程的专项' },
  ]);
  await make(physicalProjectTask, { ...task, specialItemId: tennis });
  expect(await clerk.get(physicalProjectTask.operations.detail, { key })).toMatchObject({ itemName: '网球' });
  await make(teacherPlan, plan(key, { teacherCode: 'T03' }));
  await commit(key);
  expect(await confirm(key)).toEqual({ done: 1, kept: [] });
  // Of the whole class.
  expect(await roster(key)).toEqual(['S2026002']);
});

test('OPEN-COURSE-05, 06, 08: hour types come with the plan, sums are checked, teachers confirm theirs', async () => {
  await school.pool.query(
    `insert into base.execution_plan (njzydm, kch, xnxq, hours, total_hour)
      values ('M101', 'PE', $1, '[{"xsbh":"1","xs":320},{"xsbh":"2","xs":160}]', 480)`,
    [SEMESTER],
  );
  const generated = await clerk.get(generatePlanJobsOperation, {
    commandId: id(),
    semesterId: SEMESTER,
    executionPlanIds: ['M101/PE'],
    by: 'class',
  });
  expect(generated).toEqual({ made: 1, kept: [] });
  const { rows } = await clerk.get(teachingJob.operations.query, { semesterId: SEMESTER, pageNo: 1, pageSize: 100 });
  const key = String(
    (rows as readonly WireRow[]).find((row) => row['teachingClassName'] === '大学体育（101班）')?.['teachingClassId'],
  );
  const { types, parted } = await clerk.get(findJobTeachers, { teachingClassId: key });
  expect([parted, types.map(({ hourType, hours }) => [hourType, hours])]).toEqual([
    true,
    [
      ['1', 32],
      ['2', 16],
    ],
  ]);
  const share = (own: number, by = clerk) =>
    by.call(setJobTeachersOperation, {
      commandId: id(),
      teachingClassId: key,
      teachers: [
        { teacherCode: 'T01', hourType: '1', hour: 32, startEndWeek: '1-16' },
        { teacherCode: 'T03', hourType: '2', hour: own, startEndWeek: '1-16' },
      ],
    });
  expect((await share(17)).fieldErrors?.[0]?.message).toMatch(/超过/);
  expect((await share(16)).code).toBe('200');
  const loads = { semesterId: SEMESTER, teacherCode: 'T03' };
  const [line] = (await clerk.get(findTeacherHours, loads)).filter(({ teachingClassId }) => teachingClassId === key);
  expect(line).toMatchObject({ hourType: '2', hour: 16, most: 16 });
  const adjust = (hour: number, by = clerk) =>
    by.get(adjustTeacherHoursOperation, {
      commandId: id(),
      teacherCode: 'T03',
      changes: [{ teachingClassId: key, hourType: '2', hour }],
      reason: '实验分组减少',
    });
  expect((await adjust(17)).kept[0]?.message).toMatch(/超过/);
  expect(await adjust(12)).toEqual({ done: 1, kept: [] });
  // Window type 4: without it nobody is asked.
  const teacher = await school.browser('teacher1');
  const answer = { teachingClassId: key, confirmStatus: '1' as const, confirmNote: '' };
  expect(await teacher.get(ownTeacherPlans, {})).toEqual([]);
  expect((await teacher.call(answerTeacherPlanOperation, { commandId: id(), ...answer })).message).toBe(
    '该学期没有开放教师确认',
  );
  await openWindow('4');
  const own = async () =>
    (await teacher.get(ownTeacherPlans, {})).find(({ teachingClassId }) => teachingClassId === key);
  expect(await own()).toMatchObject({ hours: '理论 32', confirmStatus: '0' });
  await teacher.get(answerTeacherPlanOperation, { commandId: id(), ...answer });
  expect(await own()).toMatchObject({ confirmStatus: '1' });
  const objection = { commandId: id(), ...answer, confirmStatus: '2' as const, confirmNote: '周次不合适' };
  await teacher.get(answerTeacherPlanOperation, objection);
  const { rows: told } = await school.pool.query<{ content: string }>(
    `select content from base.system_message_entity where title = '任课安排有异议'`,
  );
  expect(told[0]?.content).toContain('周次不合适');
  // Hours of a confirmed job by type, and who teaches it hears of that.
  await commit(key);
  expect(await confirm(key)).toEqual({ done: 1, kept: [] });
  await office.get(changeJobOperation, {
    commandId: id(),
    teachingClassId: key,
    totalHour: '44',
    startEndWeek: '1-16',
    capacity: 60,
    administrativeClasses: ['B101'],
    parts: [
      { hourType: '1', hours: '32' },
      { hourType: '2', hours: '12' },
    ],
    reason: '实验学时减少',
  });
  const { rows: links } = await school.pool.query(
    'select xsbh, hours from base.teaching_process_link where teaching_class_id = $1 order by xsbh',
    [key],
  );
  expect(links).toEqual([
    { xsbh: '1', hours: 320 },
    { xsbh: '2', hours: 120 },
  ]);
  const titles = async (user: string) =>
    (
      await school.pool.query<{ title: string }>(
        `select distinct title from base.system_message_entity join base.system_message_audience
            using (system_message_entity_id) where user_name = $1 order by title`,
        [user],
      )
    ).rows.map(({ title }) => title);
  expect(await titles('teacher1')).toEqual(expect.arrayContaining(['教学任务已变更']));
});
