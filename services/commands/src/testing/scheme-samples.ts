import { newCourse } from './base-data-samples.ts';
import { load, type CommandSamples, type Setting } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { people } from './score-school.ts';

const envelope = { actor: people.office };
/** A published version, by which grade-majors of the samples are trained. */
const VERSION = { id: 'SV0', name: '样例版' };

const key = async (t: TestApp, command: string, values: object): Promise<string> =>
  (await t.accept<{ key: string }>(command, { values }, envelope)).key;

const versionValues = (n: number) => ({
  schemeVersionName: `版本${n}`,
  schemeVersionYear: '2026',
  studyTypeCode: '4201',
  beginGrade: '2026',
  endGrade: null,
  minTotalCredit: '160',
  publishStatus: '0',
  remark: null,
});
const moduleValues = (schemeVersionId: string, n: number) => ({
  schemeVersionId,
  moduleName: `模块${n}`,
  parentModuleId: null,
  sortNum: 1,
});
const classifyValues = (moduleId: string, n: number) => ({
  moduleId,
  classifyName: `分类${n}`,
  courseNature: null,
  courseAttribute: null,
  sortNum: 1,
});
const newVersion = (t: TestApp, n: number) => key(t, 'schemeVersion.create', versionValues(n));
const newModule = async (t: TestApp, n: number, version?: string) =>
  await key(t, 'schemeModule.create', moduleValues(version ?? (await newVersion(t, n)), n));

/** A module with a class in the published version, and what its template asks for there. */
async function publishedClass(t: TestApp, n: number): Promise<string> {
  const { pool } = t.app.services;
  await pool.query(
    `insert into base.scheme_version (scheme_version_id, scheme_version_name, scheme_version_year, begin_grade,
        study_type_code, publish_status) values ($1, $2, '2026', '2026', '4201', '1') on conflict do nothing`,
    [VERSION.id, VERSION.name],
  );
  await pool.query(
    `insert into base.scheme_module (module_id, scheme_version_id, scheme_version_name, module_name, sort_num)
     values ($1, $2, $3, $1, $4)`,
    [`SM${n}`, VERSION.id, VERSION.name, n],
  );
  await pool.query(
    `insert into base.scheme_classify (classify_id, module_id, scheme_version_id, scheme_version_name, module_name,
        classify_name) values ($1, $2, $3, $4, $2, $1)`,
    [`SC${n}`, `SM${n}`, VERSION.id, VERSION.name],
  );
  await pool.query(
    `insert into base.scheme_system (scheme_system_id, module_id, scheme_version_id, min_credit)
     values ($1, $2, $3, 10)`,
    [`SS${n}`, `SM${n}`, VERSION.id],
  );
  return `SC${n}`;
}

/** A grade-major of its own, which has chosen the published version. */
/** A grade-major of the samples, by a version. */
export async function newGradeMajor(t: TestApp, n: number, chosen: string | null = VERSION.id): Promise<string> {
  const njzydm = `SG${n}`;
  const kind = { njdm: '2026', zydm: 'SE', dwh: '101', xqdm: '1', xslbdm: '4201', pyccm: '3', xz: 40 };
  await load(t, 'gradeMajor', [{ njzydm, njzymc: `样例专业${n}`, ...kind }]);
  await t.app.services.pool.query(
    'update base.grade_major_requirement set scheme_version_id = $2 where grade_major_id = $1',
    [njzydm, chosen],
  );
  return njzydm;
}

const groupValues = (n: number) => ({
  courseGroupName: `课组${n}`,
  departmentId: '101',
  groupType: '3',
  minCredit: null,
  minCourseNum: null,
  courseNature: null,
  sfqy: '1',
});
const newGroup = (t: TestApp, n: number) => key(t, 'courseGroupManagement.create', groupValues(n));
const groupCourse = async (t: TestApp, n: number) => ({
  courseGroupId: await newGroup(t, n),
  courseId: await newCourse(t, n),
  term: 1,
  sortNum: 1,
});

/** A course in a plan of unit 101, by its key there. */
async function planCourse(t: TestApp, n: number): Promise<string> {
  const [njzydm, kch] = [await newGradeMajor(t, n, null), await newCourse(t, n)];
  await load(t, 'executionPlan', [{ njzydm, kch, xnxq: '2026-2027-1' }]);
  return `${njzydm}/${kch}`;
}
const hourValues = (ownerKey: string, xsbh: string) => ({
  ownerType: '2',
  ownerKey,
  departmentId: '101',
  xsbh,
  xs: '8',
  weekHours: null,
  weekNum: null,
  jslxm: null,
  startEndWeek: null,
});

