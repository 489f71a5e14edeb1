import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { courseGroup, courseGroupDetail, courseGroupHours } from '@jwxt/contracts/scheme/course-group.resource.ts';
import { mergeHours } from '@jwxt/contracts/scheme/course-hour.operations.ts';
import { courseHourRequire } from '@jwxt/contracts/scheme/course-hour.resource.ts';
import {
  batchUpdateRequirements,
  clearMajorSystemOperation,
  schemeModuleByGradeMajor,
  selectedClassifyOfMajor,
} from '@jwxt/contracts/scheme/requirement.operations.ts';
import {
  batchUpdateSystem,
  copyGradeMajor,
  copyToGradeMajor,
  judgeCreate,
  newestVersionDetail,
  queryClassifyIsParent,
  querySystemByGradeMajor,
  querySystemByScheme,
  synchronousCreditHours,
  systemVersionDetail,
} from '@jwxt/contracts/scheme/scheme-system.operations.ts';
import {
  gradeMajorProject,
  gradeMajorRequirement,
  majorSystem,
  schemeSystem,
} from '@jwxt/contracts/scheme/scheme-system.resource.ts';
import {
  addDefaultModules,
  copyVersion,
  deleteVersions,
  getModuleAndCategory,
  getModuleNoSelectedClassify,
  getModuleSelectedClassify,
  getModuleSelectedClassifyForUpdate,
  moveClassify,
  moveModule,
  queryAllVersions,
  schemeVersionTree,
} from '@jwxt/contracts/scheme/scheme-version.operations.ts';
import { schemeClassify, schemeModule, schemeVersion } from '@jwxt/contracts/scheme/scheme-version.resource.ts';
import type { Browser } from '../testing/browser.ts';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import { startSchool, type School } from '../testing/school.ts';

/* The frame of training schemes: from the office's version to what a unit asks of its grade-majors. */

const id = (): string => crypto.randomUUID();
let school: School;
let office: Browser;
let clerk: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  [office, clerk] = await Promise.all([school.browser('office1'), school.browser('clerk1')]);
  // Another grade-major of unit 101, whose clerk is clerk1.
  await insertReferenceRows(school.pool, 'gradeMajor', [
    {
      njzydm: 'M101B',
      njzymc: '2026级专业101B',
      njdm: '2026',
      zydm: 'Z101',
      dwh: '101',
      xqdm: '1',
      xslbdm: '4201',
      pyccm: '1',
      xz: 40,
      zdxf: 1600,
    },
  ]);
});
afterAll(() => school.stop());

const make = async ({ operations }: Resource, values: WireRow, who = office): Promise<string> =>
  (await who.get(operations.create, { commandId: id(), values })).key;
const wrong = async ({ operations }: Resource, values: WireRow, who = office) =>
  (await who.call(operations.create, { commandId: id(), values })).fieldErrors;
const change = async ({ operations, fields }: Resource, key: string, values: WireRow, who = office) => {
  const row = await who.get(operations.detail, { key });
  const written = Object.keys(fields).filter((name) => !fields[name]?.readOnly);
  return await who.call(operations.update, {
    commandId: id(),
    key,
    version: String(row['version']),
    values: { ...Object.fromEntries(written.map((name) => [name, row[name] ?? null])), ...values },
  });
};
const remove = async ({ operations }: Resource, key: string, who = office) =>
  await who.call(operations.delete, { commandId: id(), key });

const draft = {
  schemeVersionYear: '2026',
  beginGrade: '2026',
  endGrade: null,
  studyTypeCode: '4201',
  minTotalCredit: '160',
  publishStatus: '0',
  remark: null,
};
const treeOf = async (schemeVersionId: string) => await office.get(getModuleAndCategory, { schemeVersionId });
const namesOf = async (schemeVersionId: string) =>
  (await treeOf(schemeVersionId)).modules.map(({ moduleName, level }) => `${String(level)} ${moduleName}`);

let first: string;

