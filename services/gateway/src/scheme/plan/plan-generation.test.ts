import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DomainEvent } from '@jwxt/contracts/kernel/stream.ts';
import { assignGradeMajorOperation } from '@jwxt/contracts/scheme/plan/common-plan.operations.ts';
import { commonCoursePlan } from '@jwxt/contracts/scheme/plan/common-plan.resource.ts';
import {
  batchUpdatePlansOperation,
  createFromCourseOperation,
  generatePlansOperation,
  planDifferences,
  queryPlanDetail,
} from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import type { SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import { schemaStream } from '@jwxt/contracts/scheme/schema/schema.events.ts';
import type { Browser } from '../../testing/browser.ts';
import { SEMESTER } from '../../testing/school.data.ts';
import { startSchool, type School } from '../../testing/school.ts';

/*
 * A plan is generated from a scheme in use, whose events stand in the log: M102 has a scheme of K1, K2 and K3, and
 * nothing planned.
 */

const SCHEME = 'MS102';
const id = (): string => crypto.randomUUID();
let school: School;
let office: Browser;
let clerk: Browser;
let written = 0n;

const row = (courseCode: string, term: number, more: Partial<SchemaCourse> = {}): SchemaCourse => ({
  schemaCourseID: `00000000-0000-4000-8000-0000000000${courseCode.slice(1).padStart(2, '0')}`,
  courseCode,
  moduleId: 'MO',
  classifyId: 'CL',
  courseAttribute: '1',
  courseNature: '04',
  credit: 40,
  totalHour: 640,
  hours: [{ xsbh: '1', xs: 640 }],
  weekHours: 40,
  term,
  examMethod: '1',
  examWay: '',
  startEndWeek: '1-16',
  directionId: '',
  specialType: '0',
  courseGroupId: '',
  isDegreeCourse: '0',
  isCore: '0',
  prerequisites: [],
  sortNum: 1,
  courseBusinessCode: courseCode,
  courseName: courseCode,
  openDepartmentName: '',
  directionName: '',
  courseGroupName: '',
  ...more,
});
async function write(...events: DomainEvent[]): Promise<void> {
  const actor = { userName: 'clerk2', name: '何教务', roleNames: [], permission: null };
  const time = new Date().toISOString();
  const appended = events.map((event) => ({
    id: id(),
    type: event.type,
    data: event.data,
    metadata: {
      actor,
      commandId: id(),
      correlationId: id(),
      causationId: null,
      time,
      clientAddress: null,
      schemaVersion: 1,
    },
  }));
  const expectedRevision = written === 0n ? ('no_stream' as const) : written - 1n;
  await school.eventLog.append(schemaStream(SCHEME), appended, { expectedRevision });
  written += BigInt(events.length);
}
const created = (courses: readonly SchemaCourse[]): DomainEvent => ({
  type: 'SchemaCreated',
  data: {
    majorSchemaKey: SCHEME,
    schemaName: '2026级专业102培养方案',
    trainTarget: '',
    graduateRequire: '',
    mainCourse: '',
    projectType: '1',
    gradeMajors: [
      {
        gradeMajorId: 'M102',
        gradeMajorName: '2026级专业102',
        grade: '2026',
        majorId: 'Z102',
        majorName: '专业102',
        departmentId: '102',
        studyTypeCode: '4201',
      },
    ],
    schemeVersionId: 'V2026',
    schemeVersionName: '2026版',
    courses,
    origin: null,
    revisesKey: null,
  },
});
const changed = (before: SchemaCourse | null, after: SchemaCourse | null): DomainEvent => ({
  type: 'SchemaCoursesChanged',
  data: { majorSchemaKey: SCHEME, way: 'edit', changes: [{ before, after }] },
});

beforeAll(async () => {
  school = await startSchool({ services: true });
  await school.pool.query(
    `insert into base.scheme_version (scheme_version_id, scheme_version_name, scheme_version_year, begin_grade,
        study_type_code) values ('V2026', '2026版', '2026', '2026', '4201');
     insert into base.scheme_module (module_id, scheme_version_id, scheme_version_name, module_name)
      values ('MO', 'V2026', '2026版', '专业教育');
     insert into base.scheme_classify (classify_id, module_id, scheme_version_id, scheme_version_name, module_name,
        classify_name) values ('CL', 'MO', 'V2026', '2026版', '专业教育', '专业核心');
     insert into base.major_schema_place (major_schema_key, njzydm, project_type, slot)
      values ('${SCHEME}', 'M102', '1', 'current');`,
  );
  [office, clerk] = await Promise.all([school.browser('office1'), school.browser('clerk1')]);
});
afterAll(() => school.stop());

const differences = async () => await office.get(planDifferences, { gradeMajorIds: ['M102'] });
const kinds = async () =>
  (await differences()).list[0]!.changes.map(({ executionPlanId, kind, fields }) => [
    executionPlanId.split('/')[1],
    kind,
    fields.map(({ label, before, after }) => `${label} ${before}→${after}`).join('；'),
  ]);
const generate = async (overwritten: string[] = [], digest?: string) =>
  await office.call(generatePlansOperation, {
    commandId: id(),
    gradeMajorIds: ['M102'],
    overwritten,
    digest: digest ?? (await differences()).digest,
  });
const planned = async () =>
  (await office.get(queryPlanDetail, { gradeMajorId: 'M102' })).rows.map((one) => [
    one.courseId,
    one.term,
    one.credit,
    one.courseSystemName,
    one.planSource,
  ]);

// SCHEME-13
test('a plan is never generated from a scheme that is not in use, nor outside the scope', async () => {
  await write(created([row('K1', 1), row('K2', 2), row('K3', 3)]));
  expect((await differences()).list).toMatchObject([{ problem: '培养方案还没有审批通过', changes: [] }]);
  expect(await generate()).toMatchObject({ code: 'PLAN_NO_SCHEMA' });
  expect(await clerk.call(planDifferences, { gradeMajorIds: ['M102'] })).toMatchObject({ code: 'OUT_OF_SCOPE' });
  expect(await planned()).toEqual([]);
});

// SCHEME-13
test('generating writes what was shown, once; a change by hand stays until somebody gives it up', async () => {
  await write({ type: 'SchemaEnabled', data: { majorSchemaKey: SCHEME, revisesKey: null } });
  const before = await differences();
  expect(before.list[0]!.changes.map(({ kind }) => kind)).toEqual(['new', 'new', 'new']);
  const add = { commandId: id(), gradeMajorId: 'M102', term: 2, courseIds: ['K3'] };
  await office.get(createFromCourseOperation, add);
  expect(await generate([], before.digest)).toMatchObject({ code: 'PLAN_DIFFERENCES_CHANGED' });
  expect((await generate()).data).toEqual({ created: 2, updated: 0, deleted: 0, kept: 1 });
  expect(await planned()).toEqual([
    ['K1', 1, '4', '专业教育／专业核心', '1'],
    ['K2', 2, '4', '专业教育／专业核心', '1'],
    ['K3', 2, '4', '', '3'],
  ]);
  expect((await kinds())[0]).toEqual([
    'K3',
    'hand',
    '学期 第2学期→第3学期；课程分类 （无）→专业教育／专业核心；学时类型 （无）→理论64；' +
      '周学时 （无）→4；起止周 （无）→1-16',
  ]);
  expect((await generate(['M102/K3'])).data).toMatchObject({ created: 0, updated: 1, deleted: 0 });
  expect(await kinds()).toEqual([]);
  expect((await generate()).data).toEqual({ created: 0, updated: 0, deleted: 0, kept: 3 });

  // The scheme is revised: K1 moves, K2 leaves it; a hand has moved K3.
  await office.get(batchUpdatePlansOperation, { commandId: id(), keys: ['M102/K3'], term: 5 });
  await write(changed(row('K1', 1), row('K1', 2, { credit: 45 })), changed(row('K2', 2), null));
  expect(await kinds()).toEqual([
    ['K1', 'changed', '学期 第1学期→第2学期；学分 4→4.5'],
    ['K3', 'hand', '学期 第5学期→第3学期'],
    ['K2', 'gone', ''],
  ]);
  expect((await generate()).data).toEqual({ created: 0, updated: 1, deleted: 1, kept: 1 });
  expect((await planned()).map((one) => one.slice(0, 3))).toEqual([
    ['K1', 2, '4.5'],
    ['K3', 5, '4'],
  ]);
  const { rows } = await school.pool.query<{ operation: string }>(
    `select operation from base.operation_log where resource = 'executionPlan' and key = 'M102/K2' order by id`,
  );
  expect(rows.map(({ operation }) => operation)).toEqual(['create', 'delete']);
});

// SCHEME-13
test('rows that are opened, and those of common plans, are told and left', async () => {
  await write(changed(null, row('K2', 3)));
  const plan = {
    planName: '高数',
    courseId: 'K2',
    term: 1,
    credit: '4',
    totalHour: '64',
    weekHours: null,
    startEndWeek: null,
    classifyId: null,
    courseSystemName: null,
    examMethod: null,
    courseAttribute: '1',
    courseNature: '01',
    openDepartmentId: '102',
    specialItemSign: '0',
  } as const;
  const { key } = await office.get(commonCoursePlan.operations.create, { commandId: id(), values: plan });
  await office.get(assignGradeMajorOperation, { commandId: id(), key, gradeMajorIds: ['M102'] });
  // Somebody of M102 is in the class of K2 this semester.
  const told = (await differences()).list[0]!.changes.find(({ executionPlanId }) => executionPlanId === 'M102/K2');
  expect(told).toMatchObject({ kind: 'fixed', reason: '已开课', term: 3 });
  expect((await generate(['M102/K2'])).data).toMatchObject({ created: 0, updated: 0, deleted: 0 });
  expect((await office.get(queryPlanDetail, { gradeMajorId: 'M102' })).rows[0]).toMatchObject({
    courseId: 'K2',
    semesterId: SEMESTER,
    planSource: '2',
  });
});
