import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalDetail, recallApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import {
  approveSchemas,
  cancelSchemaApproval,
  exportSchemaApprovals,
  querySchemaApprovals,
  submitSchemaApproval,
} from '@jwxt/contracts/scheme/schema/schema-approval.operations.ts';
import {
  courseBatchDelete,
  courseBatchInsert,
  courseDirection,
  courseInsert,
  coursePeriodType,
  courseSemesterUpdate,
  courseSpecial,
  courseUpdate,
  quoteCourseGroup,
  refreshCreditAndPeriod,
  schemaInitialise,
  usableCourseGroups,
} from '@jwxt/contracts/scheme/schema/schema-course.operations.ts';
import { courseOfShown, sentCourse, type SchemaCourseSent } from '@jwxt/contracts/scheme/schema/schema-course-wire.ts';
import {
  creditTotal,
  learnHoursExport,
  learnHoursSummary,
  periodTotal,
  schemaDocument,
  schemaPreview,
  schemaRequirements,
  schemaSources,
  schemaTemplate,
  schemaUpload,
} from '@jwxt/contracts/scheme/schema/schema-report.operations.ts';
import {
  querySchemas,
  schemaBasics,
  schemaCopy,
  schemaCourses,
  schemaCreate,
  schemaDelete,
  schemaTree,
  schemaUpdate,
  schemaVersions,
  userDepartment,
} from '@jwxt/contracts/scheme/schema/schema.operations.ts';
import { planGradeMajors } from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { queryStudyProgress } from '@jwxt/contracts/scheme/plan/study-progress.operations.ts';
import { courseGroupDifferences, syncCourseGroup } from '@jwxt/contracts/scheme/schema/group-sync.operations.ts';
import type { Browser } from '../../testing/browser.ts';
import { pdfTexts } from '../../testing/pdf-text.ts';
import { insertReferenceRows } from '../../testing/reference-rows.ts';
import { startSchool, type School } from '../../testing/school.ts';

/* The scheme of a grade-major, from its first course on: two clerks at once, returned, passed, revised. */

const id = (): string => crypto.randomUUID();
let school: School;
let clerk: Browser;
let other: Browser;
const key = id();
const rowA = id();
const rowB = id();

beforeAll(async () => {
  school = await startSchool({ services: true });
  [clerk, other] = await Promise.all([school.browser('clerk1'), school.browser('clerk1')]);
  await insertReferenceRows(school.pool, 'schemeVersion', [
    {
      schemeVersionId: 'V1',
      schemeVersionName: '2026版',
      schemeVersionYear: '2026',
      beginGrade: '2026',
      studyTypeCode: '4201',
      publishStatus: '1',
    },
  ]);
  const version = { schemeVersionId: 'V1', schemeVersionName: '2026版' };
  await insertReferenceRows(school.pool, 'schemeModule', [
    { ...version, moduleId: 'MO1', moduleName: '专业教育', parentModuleId: null, sortNum: 1 },
  ]);
  await insertReferenceRows(
    school.pool,
    'schemeClassify',
    [
      ['C1', '专业核心课', 1],
      ['C2', '专业选修课', 2],
    ].map(([classifyId, classifyName, sortNum]) => ({
      ...version,
      moduleId: 'MO1',
      moduleName: '专业教育',
      classifyId,
      classifyName,
      sortNum,
    })),
  );
  await school.pool.query(
    `insert into base.scheme_system (scheme_system_id, module_id, classify_id, scheme_version_id, min_credit)
     values ('S1', 'MO1', 'C1', 'V1', 40), ('S2', 'MO1', 'C2', 'V1', 20)`,
  );
  await school.pool.query(
    `update base.grade_major_requirement set scheme_version_id = 'V1', total_credit = 60, required_credit = 40,
       elective_credit = 20 where grade_major_id = 'M101'`,
  );
  await school.pool.query(
    `insert into base.course (kch, ywbm, kcmc, kkxy, kcsx, kcxz, xf, zxs, khfs)
     values ('K7', 'COMP3007', '云计算', '101', '3', '06', 20, 320, '2'),
            ('K8', 'COMP3008', '图形学', '101', '3', '06', 20, 320, '2')`,
  );
  await school.pool.query(
    `insert into base.course_group (course_group_id, course_group_name, department_id, group_type)
     values ('G1', '前沿课组', '101', '3')`,
  );
  await school.pool.query(
    `insert into base.course_group_detail (course_group_id, course_id, term)
     values ('G1', 'K7', 6), ('G1', 'K8', null)`,
  );
}, 120_000);
afterAll(() => school.stop());