test('SCHEME-09: a version has a tree that is arranged, copied, and fixed when it is published', async () => {
  expect(await wrong(schemeVersion, { ...draft, schemeVersionName: '2026版', publishStatus: '1' })).toEqual([
    { field: 'values.publishStatus', message: '新版本应为草稿，建立课程模块和分类后再发布' },
  ]);
  expect(await wrong(schemeVersion, { ...draft, schemeVersionName: '坏', schemeVersionYear: '202a' })).toMatchObject([
    { message: '应为四位年份，如 2026' },
  ]);
  first = await make(schemeVersion, { ...draft, schemeVersionName: '2026版' });
  expect((await change(schemeVersion, first, { publishStatus: '1' })).fieldErrors).toMatchObject([
    { message: '还没有课程分类，不能发布' },
  ]);
  const given = await office.get(addDefaultModules, { commandId: id(), schemeVersionId: first });
  expect(given).toEqual({ modules: 10, classifies: 10 });
  expect(await office.call(addDefaultModules, { commandId: id(), schemeVersionId: first })).toMatchObject({
    code: 'SCHEME_MODULES_THERE',
  });
  expect(await namesOf(first)).toEqual([
    '1 通识教育',
    '2 通识必修',
    '2 通识选修',
    '1 学科基础',
    '1 专业教育',
    '2 专业核心',
    '2 专业选修',
    '1 集中实践',
    '1 创新创业',
    '1 第二课堂',
  ]);
  const at = async (name: string) => (await treeOf(first)).modules.find(({ moduleName }) => moduleName === name)!;
  // Three levels, and no circle.
  const third = await make(schemeModule, {
    schemeVersionId: first,
    moduleName: '专业方向',
    parentModuleId: (await at('专业选修')).moduleId,
    sortNum: 1,
  });
  expect(
    await wrong(schemeModule, { schemeVersionId: first, moduleName: '四级', parentModuleId: third, sortNum: 1 }),
  ).toEqual([{ field: 'values.parentModuleId', message: '课程模块最多三级' }]);
  const move = async (name: string, to: string | null, before: string | null = null) =>
    await office.call(moveModule, {
      commandId: id(),
      moduleId: (await at(name)).moduleId,
      // What is null is left out of a body by the browser.
      ...(to === null ? {} : { parentModuleId: (await at(to)).moduleId }),
      ...(before === null ? {} : { before: (await at(before)).moduleId }),
    });
  expect(await move('专业教育', '专业方向')).toMatchObject({ code: 'SCHEME_MODULE_INSIDE' });
  expect(await move('专业教育', '集中实践')).toMatchObject({ code: 'SCHEME_MODULE_LEVELS' });
  expect(await move('第二课堂', null, '学科基础')).toMatchObject({ code: '200' });
  expect(await move('集中实践', '专业教育', '专业选修')).toMatchObject({ code: '200' });
  expect(await namesOf(first)).toEqual([
    '1 通识教育',
    '2 通识必修',
    '2 通识选修',
    '1 第二课堂',
    '1 学科基础',
    '1 专业教育',
    '2 专业核心',
    '2 集中实践',
    '2 专业选修',
    '3 专业方向',
    '1 创新创业',
  ]);
  // Classes among themselves, and into another module.
  const classes = (await at('通识选修')).classifies;
  await office.get(moveClassify, {
    commandId: id(),
    classifyId: classes[1]!.classifyId,
    moduleId: classes[0]!.moduleId,
    before: classes[0]!.classifyId,
  });
  expect((await at('通识选修')).classifies.map(({ classifyName }) => classifyName)).toEqual([
    '公共选修课',
    '通识教育课',
  ]);
  await office.get(moveClassify, {
    commandId: id(),
    classifyId: classes[1]!.classifyId,
    moduleId: third,
    before: null,
  });
  expect((await at('专业方向')).classifies).toMatchObject([{ classifyName: '公共选修课', moduleName: '专业方向' }]);
  // A renamed module is called so by what follows it.
  await change(schemeModule, third, { moduleName: '专业方向课' });
  expect((await at('专业方向课')).classifies).toMatchObject([{ moduleName: '专业方向课' }]);
  // Fixed when it is published; a copy is a draft with the same tree.
  expect(await change(schemeVersion, first, { publishStatus: '1' })).toMatchObject({ code: '200' });
  expect(await move('第二课堂', null)).toMatchObject({ code: 'SCHEME_VERSION_FIXED' });
  expect(await remove(schemeModule, third)).toMatchObject({ code: 'RESOURCE_KEPT' });
  expect(await change(schemeModule, third, { moduleName: '改名' })).toMatchObject({ code: 'RESOURCE_KEPT' });
  expect((await change(schemeVersion, first, { schemeVersionName: '改名' })).fieldErrors).toMatchObject([
    { field: 'values.schemeVersionName' },
  ]);
  const { key: copy } = await office.get(copyVersion, {
    commandId: id(),
    schemeVersionId: first,
    schemeVersionName: '2026版修订',
    schemeVersionYear: '2026',
    beginGrade: '2026',
  });
  expect(await namesOf(copy)).toEqual(await namesOf(first));
  expect(await treeOf(copy)).toMatchObject({ publishStatus: '0', fixed: '' });
  expect((await change(schemeVersion, copy, { publishStatus: '1' })).fieldErrors).toEqual([
    { field: 'values.publishStatus', message: '同一年份、同一学生类别的“2026版”已发布，请先把它改为已结束' },
  ]);
  expect((await office.get(queryAllVersions, {})).list).toMatchObject([{ schemeVersionName: '2026版' }]);
  expect((await office.get(queryAllVersions, { all: '1' })).list).toHaveLength(2);
  expect((await office.get(schemeVersionTree, {})).list).toMatchObject([{ year: '2026', versions: [{}, {}] }]);
  const { deleted, kept } = await office.get(deleteVersions, { commandId: id(), keyList: [first] });
  expect([deleted, kept.length]).toEqual([0, 1]);
  // A clerk reads versions, and writes none.
  expect(await clerk.get(getModuleAndCategory, { schemeVersionId: first })).toMatchObject({
    publishStatusName: '已发布',
  });
  expect(
    (await clerk.call(moveModule, { commandId: id(), moduleId: third, parentModuleId: null, before: null })).status,
  ).toBe(403);
});

