import { commonCoursePlan } from '@jwxt/contracts/scheme/plan/common-plan.resource.ts';
import { specialItem } from '@jwxt/contracts/scheme/plan/special-item.resource.ts';
import { schemaStream } from '@jwxt/contracts/scheme/schema/schema.events.ts';
import { schemaStreams } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { generationDigest, planGenerations } from '@jwxt/infra/runtime/execution-plan.ts';
import { newCourse } from './base-data-samples.ts';
import { load, newStudent, type CommandSamples, type Setting } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { asStudent } from './grade-exam-samples.ts';
import { newSchema } from './schema-samples.ts';
import { passAll } from './score-samples.ts';
import { people } from './score-school.ts';

const envelope = { actor: people.office };
const GRADE_MAJOR = '2026SE';
const SEMESTER = '2035-2036-1';

async function made(t: TestApp, { commands }: Pick<Resource, 'commands'>, values: object): Promise<string> {
  return (await t.accept<{ key: string }>(commands.create.name, { values }, envelope)).key;
}

const commonValues = async (t: TestApp, n: number) => ({
  planName: `公共课${n}`,
  courseId: await newCourse(t, n),
  term: '8',
  credit: '2',
  totalHour: '32',
  weekHours: null,
  startEndWeek: null,
  courseAttribute: '1',
  courseNature: '01',
  classifyId: null,
  courseSystemName: null,
  openDepartmentId: '101',
  examMethod: null,
  specialItemSign: '0',
});
const itemValues = async (t: TestApp, n: number) => {
  await load(t, 'semester', [
    {
      xnxq: SEMESTER,
      xnzj: '2035-2036',
      xqm: '1',
      xnxqmc: '2035-2036学年第一学期',
      ksrq: '2035-09-01',
      jsrq: '2036-01-20',
      zs: 18,
      sfdqxq: '0',
    },
  ]);
  return {
    semesterId: SEMESTER,
    courseId: await newCourse(t, n),
    itemName: `专项${n}`,
    itemType: '1',
    capacity: 50,
    sexLimit: null,
    minScore: null,
    selfChoose: '1',
  };
};
/** An item of a far semester, with its values. */
export async function newItem(t: TestApp, n: number) {
  const values = await itemValues(t, n);
  return { key: await made(t, specialItem, values), values };
}
const replaceValues = async (t: TestApp, n: number) => ({
  oldCourses: [await newCourse(t, n)],
  newCourses: [await newCourse(t, n + 500)],
  creditConfirmed: '0',
  beginSemesterId: null,
  replaceReason: null,
  sfqy: '1',
});
/** A course of a term that is far away, in the plan of the samples' grade-major. */
export async function plannedCourse(t: TestApp, n: number, xnxq = SEMESTER): Promise<string> {
  const kch = await newCourse(t, n);
  await load(t, 'executionPlan', [{ njzydm: GRADE_MAJOR, kch, xnxq }]);
  return `${GRADE_MAJOR}/${kch}`;
}

/** Rows of plans, each unlike any other. */
export const planSettings: readonly Setting[] = [
  { name: 'commonCoursePlan', values: commonValues, changed: (values) => ({ ...values, credit: '3' }) },
  {
    name: 'classPlanSet',
    values: async (t, n) => ({
      executionPlanId: await plannedCourse(t, n),
      bjdm: 'B1',
      isOpen: '1',
      openSemesterId: null,
      teacherSuggest: null,
      mergeGroup: 'A',
    }),
    changed: (values) => ({ ...values, mergeGroup: 'B' }),
  },
  { name: 'specialItem', values: itemValues, changed: (values) => ({ ...values, capacity: 60 }) },
  {
    name: 'specialItemStudent',
    values: async (t, n) => ({
      specialItemId: await made(t, specialItem, await itemValues(t, n)),
      studentCode: await newStudent(t, n),
      itemSource: '手工',
      placementScore: null,
    }),
    changed: (values) => ({ ...values, itemSource: '测试' }),
  },
  {
    name: 'gradeCourseReplace',
    values: async (t, n) => ({ gradeMajorId: GRADE_MAJOR, ...(await replaceValues(t, n)) }),
    changed: (values) => ({ ...values, replaceReason: '课程停开' }),
  },
  {
    name: 'studentTagsReplace',
    values: async (t, n) => ({
      departmentId: '101',
      studentCodes: [await newStudent(t, n)],
      ...(await replaceValues(t, n)),
    }),
    changed: (values) => ({ ...values, replaceReason: '课程停开' }),
  },
];

/** Commands of plans besides those of their rows. */
export const planSamples: CommandSamples = {
  'trainingExecutionPlan.generate': {
    async prepare(t, n) {
      const { majorSchemaKey, revision } = await newSchema(t, n);
      await t.accept('majorSchema.submit', { majorSchemaKey, revision }, { actor: people.clerk });
      await passAll(t, majorSchemaKey);
      const { pool, handler } = t.app.services;
      const asked = { majorSchemaKey, gradeMajorIds: [`ZG${n}`] };
      const generations = await planGenerations(
        pool,
        asked,
        async (key) => (await handler.read(schemaStream(key), schemaStreams)).state,
      );
      return { payload: { ...asked, overwritten: [], digest: generationDigest(generations) }, envelope };
    },
  },
  'trainingExecutionPlan.batchUpdate': {
    prepare: async (t, n) => ({ payload: { keys: [await plannedCourse(t, n)], startEndWeek: '1-8' }, envelope }),
  },
  'trainingExecutionPlan.createFromCourse': {
    prepare: async (t, n) => ({
      payload: { gradeMajorId: GRADE_MAJOR, term: 8, courseIds: [await newCourse(t, n)] },
      envelope,
    }),
  },
  'commonCoursePlan.assignGradeMajor': {
    prepare: async (t, n) => ({
      payload: {
        key: await made(t, commonCoursePlan, await commonValues(t, n)),
        gradeMajorIds: [GRADE_MAJOR],
        removed: [],
      },
      envelope,
    }),
  },
  'courseReplace.apply': {
    prepare: async (t, n) => ({
      payload: {
        gradeMajorId: GRADE_MAJOR,
        studentCodes: [],
        oldCourses: [await newCourse(t, n)],
        newCourses: [await newCourse(t, n + 500)],
        beginSemesterId: null,
        replaceReason: '课程停开',
      },
      envelope: { actor: people.clerk },
    }),
  },
  'commonCoursePlan.copy': {
    prepare: async (t, n) => ({
      payload: {
        key: await made(t, commonCoursePlan, await commonValues(t, n)),
        planName: `副本${n}`,
        grade: '2026',
      },
      envelope,
    }),
  },
  'specialItem.choose': {
    async prepare(t, n) {
      const values = await itemValues(t, n);
      await load(t, 'executionPlan', [{ njzydm: GRADE_MAJOR, kch: values.courseId, xnxq: SEMESTER }]);
      const specialItemId = await made(t, specialItem, values);
      return { payload: { specialItemId }, envelope: asStudent(await newStudent(t, n)) };
    },
  },
};