const write = (more: object = {}) => ({ commandId: id(), majorSchemaKey: key, ...more });
const opened = (who = clerk) => who.get(schemaCourses, { majorSchemaKey: key });
const sentOf = async (schemaCourseID: string, more: Partial<SchemaCourseSent> = {}) => {
  const row = (await opened()).rows.find((one) => one.schemaCourseID === schemaCourseID)!;
  return { revision: row.revision, course: { ...sentCourse(courseOfShown(row)), ...more } };
};
/** A row of a course of the library, as the page begins it. */
const fresh = async (courseCode: string, more: Partial<SchemaCourseSent>): Promise<SchemaCourseSent> => {
  const fact = await clerk.get(coursePeriodType, { courseCode });
  return {
    schemaCourseID: id(),
    courseCode,
    classifyId: 'C1',
    courseAttribute: fact.courseAttribute,
    courseNature: fact.courseNature,
    credit: fact.credit,
    totalHour: fact.totalHour,
    hours: fact.hours.map(({ xsbh, xs }) => ({ xsbh, xs })),
    weekHours: null,
    term: 1,
    examMethod: fact.examMethod,
    examWay: '',
    startEndWeek: '',
    directionId: '',
    specialType: '0',
    courseGroupId: '',
    isDegreeCourse: '0',
    isCore: '0',
    prerequisites: [],
    sortNum: 1,
    ...more,
  };
};
const decide = async (userName: string, approvalStatus: '0' | '2', applyId = key) => {
  const who = await school.browser(userName);
  const { revision } = await who.get(approvalDetail, { applyId });
  const { results } = await who.get(approveSchemas, {
    commandId: id(),
    approvalStatus,
    approvalOpinion: '已看',
    ...(approvalStatus === '2' ? { backNode: '0' } : {}),
    keyList: [applyId],
    revisions: { [applyId]: revision },
  });
  expect(results[applyId]).toMatchObject({ code: '200' });
};