test('SCHEME-10: credits add up in a template and in grade-majors, which begin with a copy of it', async () => {
  // The template belongs to a draft: the published version goes back, as nobody uses it.
  expect(await change(schemeVersion, first, { publishStatus: '0' })).toMatchObject({ code: '200' });
  const { modules } = await treeOf(first);
  const moduleId = (name: string) => modules.find(({ moduleName }) => moduleName === name)!.moduleId;
  const line = (name: string, minCredit: string | null, classifyId: string | null = null) => ({
    moduleId: moduleId(name),
    classifyId,
    minCredit,
    maxCredit: null,
    minHours: null,
    minCourseNum: null,
  });
  const write = (lines: ReturnType<typeof line>[], gradeMajorId: string | null, who = office) =>
    who.call(batchUpdateSystem, {
      commandId: id(),
      schemeVersionId: first,
      lines,
      ...(gradeMajorId === null ? {} : { gradeMajorId }),
    });
  expect(await write([line('通识教育', '40'), line('通识必修', '35'), line('通识选修', '10')], null)).toMatchObject({
    code: 'SCHEME_SYSTEM_SUMS',
    message: '“通识教育”下级的最低学分之和为 45，超过它的 40',
  });
  const core = modules.find(({ moduleName }) => moduleName === '专业核心')!.classifies[0]!;
  const all = [
    line('通识教育', '45'),
    line('通识必修', '35'),
    line('通识选修', '10'),
    line('学科基础', '40'),
    line('专业教育', '70'),
    line('专业核心', '30', core.classifyId),
  ];
  expect(await write(all, null)).toMatchObject({ code: '200', data: { changed: 6 } });
  expect(await write(all, null)).toMatchObject({ code: '200', data: { changed: 0 } });
  expect(await write([line('创新创业', '6')], null)).toMatchObject({
    message: '各模块的最低学分之和为 161，超过总学分 160',
  });
  expect(await wrong(schemeSystem, { ...line('创新创业', '6'), gradeMajorId: null, sortNum: 1 })).toMatchObject([
    { field: 'values.minCredit' },
  ]);
  const template = await office.get(querySystemByScheme, { schemeVersionId: first });
  expect(template).toMatchObject({ arrangedCredit: '155', totalCredit: '160' });
  expect(template.nodes.find(({ name }) => name === '通识教育')).toMatchObject({
    minCredit: '45',
    belowCredit: '45',
    creditRatio: '28.1',
  });
  expect(await office.get(systemVersionDetail, { id: first })).toEqual(template);
  expect(await office.call(newestVersionDetail, { studyTypeCode: '4201' })).toMatchObject({ code: 'NOT_FOUND' });
  const free = await office.get(getModuleNoSelectedClassify, { schemeVersionId: first });
  const taken = await office.get(getModuleSelectedClassify, { schemeVersionId: first });
  expect([free.list.length, taken.list.map(({ classifyName }) => classifyName)]).toEqual([9, ['专业核心课']]);
  const schemeSystemId = template.nodes.find(({ classifyId }) => classifyId === core.classifyId)!.schemeSystemId!;
  expect(
    (await office.get(getModuleSelectedClassifyForUpdate, { schemeVersionId: first, schemeSystemId })).list,
  ).toHaveLength(10);
  expect(await office.get(queryClassifyIsParent, { moduleId: moduleId('通识教育') })).toEqual({ isParent: '1' });
  expect(await office.get(judgeCreate, { moduleId: moduleId('通识教育') })).toEqual({
    allowed: false,
    reason: '已有学分要求',
  });
  // Units write by what is published, within the own scope.
  const copy = (gradeMajorIds: string[], who = clerk) =>
    who.call(copyToGradeMajor, { commandId: id(), schemeVersionId: first, gradeMajorIds });
  expect(await copy(['M101'])).toMatchObject({ data: { list: [{ created: 0, reason: '只能选择已发布的方案版本' }] } });
  await change(schemeVersion, first, { publishStatus: '1' });
  expect(await write([line('创新创业', '1')], null)).toMatchObject({ code: 'SCHEME_SYSTEM_SUMS' });
  expect(await copy(['M102'])).toMatchObject({ code: 'OUT_OF_SCOPE' });
  expect(await copy(['M101'])).toMatchObject({ data: { list: [{ created: 6, kept: 0, reason: '' }] } });
  expect(await copy(['M101'])).toMatchObject({ data: { list: [{ created: 0, kept: 6, reason: '' }] } });
  expect(await write([line('学科基础', '42')], 'M101', clerk)).toMatchObject({ data: { changed: 1 } });
  expect(await write([line('学科基础', '42')], null, clerk)).toMatchObject({ code: 'OUT_OF_SCOPE' });
  expect(await clerk.call(querySystemByGradeMajor, { gradeMajorId: 'M102' })).toMatchObject({ code: 'OUT_OF_SCOPE' });
  const own = await clerk.get(querySystemByGradeMajor, { gradeMajorId: 'M101' });
  expect(own.nodes.find(({ name }) => name === '学科基础')).toMatchObject({ minCredit: '42', templateCredit: '40' });
  const others = await clerk.get(copyGradeMajor, { commandId: id(), from: 'M101', to: ['M101B'] });
  expect(others.list).toMatchObject([{ created: 6, reason: '' }]);
  // What grade-majors use is fixed for good.
  expect((await change(schemeVersion, first, { publishStatus: '0' })).fieldErrors).toMatchObject([
    { message: '已有 2 个年级专业使用，不能改回草稿' },
  ]);
});