/** Rows of the frame of training schemes, each unlike any other. */
export const schemeSettings: readonly Setting[] = [
  {
    name: 'schemeVersion',
    values: (_t, n) => versionValues(n),
    changed: (values) => ({ ...values, minTotalCredit: '165' }),
  },
  {
    name: 'schemeModule',
    values: async (t, n) => moduleValues(await newVersion(t, n), n),
    changed: (values) => ({ ...values, sortNum: 2 }),
  },
  {
    name: 'schemeClassify',
    values: async (t, n) => classifyValues(await newModule(t, n), n),
    changed: (values) => ({ ...values, courseAttribute: '1' }),
  },
  {
    name: 'schemeSystem',
    values: async (t, n) => ({
      moduleId: await newModule(t, n),
      classifyId: null,
      gradeMajorId: null,
      minCredit: '20',
      maxCredit: null,
      minHours: null,
      minCourseNum: null,
      sortNum: 1,
    }),
    changed: (values) => ({ ...values, minCredit: '21.5' }),
  },
  {
    name: 'gradeMajorSchemeRequirement',
    values: async (t, n) => {
      const gradeMajorId = await newGradeMajor(t, n, null);
      // It was made with the grade-major.
      await t.app.services.pool.query('delete from base.grade_major_requirement where grade_major_id = $1', [
        gradeMajorId,
      ]);
      return {
        gradeMajorId,
        schemeVersionId: null,
        totalCredit: '160',
        requiredCredit: '120',
        electiveCredit: '40',
        practiceCredit: null,
        innovationCredit: null,
        totalHours: null,
        maxStudyYears: null,
        degreeCode: null,
        degreeGpa: null,
        graduateText: null,
      };
    },
    changed: (values) => ({ ...values, practiceCredit: '42' }),
  },
  {
    name: 'majorSystem',
    values: async (t, n) => {
      const classifyId = await publishedClass(t, n);
      return { gradeMajorId: await newGradeMajor(t, n), classifyId, minCredit: '10', sortNum: 1 };
    },
    changed: (values) => ({ ...values, minCredit: '12' }),
  },
  {
    name: 'gradeMajorProject',
    values: async (t, n) => ({
      gradeMajorId: await newGradeMajor(t, n, null),
      projectType: '2',
      projectName: `辅修${n}`,
      totalCredit: '50',
      quota: 30,
      sfqy: '1',
    }),
    changed: (values) => ({ ...values, quota: 40 }),
  },
  {
    name: 'courseGroupManagement',
    values: (_t, n) => groupValues(n),
    changed: (values) => ({ ...values, courseNature: '06' }),
  },
  { name: 'courseGroupDetail', values: groupCourse, changed: (values) => ({ ...values, term: 3 }) },
  {
    name: 'courseGroupHours',
    values: async (t, n) => {
      const course = await groupCourse(t, n);
      await key(t, 'courseGroupDetail.create', course);
      return { courseGroupId: course.courseGroupId, xsbh: '1', xs: '16', term: null };
    },
    changed: (values) => ({ ...values, xs: '20' }),
  },
  {
    name: 'courseHourRequire',
    values: async (t, n) => hourValues(await planCourse(t, n), '1'),
    changed: (values) => ({ ...values, xs: '20' }),
  },
];

/** Commands of the frame besides those of its rows. */
export const schemeSamples: CommandSamples = {
  'schemeVersion.copy': {
    prepare: async (t, n) => ({
      payload: {
        schemeVersionId: await newVersion(t, n),
        schemeVersionName: `副本${n}`,
        schemeVersionYear: '2027',
        beginGrade: '2026',
      },
      envelope,
    }),
  },
  'schemeVersion.addDefaultModules': {
    prepare: async (t, n) => ({ payload: { schemeVersionId: await newVersion(t, n) }, envelope }),
  },
  'schemeModule.move': {
    async prepare(t, n) {
      const version = await newVersion(t, n);
      const parentModuleId = await newModule(t, n, version);
      const moduleId = await key(t, 'schemeModule.create', { ...moduleValues(version, n), moduleName: `移动${n}` });
      return { payload: { moduleId, parentModuleId, before: null }, envelope };
    },
  },
  'schemeClassify.move': {
    async prepare(t, n) {
      const version = await newVersion(t, n);
      const classifyId = await key(t, 'schemeClassify.create', classifyValues(await newModule(t, n, version), n));
      const moduleId = await key(t, 'schemeModule.create', { ...moduleValues(version, n), moduleName: `移动${n}` });
      return { payload: { classifyId, moduleId, before: null }, envelope };
    },
  },
  'schemeSystem.batchUpdate': {
    async prepare(t, n) {
      const schemeVersionId = await newVersion(t, n);
      const moduleId = await newModule(t, n, schemeVersionId);
      const line = {
        moduleId,
        classifyId: null,
        minCredit: '30',
        maxCredit: null,
        minHours: null,
        minCourseNum: null,
      };
      return { payload: { schemeVersionId, gradeMajorId: null, lines: [line] }, envelope };
    },
  },
  'schemeSystem.copyToGradeMajor': {
    async prepare(t, n) {
      await publishedClass(t, n);
      return {
        payload: { schemeVersionId: VERSION.id, gradeMajorIds: [await newGradeMajor(t, n, null)] },
        envelope,
      };
    },
  },
  'schemeSystem.copyGradeMajor': {
    async prepare(t, n) {
      await publishedClass(t, n);
      const from = await newGradeMajor(t, n);
      const to = await newGradeMajor(t, n + 50_000, null);
      await t.accept('schemeSystem.copyToGradeMajor', { schemeVersionId: VERSION.id, gradeMajorIds: [from] }, envelope);
      return { payload: { from, to: [to] }, envelope };
    },
  },
  'schemeSystem.synchronousCreditHours': {
    async prepare(t, n) {
      await publishedClass(t, n);
      return { payload: { gradeMajorId: await newGradeMajor(t, n) }, envelope };
    },
  },
  'gradeMajorSchemeRequirement.batchUpdate': {
    async prepare(t, n) {
      await publishedClass(t, n);
      return {
        payload: { requirementIds: [await newGradeMajor(t, n, null)], schemeVersionId: VERSION.id },
        envelope,
      };
    },
  },
  'gradeMajorSchemeRequirement.clearMajorSystem': {
    async prepare(t, n) {
      await publishedClass(t, n);
      return { payload: { requirementId: await newGradeMajor(t, n) }, envelope };
    },
  },
  'courseHourRequire.merge': {
    async prepare(t, n) {
      const owner = await planCourse(t, n);
      const into = await key(t, 'courseHourRequire.create', hourValues(owner, '1'));
      return { payload: { into, from: await key(t, 'courseHourRequire.create', hourValues(owner, '2')) }, envelope };
    },
  },
};