describe('a scheme is written', () => {
  it('SCHEME-01, SCHEME-18: begun for a grade-major of the own unit, once, and found in the tree', async () => {
    expect(await clerk.get(schemaVersions, {})).toEqual({ list: [{ code: 'V1', name: '2026版' }] });
    expect(await clerk.get(userDepartment, {})).toEqual({ departmentId: '101' });
    const begun = {
      ...write(),
      schemaName: '2026级专业101培养方案',
      projectType: '1' as const,
      gradeMajorIds: ['M101'],
      schemeVersionId: 'V1',
      from: null,
      revises: false,
    };
    expect(await clerk.call(schemaCreate, { ...begun, gradeMajorIds: ['M102'] })).toMatchObject({ status: 403 });
    expect(await clerk.call(schemaCreate, { ...begun, schemeVersionId: 'V9' })).toMatchObject({
      fieldErrors: [{ field: 'schemeVersionId' }],
    });
    expect(await clerk.get(schemaCreate, { ...begun, commandId: id() })).toEqual({ majorSchemaKey: key });
    expect(await clerk.call(schemaCreate, { ...begun, commandId: id(), majorSchemaKey: id() })).toMatchObject({
      code: 'SCHEMA_EXISTS',
    });
    expect((await clerk.get(schemaTree, {})).grades).toMatchObject([
      { grade: '2026', departments: [{ departmentId: '101', gradeMajors: [{ gradeMajorId: 'M101', schemas: 1 }] }] },
    ]);
    expect((await clerk.get(querySchemas, { departmentId: '101' })).rows).toMatchObject([
      { majorSchemaKey: key, schemaStatus: '0', courseNum: 0 },
    ]);
    expect((await (await school.browser('clerk2')).get(querySchemas, {})).total).toBe(0);
    expect(await (await school.browser('teacher1')).call(querySchemas, {})).toMatchObject({ status: 403 });
  });

  it('SCHEME-19, SCHEME-21: courses come in, are edited, moved and taken out', async () => {
    const course = await fresh('K1', { schemaCourseID: rowA });
    expect(await clerk.call(courseInsert, { ...write(), course: { ...course, credit: '4.3' } })).toMatchObject({
      fieldErrors: [{ field: 'course.credit', message: '学分以0.5为单位' }],
    });
    expect(await clerk.call(courseInsert, { ...write(), course: { ...course, courseCode: 'K404' } })).toMatchObject({
      code: 'SCHEMA_COURSE_GONE',
    });
    expect((await clerk.get(courseInsert, { ...write(), course })).rows).toMatchObject([
      { course: { courseName: expect.any(String), credit: '4', totalHour: '64', moduleId: 'MO1' } },
    ]);
    const { revision } = await sentOf(rowA);
    await clerk.get(courseSemesterUpdate, { ...write(), rows: [{ schemaCourseID: rowA, revision, term: 3 }] });
    await clerk.get(courseUpdate, write(await sentOf(rowA, { isCore: '1', specialType: '1' })) as never);
    expect((await opened()).rows).toMatchObject([{ term: 3, isCore: '1', credit: '4' }]);
    await school.settled();
    expect(await clerk.get(courseSpecial, { schemaCourseID: rowA })).toMatchObject({ specialType: '1' });
    expect(await clerk.get(courseDirection, { schemaCourseID: rowA })).toEqual({ directionId: '', list: [] });
  });

  it('SCHEME-22: a group is quoted once; its courses keep the link', async () => {
    expect((await clerk.get(usableCourseGroups, { majorSchemaKey: key })).list).toMatchObject([
      { courseGroupId: 'G1', quoted: 0, courses: [{ courseCode: 'K7' }, { courseCode: 'K8' }] },
    ]);
    const quote = { courseGroupId: 'G1', classifyId: 'C2', term: 7 };
    expect((await clerk.get(quoteCourseGroup, { ...write(), ...quote })).rows).toMatchObject([
      { course: { courseCode: 'K7', term: 6, courseGroupName: '前沿课组' } },
      { course: { courseCode: 'K8', term: 7 } },
    ]);
    expect((await clerk.get(quoteCourseGroup, { ...write(), ...quote })).rows).toEqual([]);
    const extra = (await opened()).rows.find(({ courseCode }) => courseCode === 'K8')!;
    const { schemaCourseID, revision } = extra;
    await clerk.get(courseBatchDelete, { ...write(), keyList: [{ schemaCourseID, revision }] });
    expect((await opened()).rows).toHaveLength(2);
  });

  // SCHEME-40, SCHEME-41, SCHEME-42
  it('a group goes into the scheme that quotes it, as it was shown', async () => {
    await school.settled();
    const shown = async () => (await clerk.get(courseGroupDifferences, { courseGroupId: 'G1' })).list;
    const [difference] = await shown();
    expect(difference).toMatchObject({ majorSchemaKey: key, added: [{ courseCode: 'K8' }], removed: [] });
    // A course that is stopped is in no group.
    const stop = (sfqy: string) => school.pool.query(`update base.course set sfqy = $1 where kch = 'K7'`, [sfqy]);
    await stop('0');
    const sync = (removed: string[], revision: number) =>
      clerk.call(syncCourseGroup, {
        commandId: id(),
        courseGroupId: 'G1',
        majorSchemaKey: key,
        revision,
        added: ['K8'],
        removed,
      });
    expect((await sync([], difference!.revision)).code).toBe('SCHEMA_GROUP_CHANGED');
    expect(await shown()).toMatchObject([{ removed: [{ courseCode: 'K7' }] }]);
    expect((await sync(['K7'], difference!.revision - 1)).code).toBe('SCHEMA_GROUP_CHANGED');
    expect((await sync(['K7'], difference!.revision)).code).toBe('200');
    expect((await opened()).rows.map(({ courseCode }) => courseCode)).not.toContain('K7');
    expect(await shown()).toMatchObject([{ added: [], removed: [] }]);
    await stop('1');
    await clerk.get(quoteCourseGroup, { ...write(), courseGroupId: 'G1', classifyId: 'C2', term: 7 });
    const { schemaCourseID, revision } = (await opened()).rows.find(({ courseCode }) => courseCode === 'K8')!;
    await clerk.get(courseBatchDelete, { ...write(), keyList: [{ schemaCourseID, revision }] });
  });

  it('by two at once: both win on different courses, on one the later is told what the other wrote', async () => {
    const [mine, theirs] = [await sentOf(rowA, { term: 4 }), await sentOf(rowA, { term: 5 })];
    await other.get(courseUpdate, write(theirs) as never);
    const told = await clerk.call(courseUpdate, write(mine) as never);
    expect(told).toMatchObject({
      status: 409,
      code: 'SCHEMA_ROW_CONFLICT',
      data: { conflicts: [{ schemaCourseID: rowA, theirs: { term: 5, credit: '4' }, byName: '孙教务' }] },
    });
    const { revision } = (told.data as unknown as { conflicts: [{ revision: number }] }).conflicts[0];
    await clerk.get(courseUpdate, write({ ...mine, revision }) as never);
    expect((await opened(other)).rows.find((row) => row.schemaCourseID === rowA)).toMatchObject({ term: 4 });
  });

  it('SCHEME-20, SCHEME-24: sums by module, term and unit; credits are taken over from the library', async () => {
    expect(await clerk.get(creditTotal, { majorSchemaKey: key })).toMatchObject({
      total: '6',
      required: '4',
      elective: '2',
    });
    expect(await clerk.get(periodTotal, { majorSchemaKey: key })).toMatchObject({
      total: '96',
      types: [{ xsbh: '1', xsmc: '理论', xs: '96' }],
    });
    expect((await clerk.get(schemaRequirements, { majorSchemaKey: key })).rows).toMatchObject([
      { name: '专业教育', depth: 0, arranged: '6' },
      { name: '专业核心课', required: '4', arranged: '4', difference: '0' },
      { name: '专业选修课', required: '2', arranged: '2', difference: '0' },
    ]);
    expect((await clerk.get(learnHoursSummary, { majorSchemaKey: key })).rows).toMatchObject([
      { openDepartmentName: '计算机学院', courseNum: 2, totalHour: '96' },
    ]);
    expect((await clerk.call(learnHoursExport, { majorSchemaKey: key })).bytes.subarray(0, 2).toString()).toBe('PK');
    await school.pool.query(`update base.course set xf = 30 where kch = 'K7'`);
    const keyList = (await opened()).rows.map(({ schemaCourseID }) => schemaCourseID);
    await clerk.get(refreshCreditAndPeriod, { ...write(), keyList });
    expect((await opened()).rows.map(({ credit }) => credit).toSorted()).toEqual(['3', '4']);
    await school.pool.query(`update base.course set xf = 20 where kch = 'K7'`);
    await clerk.get(refreshCreditAndPeriod, { ...write(), keyList });
  });

  it('SCHEME-23: a workbook is read row by row, what is good is stored, and again it changes nothing', async () => {
    expect((await clerk.call(schemaTemplate, { majorSchemaKey: key })).bytes.subarray(0, 2).toString()).toBe('PK');
    const csv = '分类,课程编号,学期\n专业选修课,COMP3008,7\n专业选修课,COMP3007,8\n不存在,COMP1001,3\n,NONE,1\n';
    const read = async () => (await clerk.call(schemaUpload, { majorSchemaKey: key }, { file: Buffer.from(csv) })).data;
    const preview = await read();
    expect(preview.rows).toMatchObject([
      { row: 2, kind: 'added', after: { courseCode: 'K8', term: 7, classifyId: 'C2' } },
      { row: 3, kind: 'changed', before: { term: 6 }, after: { term: 8 } },
    ]);
    expect(preview.problems).toMatchObject([
      { row: 4, column: '分类' },
      { row: 5, column: '课程编号', message: '课程库中没有这个课程编号' },
    ]);
    await clerk.get(courseBatchInsert, {
      ...write(),
      way: 'upload',
      rows: preview.rows.map(({ schemaCourseID, revision, after }) => ({
        schemaCourseID,
        revision,
        course: sentCourse(courseOfShown(after)),
      })),
    });
    expect((await read()).rows.map(({ kind }) => kind)).toEqual(['same', 'same']);
    // What is downloaded may be uploaded as it is.
    const { bytes } = await clerk.call(learnHoursExport, { majorSchemaKey: key });
    const again = (await clerk.call(schemaUpload, { majorSchemaKey: key }, { file: bytes })).data;
    expect(again.problems).toEqual([]);
    expect(new Set(again.rows.map(({ kind }) => kind))).toEqual(new Set(['same']));
  });
});