test('SCHEME-11: each grade-major has its requirement, whose total is what recognition counts from', async () => {
  const required = async () =>
    (await school.pool.query<{ credit: number }>(`select credit from base.required_credit where njzydm = 'M101B'`))
      .rows[0]?.credit;
  expect(
    (await clerk.get(gradeMajorRequirement.operations.query, {})).rows.map(({ gradeMajorId }) => gradeMajorId),
  ).toEqual(['M101', 'M101B']);
  expect(await required()).toBe(1600);
  const values = { totalCredit: '165.5', requiredCredit: '120', electiveCredit: '45.5', practiceCredit: '42' };
  expect(
    (await change(gradeMajorRequirement, 'M101B', { ...values, electiveCredit: '40' }, clerk)).fieldErrors,
  ).toEqual([{ field: 'values.totalCredit', message: '总学分应等于必修学分与选修学分之和' }]);
  expect(
    (await change(gradeMajorRequirement, 'M101B', { ...values, totalCredit: '150', electiveCredit: '30' }, clerk))
      .fieldErrors,
  ).toMatchObject([{ message: '各模块的最低学分之和为 157，总学分不能更低' }]);
  expect(await change(gradeMajorRequirement, 'M101B', values, clerk)).toMatchObject({ code: '200' });
  expect(await required()).toBe(1655);
  expect(await remove(gradeMajorRequirement, 'M101B')).toMatchObject({ code: 'RESOURCE_KEPT' });
  const { key: second } = await office.get(copyVersion, {
    commandId: id(),
    schemeVersionId: first,
    schemeVersionName: '2027版',
    schemeVersionYear: '2027',
    beginGrade: '2026',
  });
  await change(schemeVersion, second, { publishStatus: '1' });
  const choose = () =>
    clerk.get(batchUpdateRequirements, { commandId: id(), requirementIds: ['M101', 'M101B'], schemeVersionId: second });
  expect(await choose()).toMatchObject({ changed: 0, kept: [{}, { reason: '已有课程体系，更换版本前请先清空' }] });
  const cleared = await clerk.get(clearMajorSystemOperation, { commandId: id(), requirementId: 'M101B' });
  expect(cleared).toEqual({ systems: 6, classifies: 10, kept: [] });
  expect(await choose()).toMatchObject({ changed: 1, kept: [{}] });
  expect(await clerk.call(clearMajorSystemOperation, { commandId: id(), requirementId: 'M102' })).toMatchObject({
    code: 'OUT_OF_SCOPE',
  });
});