describe('a scheme is decided', () => {
  it('SCHEME-03, SCHEME-08, SCHEME-25: not while a check fails; then it goes through ZYPYFA', async () => {
    const course = await fresh('K1', { schemaCourseID: rowB, term: 8 });
    const added = await clerk.get(courseInsert, { ...write(), course });
    expect(await clerk.call(submitSchemaApproval, { ...write(), revision: added.revision })).toMatchObject({
      code: 'SCHEMA_ERRORS_OPEN',
      data: { findings: expect.arrayContaining([expect.objectContaining({ code: 'repeated' })]) },
    });
    const { revision } = await sentOf(rowB);
    await clerk.get(courseBatchDelete, { ...write(), keyList: [{ schemaCourseID: rowB, revision }] });
    const now = await opened();
    expect(await clerk.call(submitSchemaApproval, { ...write(), revision: now.revision - 1 })).toMatchObject({
      code: 'SCHEMA_CHANGED',
    });
    await clerk.get(submitSchemaApproval, { ...write(), revision: now.revision });
    expect(await clerk.get(schemaBasics, { majorSchemaKey: key })).toMatchObject({
      schemaStatus: '1',
      currentNode: '院系审核',
      editable: false,
    });
    expect(await clerk.call(courseInsert, { ...write(), course: { ...course, schemaCourseID: id() } })).toMatchObject({
      code: 'SCHEMA_NOT_EDITABLE',
    });
  });

  it('SCHEME-04, SCHEME-06: recalled, sent again, returned, corrected, and passed by every node', async () => {
    await clerk.get(recallApproval, { commandId: id(), applyId: key });
    await school.settled();
    expect(await clerk.get(schemaBasics, { majorSchemaKey: key })).toMatchObject({ schemaStatus: '4', editable: true });
    const submit = async () => clerk.get(submitSchemaApproval, { ...write(), revision: (await opened()).revision });
    await submit();
    const dean = await school.browser('dean1');
    expect((await dean.get(querySchemaApprovals, { schemaStatus: 'todo' })).rows).toMatchObject([
      { majorSchemaKey: key, awaitsMe: true },
    ]);
    expect((await (await school.browser('dean2')).get(querySchemaApprovals, {})).total).toBe(0);
    await decide('dean1', '2');
    expect(await clerk.get(schemaBasics, { majorSchemaKey: key })).toMatchObject({
      schemaStatus: '3',
      opinion: '已看',
    });
    await clerk.get(courseUpdate, write(await sentOf(rowA, { term: 2 })) as never);
    await submit();
    for (const userName of ['dean1', 'registrar1', 'office1']) await decide(userName, '0');
    await school.settled();
    expect(await clerk.get(schemaBasics, { majorSchemaKey: key })).toMatchObject({ schemaStatus: '9', useStatus: '1' });
    expect((await dean.call(exportSchemaApprovals, {})).bytes.subarray(0, 2).toString()).toBe('PK');
  });

  it('APPROVAL-34, SCHEME-22: the preview shows the document, and what differs from an earlier moment', async () => {
    const first = await clerk.get(schemaPreview, { majorSchemaKey: key });
    expect(first).toMatchObject({ compared: null, differences: [], schema: { schemaName: '2026级专业101培养方案' } });
    const [moment] = first.moments.filter(({ text }) => text.includes('导入'));
    const { differences, compared } = await clerk.get(schemaPreview, {
      majorSchemaKey: key,
      compare: String(moment!.revision),
    });
    expect(compared?.courseNum).toBe(3);
    expect(differences).toMatchObject([{ kind: 'moved', before: { term: 4 }, after: { term: 2 } }]);
    const { bytes } = await clerk.call(schemaDocument, { majorSchemaKey: key });
    expect(bytes.subarray(0, 4).toString()).toBe('%PDF');
    // Credits by module, courses by term and by module, hours.
    const printed = pdfTexts(bytes).flat().join('\n');
    for (const part of ['学分要求', '教学进程表', '课程体系表', '专业教育／专业选修课', '学时分布'])
      expect(printed).toContain(part);
  });

  it('is changed by a revision alone, which takes its place and gives it back when cancelled (SCHEME-05)', async () => {
    const revision = id();
    const begun = {
      majorSchemaKey: revision,
      schemaName: '修订',
      projectType: '1' as const,
      gradeMajorIds: ['M101'],
      schemeVersionId: 'V1',
      from: key,
      revises: true,
    };
    await clerk.get(schemaCreate, { ...begun, commandId: id() });
    expect(await clerk.call(schemaCreate, { ...begun, commandId: id(), majorSchemaKey: id() })).toMatchObject({
      code: 'SCHEMA_REVISION_EXISTS',
    });
    const rows = (await clerk.get(schemaCourses, { majorSchemaKey: revision })).rows;
    expect(rows).toHaveLength(3);
    await clerk.get(schemaUpdate, {
      commandId: id(),
      majorSchemaKey: revision,
      revision: 0,
      schemaName: '2026级专业101培养方案（修订）',
      trainTarget: '培养目标',
      graduateRequire: '',
      mainCourse: '',
    });
    const [moved] = rows;
    await clerk.get(courseSemesterUpdate, {
      commandId: id(),
      majorSchemaKey: revision,
      rows: [{ schemaCourseID: moved!.schemaCourseID, revision: moved!.revision, term: 5 }],
    });
    expect((await clerk.get(schemaPreview, { majorSchemaKey: revision })).differences).toMatchObject([
      { kind: 'moved', after: { term: 5 } },
    ]);
    const shown = await clerk.get(schemaCourses, { majorSchemaKey: revision });
    const submission = { commandId: id(), majorSchemaKey: revision, revision: shown.revision };
    await clerk.get(submitSchemaApproval, submission);
    for (const userName of ['dean1', 'registrar1', 'office1']) await decide(userName, '0', revision);
    await school.settled();
    const usedNow = async (majorSchemaKey: string) => (await clerk.get(schemaBasics, { majorSchemaKey })).useStatus;
    expect([await usedNow(key), await usedNow(revision)]).toEqual(['0', '1']);
    // What is begun for the next grade is compared with what is in use now.
    await school.pool.query(
      `insert into base.grade (njdm, njmc, sfzx) values ('2027', '2027级', '1');
       insert into base.grade_major (njzydm, njzymc, njdm, zydm, dwh, xqdm, xslbdm, pyccm, xz)
       values ('M101N', '2027级专业101', '2027', 'Z101', '101', '1', '4202', '3', 40)`,
    );
    const next = { commandId: id(), majorSchemaKey: id(), schemaName: '2027级', gradeMajorIds: ['M101N'] };
    await clerk.get(schemaCreate, { ...begun, ...next, from: null, revises: false });
    const { compared, differences } = await clerk.get(schemaPreview, {
      majorSchemaKey: next.majorSchemaKey,
      compare: 'earlier',
    });
    expect([compared?.name, differences.map(({ kind }) => kind)]).toEqual([
      '《2026级专业101培养方案（修订）》',
      ['removed', 'removed', 'removed'],
    ]);
    const office = await school.browser('office1');
    expect(await clerk.call(cancelSchemaApproval, { ...write(), reason: '有误' })).toMatchObject({ status: 403 });
    await office.get(cancelSchemaApproval, { commandId: id(), majorSchemaKey: revision, reason: '有误' });
    await school.settled();
    expect([await usedNow(key), await usedNow(revision)]).toEqual(['1', '0']);
    await office.get(cancelSchemaApproval, { ...write(), reason: '有误' });
    expect(await clerk.get(schemaBasics, { majorSchemaKey: key })).toMatchObject({ schemaStatus: '5', useStatus: '0' });
  });

  it('is copied to other grade-majors, and one that was begun takes over what it lacks', async () => {
    await school.pool.query(
      `insert into base.grade_major (njzydm, njzymc, njdm, zydm, dwh, xqdm, xslbdm, pyccm, xz)
       values ('M101C', '2026级专业101（实验班）', '2026', 'Z101', '101', '1', '4202', '3', 40)`,
    );
    const { results } = await clerk.get(schemaCopy, {
      commandId: id(),
      from: key,
      gradeMajorIds: ['M101C'],
      schemeVersionId: 'V1',
      what: 'texts',
    });
    expect(results).toMatchObject([{ gradeMajorId: 'M101C', message: '' }]);
    const copied = results[0]!.majorSchemaKey!;
    expect((await clerk.get(schemaCourses, { majorSchemaKey: copied })).rows).toEqual([]);
    expect((await clerk.get(schemaSources, { gradeMajorId: 'M101C' })).list).toEqual([]);
    const taken = await clerk.get(schemaInitialise, { commandId: id(), majorSchemaKey: copied, from: key });
    expect(taken.rows).toHaveLength(3);
    expect((await clerk.get(schemaInitialise, { commandId: id(), majorSchemaKey: copied, from: key })).rows).toEqual(
      [],
    );
    await clerk.get(schemaDelete, { commandId: id(), majorSchemaKey: copied });
    expect(await clerk.call(schemaBasics, { majorSchemaKey: copied })).toMatchObject({ status: 404 });
  });
});