test('SCHEME-12, SCHEME-26: classes that a grade-major uses, with its plan; 主修 is there from the start', async () => {
  const counted = await clerk.get(synchronousCreditHours, { commandId: id(), gradeMajorId: 'M101' });
  const courses: readonly WireRow[] = (await clerk.get(majorSystem.operations.query, { gradeMajorId: 'M101' })).rows;
  const placed = courses.reduce((sum, { courseNum }) => sum + Number(courseNum), 0);
  expect(placed + counted.unplaced.length).toBe(3);
  expect(counted.changed).toBeGreaterThan(0);
  expect(await clerk.get(synchronousCreditHours, { commandId: id(), gradeMajorId: 'M101' })).toMatchObject({
    changed: 0,
  });
  const withCourses = courses.find(({ courseNum }) => Number(courseNum) > 0)!;
  expect(await remove(majorSystem, String(withCourses['majorSystemId']), clerk)).toMatchObject({
    code: 'RESOURCE_KEPT',
  });
  const without = courses.find(({ courseNum }) => Number(courseNum) === 0)!;
  expect(await remove(majorSystem, String(without['majorSystemId']), clerk)).toMatchObject({ code: '200' });
  const { modules } = await clerk.get(schemeModuleByGradeMajor, { gradeMajorId: 'M101' });
  const unused = modules.flatMap(({ classifies }) => classifies).filter(({ majorSystemId }) => majorSystemId === null);
  expect(unused).toMatchObject([{ classifyId: without['classifyId'] }]);
  expect((await clerk.get(selectedClassifyOfMajor, { gradeMajorId: 'M101' })).list).toHaveLength(9);
  await make(
    majorSystem,
    { gradeMajorId: 'M101', classifyId: unused[0]!.classifyId, minCredit: '2', sortNum: 9 },
    clerk,
  );
  expect(
    await wrong(
      majorSystem,
      { gradeMajorId: 'M101B', classifyId: unused[0]!.classifyId, minCredit: '2', sortNum: 9 },
      clerk,
    ),
  ).toMatchObject([{ field: 'values.classifyId' }]);
  const project = { gradeMajorId: 'M101', totalCredit: null, quota: 30, sfqy: '1' };
  const { rows } = await office.get(gradeMajorProject.operations.query, { gradeMajorId: 'M101' });
  expect(rows).toMatchObject([{ projectTypeName: '主修', projectName: '主修' }]);
  expect(await remove(gradeMajorProject, String((rows[0] as WireRow | undefined)?.['projectId']))).toMatchObject({
    code: 'RESOURCE_KEPT',
  });
  expect(await wrong(gradeMajorProject, { ...project, projectType: '1', projectName: '又一个' })).toEqual([
    { field: 'values.projectType', message: '该年级专业已有主修' },
  ]);
  await make(gradeMajorProject, { ...project, projectType: '2', projectName: '金融学辅修' });
});