describe('the head of a major', () => {
  // SCHEME-18, PERM-36 ($ZY): another unit's teacher may be in charge, and another major of the same unit is not his.
  it('writes the schemes of the own major, sees its plan and students, and nothing of another', async () => {
    await school.pool.query(
      `update base.major set zyfzrh = 'T08' where zydm = 'Z101';
       insert into base.major (zydm, ywbm, zymc, gjzydm, xkmlm, dwh, pyccm, xz)
       values ('Z103', 'Z103', '专业103', '080903', '08', '101', '3', 40);
       insert into base.grade_major (njzydm, njzymc, njdm, zydm, dwh, xqdm, xslbdm, pyccm, xz)
       values ('M103', '2026级专业103', '2026', 'Z103', '101', '1', '4202', '3', 40)`,
    );
    await insertReferenceRows(school.pool, 'userRole', [{ userName: 'teacher2', jsbh: '10' }]);
    const head = await school.browser('teacher2');
    const begun = (gradeMajorId: string) => ({
      commandId: id(),
      majorSchemaKey: id(),
      schemaName: `${gradeMajorId}培养方案`,
      projectType: '1' as const,
      gradeMajorIds: [gradeMajorId],
      schemeVersionId: 'V1',
      from: null,
      revises: false,
    });
    expect((await head.call(schemaCreate, begun('M103'))).code).toBe('OUT_OF_SCOPE');
    const others = await clerk.get(schemaCreate, begun('M103'));
    const { majorSchemaKey } = await head.get(schemaCreate, begun('M101'));
    const course = await fresh('K7', {});
    const add = (schemaKey: string) => ({ commandId: id(), majorSchemaKey: schemaKey, course });
    expect((await head.get(courseInsert, add(majorSchemaKey))).rows).toHaveLength(1);
    expect((await head.call(courseInsert, add(others.majorSchemaKey))).code).toBe('OUT_OF_SCOPE');
    expect((await head.call(schemaCourses, { majorSchemaKey: others.majorSchemaKey })).status).toBe(404);
    const sync = { commandId: id(), courseGroupId: 'G1', revision: 1, added: [], removed: [] };
    const listed = async (who: Browser) => (await who.get(planGradeMajors, {})).list.map(({ code }) => code).toSorted();
    expect(await listed(clerk)).toContain('M103');
    expect((await listed(head)).every((code) => code.startsWith('M101'))).toBe(true);
    expect((await head.get(queryStudyProgress, { gradeMajorId: 'M101' })).total).toBeGreaterThan(0);
    expect((await head.get(queryStudyProgress, { gradeMajorId: 'M102' })).total).toBe(0);
    expect((await head.call(syncCourseGroup, { ...sync, majorSchemaKey })).status).toBe(403);
  });
});