test('SCHEME-40, SCHEME-41, SCHEME-42: course groups of the own unit with their courses and hours', async () => {
  const group = {
    departmentId: '101',
    groupType: '1',
    minCourseNum: null,
    courseNature: null,
    sfqy: '1',
  } as const;
  expect(await wrong(courseGroup, { ...group, courseGroupName: '人工智能课组', minCredit: null }, clerk)).toEqual([
    { field: 'values.minCredit', message: '请填写最低学分' },
  ]);
  const key = await make(courseGroup, { ...group, courseGroupName: '人工智能课组', minCredit: '6' }, clerk);
  expect(
    await clerk.call(courseGroup.operations.create, {
      commandId: id(),
      values: { ...group, departmentId: '102', courseGroupName: '别院课组', minCredit: '6' },
    }),
  ).toMatchObject({ code: 'OUT_OF_SCOPE' });
  await make(courseGroupDetail, { courseGroupId: key, courseId: 'K1', term: 5, sortNum: 1 }, clerk);
  expect((await clerk.get(courseGroupDetail.operations.query, { courseGroupId: key })).rows).toMatchObject([
    { courseId: 'K1', term: 5 },
  ]);
  expect(await wrong(courseGroupHours, { courseGroupId: key, xsbh: '1', xs: '9000', term: null }, clerk)).toMatchObject(
    [{ field: 'values.xs' }],
  );
  await make(courseGroupHours, { courseGroupId: key, xsbh: '1', xs: '8', term: null }, clerk);
  expect(await remove(courseGroup, key, clerk)).toMatchObject({ code: 'RESOURCE_IN_USE' });
});

test('SCHEME-29: hours of a planned course by type, of which two are made one', async () => {
  const hours = {
    ownerType: '2',
    ownerKey: 'M101/K1',
    departmentId: '101',
    weekHours: null,
    weekNum: null,
    jslxm: null,
    startEndWeek: null,
  } as const;
  const theory = await make(courseHourRequire, { ...hours, xsbh: '1', xs: '10' }, clerk);
  const practice = await make(courseHourRequire, { ...hours, xsbh: '2', xs: '6.5' }, clerk);
  expect(await wrong(courseHourRequire, { ...hours, xsbh: '3', xs: '9000' }, clerk)).toMatchObject([
    { field: 'values.xs' },
  ]);
  expect(await wrong(courseHourRequire, { ...hours, ownerKey: 'M101/K9', xsbh: '3', xs: '1' }, clerk)).toEqual([
    { field: 'values.ownerKey', message: '没有这个编号的课程' },
  ]);
  expect(await wrong(courseHourRequire, { ...hours, departmentId: '102', xsbh: '3', xs: '1' })).toMatchObject([
    { field: 'values.departmentId' },
  ]);
  expect(await clerk.call(mergeHours, { commandId: id(), into: theory, from: theory })).toMatchObject({
    code: 'SCHEME_HOURS_APART',
  });
  await clerk.get(mergeHours, { commandId: id(), into: theory, from: practice });
  expect((await clerk.get(courseHourRequire.operations.query, { ownerKey: 'M101/K1' })).rows).toMatchObject([
    { xsbh: '1', xs: '16.5', departmentId: '101' },
  ]);
});

test('SCHEME-09: classes of one module have names of their own, and stay in their version', async () => {
  const { key } = await office.get(copyVersion, {
    commandId: id(),
    schemeVersionId: first,
    schemeVersionName: '2028版',
    schemeVersionYear: '2028',
    beginGrade: '2026',
  });
  const [module] = (await treeOf(key)).modules.filter(({ classifies }) => classifies.length > 0);
  const named = { moduleId: module!.moduleId, courseNature: null, courseAttribute: null, sortNum: 1 };
  expect(await wrong(schemeClassify, { ...named, classifyName: module!.classifies[0]!.classifyName })).toMatchObject([
    { message: '该模块已有同名的分类' },
  ]);
  const elsewhere = (await treeOf(first)).modules[0]!.moduleId;
  expect(
    (await change(schemeClassify, module!.classifies[0]!.classifyId, { moduleId: elsewhere })).fieldErrors,
  ).toEqual([{ field: 'values.moduleId', message: '只能移到同一个方案版本的模块中' }]);
});
