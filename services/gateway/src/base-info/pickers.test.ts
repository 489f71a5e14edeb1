import { findCampuses, queryClassrooms } from '@jwxt/contracts/base-info/classroom.operations.ts';
import {
  findHourTypes,
  queryCourseManage,
  queryCourses,
  queryOldCourses,
  queryPlanCourses,
} from '@jwxt/contracts/base-info/course.operations.ts';
import { findTeachDep } from '@jwxt/contracts/base-info/department.operations.ts';
import { queryPersonalCoursePlan } from '@jwxt/contracts/base-info/personal-course-plan.operations.ts';
import { findScoreHierarchy, findScoreValueSelectList } from '@jwxt/contracts/base-info/score-hierarchy.operations.ts';
import { queryTeachers, searchTeachers } from '@jwxt/contracts/base-info/teacher.operations.ts';
import { permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';

const room = (jsh: string, xqdm: string, jxlh: string, jslxm: string, yxzws: number) => ({
  jsh,
  ywbm: jsh,
  jsmc: `${jsh}教室`,
  xqdm,
  jxlh,
  jslxm,
  zws: yxzws,
  yxzws,
  kszws: 0,
});

let school: School;
let teacher: Browser;
beforeAll(async () => {
  school = await startSchool();
  await insertReferenceRows(school.pool, 'campus', [{ xqdm: '2', xqmc: '东校区' }]);
  await insertReferenceRows(school.pool, 'building', [
    { jxlh: 'A', ywbm: 'A', jxlmc: '第一教学楼', xqdm: '1' },
    { jxlh: 'B', ywbm: 'B', jxlmc: '实验楼', xqdm: '2' },
  ]);
  await insertReferenceRows(school.pool, 'classroom', [
    room('A101', '1', 'A', '1', 60),
    room('A102', '1', 'A', '5', 120),
    room('B201', '2', 'B', '4', 150),
    { ...room('A999', '1', 'A', '1', 500), sfqy: '0' },
  ]);
  await insertReferenceRows(school.pool, 'course', [
    {
      kch: 'K7',
      ywbm: 'ARTS1001',
      kcmc: '音乐欣赏',
      kkxy: '102',
      kcsx: '8',
      kcxz: '08',
      kcbj: '4',
      kclb: '6',
      xf: 20,
      zxs: 325,
      zhxs: 20,
      khfs: '2',
      scoreHierarchyCode: 'wjz',
    },
    {
      kch: 'K8',
      ywbm: 'COMP0001',
      kcmc: '旧程序设计',
      kkxy: '101',
      kcsx: '1',
      kcxz: '04',
      xf: 40,
      zxs: 640,
      khfs: '1',
      scoreHierarchyCode: 'bfz',
      sfqy: '0',
    },
  ]);
  await insertReferenceRows(school.pool, 'courseHour', [
    { kch: 'K1', xsbh: '1', xs: 480 },
    { kch: 'K1', xsbh: '3', xs: 165 },
  ]);
  await insertReferenceRows(school.pool, 'teachingClass', [
    {
      teachingClassId: 'TC8',
      teachingClassCode: 'TC8',
      teachingClassName: '旧班',
      semesterId: SEMESTER,
      courseId: 'K8',
      openDepartmentId: '101',
      xqdm: '1',
      scoreHierarchyCode: 'bfz',
    },
  ]);
  await insertReferenceRows(school.pool, 'personalCoursePlan', [
    {
      personalCoursePlanKey: 'P1',
      studentCode: 'S2026001',
      kch: 'K7',
      xnxq: SEMESTER,
      courseSystemName: '个性发展',
      confirmStatus: '0',
    },
  ]);
  await insertReferenceRows(school.pool, 'teacher', [
    { gh: 'T90', ywbm: 'T90', xm: '刘退休', xbm: '2', zcm: '011', dwh: '101', dqztm: '01', sfrk: '0' },
  ]);
  teacher = await school.browser('teacher1');
});
afterAll(() => school.stop());

describe('courses', () => {
  // PICKERS-014, PICKERS-016, PICKERS-019, SCHEME-02, SCHEME-28
  it('are found under English names by every filter, page by page, behind a permission', async () => {
    expect([queryCourses.method, queryCourses.path, permissionOf(queryCourses)]).toEqual([
      'POST',
      '/scheme/courseInfo/query',
      'courseInfo:query',
    ]);
    const all = await teacher.get(queryCourses, {});
    expect(all.rows.map(({ orderNum, businessCode }) => [orderNum, businessCode])).toEqual([
      [1, 'ARTS1001'],
      [2, 'COMP1001'],
      [3, 'COMP2001'],
      [4, 'MATH1001'],
    ]);
    expect(all.rows[0]).toEqual({
      orderNum: 1,
      courseId: 'K7',
      businessCode: 'ARTS1001',
      courseName: '音乐欣赏',
      departmentName: '数学学院',
      courseAttributeName: '通选',
      courseNatureName: '公共选修课',
      courseCategoryName: '艺术类',
      credit: '2',
      totalHour: '32.5',
    });
    expect(await teacher.get(queryCourses, { pageNo: 2, pageSize: 3 })).toMatchObject({
      total: 4,
      rows: [{ orderNum: 4, businessCode: 'MATH1001' }],
    });
    const found = async (param: object) =>
      (await teacher.get(queryCourses, { param })).rows.map(({ courseId }) => courseId);
    expect(await found({ businessCode: 'comp', courseName: '数据' })).toEqual(['K3']);
    expect(await found({ departmentId: '102', courseAttr: '8', courseNature: '08', courseType: '4' })).toEqual(['K7']);
    expect(await found({ studyTypeCode: '4201' })).toEqual(['K1', 'K3', 'K2']);
    expect(await found({ studyTypeCode: '41' })).toEqual([]);
    expect(await found({ semester: SEMESTER })).toEqual(['K1', 'K3', 'K2']);
    expect(await found({ businessCode: '%' })).toEqual([]);
  });

  it('PICKERS-013: those of a plan tell the semester they are planned for, the others none', async () => {
    const { rows } = await teacher.get(queryCourses, { param: { gradeMajorCode: 'M101', semester: SEMESTER } });
    expect(rows.map(({ courseId, semester }) => [courseId, semester])).toEqual([
      ['K1', SEMESTER],
      ['K3', SEMESTER],
      ['K2', SEMESTER],
    ]);
    expect((await teacher.get(queryCourses, {})).rows.every((row) => !('semester' in row))).toBe(true);
  });

  it('PICKERS-020: old courses are those that have been taught, in use or not', async () => {
    expect([queryOldCourses.method, queryOldCourses.path, permissionOf(queryOldCourses)]).toEqual([
      'POST',
      '/scheme/courseInfo/queryOldCourse',
      'courseInfo:query',
    ]);
    expect(
      await teacher.get(queryOldCourses, { pageNo: 1, pageSize: 20, param: { departmentId: '101' } }),
    ).toMatchObject({
      total: 3,
      rows: [{ courseId: 'K8', courseName: '旧程序设计' }, { courseId: 'K1' }, { courseId: 'K3' }],
    });
  });

  // PICKERS-015, PICKERS-021
  it('the library answers abbreviated names; page number and size travel in the address', async () => {
    expect([queryCourseManage.method, queryCourseManage.path, queryCourseManage.inAddress]).toEqual([
      'POST',
      '/baseInfo/courseManage/queryList',
      ['pageNum', 'pageSize'],
    ]);
    expect(
      await teacher.get(queryCourseManage, {
        ywbm: 'ARTS',
        kcmc: '音乐',
        kkxy: '102',
        kcsx: '8',
        kcxz: '08',
        kcbj: '4',
      }),
    ).toEqual({
      total: 1,
      rows: [
        {
          kch: 'K7',
          ywbm: 'ARTS1001',
          kcmc: '音乐欣赏',
          kkxymc: '数学学院',
          kcsxmc: '通选',
          kcxzmc: '公共选修课',
          kclbmc: '艺术类',
          xf: '2.0',
          zxs: '32.5',
        },
      ],
    });
    expect((await teacher.get(queryCourseManage, { pageNum: 2, pageSize: 3 })).rows.map(({ ywbm }) => ywbm)).toEqual([
      'MATH1001',
    ]);
  });

  it('hours have types', async () => {
    expect((await teacher.get(findHourTypes, {})).slice(0, 2)).toEqual([
      { xsbh: '1', xsmc: '理论' },
      { xsbh: '2', xsmc: '实验' },
    ]);
  });
});

describe('the plan of a student', () => {
  // PICKERS-146, PICKERS-147, PICKERS-148
  it('that of the grade and major is approved, an own choice is pending until it is; only in scope', async () => {
    const clerk = await school.browser('clerk1');
    const { rows, total } = await clerk.get(queryPersonalCoursePlan, { studentCode: 'S2026001' });
    expect([
      total,
      rows.map(({ courseBusinessCode, confirmStatus, source }) => [courseBusinessCode, confirmStatus, source]),
    ]).toEqual([
      4,
      [
        ['ARTS1001', '0', '2'],
        ['COMP1001', '1', '1'],
        ['COMP2001', '1', '1'],
        ['MATH1001', '1', '1'],
      ],
    ]);
    expect(rows[0]).toEqual({
      personalCoursePlanKey: 'P1',
      confirmStatus: '0',
      courseBusinessCode: 'ARTS1001',
      courseName: '音乐欣赏',
      term: SEMESTER,
      credit: '2.0',
      hours: '32.5',
      weekHours: '2',
      courseNatureName: '公共选修课',
      courseAttributeName: '通选',
      courseSystemName: '个性发展',
      openDepartmentName: '数学学院',
      examWayName: '考查',
      source: '2',
    });
    expect((await clerk.get(queryPersonalCoursePlan, { studentCode: 'S2026001', confirmStatus: '0' })).total).toBe(1);
    expect(
      (await (await school.browser('clerk2')).get(queryPersonalCoursePlan, { studentCode: 'S2026003' })).total,
    ).toBe(0);
    expect((await clerk.get(queryPersonalCoursePlan, { studentCode: 'S2026003' })).total).toBe(0);
    expect(await teacher.call(queryPersonalCoursePlan, { studentCode: 'S2026001' })).toMatchObject({ status: 403 });
  });

  it('the score area chooses approved courses of it', async () => {
    const clerk = await school.browser('clerk1');
    const { rows } = await clerk.get(queryPlanCourses, { studentCode: 'S2026001', kcmc: '程序' });
    expect(rows).toEqual([
      {
        planId: 'M101.K1',
        kch: 'K1',
        ywbm: 'COMP1001',
        kcmc: '程序设计基础',
        kkxymc: '计算机学院',
        kcsxmc: '必修',
        xf: '4.0',
        xnxq: SEMESTER,
      },
    ]);
    expect((await clerk.get(queryPlanCourses, { studentCode: 'S2026001' })).total).toBe(3);
  });
});

describe('teachers', () => {
  // PICKERS-099, PICKERS-100, PICKERS-101
  it('on the job by default, or those that are named, whatever their status', async () => {
    expect([queryTeachers.method, queryTeachers.path, permissionOf(queryTeachers)]).toEqual([
      'POST',
      '/baseInfo/teacher/queryList',
      'teacher:query',
    ]);
    const onJob = await teacher.get(queryTeachers, { pageNum: 1, pageSize: 2 });
    expect(onJob).toEqual({
      total: 9,
      rows: [
        { gh: 'T01', ywbm: 'T01', xm: '王老师', xb: '男性', dwmc: '计算机学院' },
        { gh: 'T02', ywbm: 'T02', xm: '李院长', xb: '男性', dwmc: '计算机学院' },
      ],
    });
    expect((await teacher.get(queryTeachers, { dqztm: '01' })).rows).toMatchObject([{ gh: 'T90', xb: '女性' }]);
    expect(
      (await teacher.get(queryTeachers, { ghList: ['T90', 'T08'], pageNum: 1, pageSize: 0 })).rows.map(({ gh }) => gh),
    ).toEqual(['T08', 'T90']);
    expect((await teacher.get(queryTeachers, { xm: '郑', dwh: '102' })).rows).toMatchObject([{ gh: 'T08' }]);
    expect(await teacher.call(queryTeachers, { pageSize: 0 })).toMatchObject({
      status: 400,
      fieldErrors: [{ field: 'pageSize' }],
    });
  });

  it('are searched under English names for an assignment', async () => {
    expect((await teacher.get(searchTeachers, { ywbm: 'T07' })).rows).toEqual([
      {
        businessCode: 'T07',
        teacherName: '周院长',
        sixName: '男性',
        titleName: '',
        departmentName: '数学学院',
        teacherCode: 'T07',
      },
    ]);
    expect((await teacher.get(searchTeachers, { ywbm: 'T90' })).total).toBe(0);
  });
});

describe('rooms', () => {
  it('PICKERS-034, PICKERS-036: are found by every field; those out of use are not', async () => {
    expect(
      await teacher.get(queryClassrooms, {
        ywbm: 'A10',
        jsmc: '教室',
        xqdm: '1',
        jxlh: 'A',
        jslxm: '5',
        yxzwsMin: 100,
        yxzwsMax: 120,
      }),
    ).toEqual({
      total: 1,
      rows: [
        {
          jsh: 'A102',
          ywbm: 'A102',
          jsmc: 'A102教室',
          xqdm: '1',
          xqmc: '主校区',
          jxlh: 'A',
          jxlmc: '第一教学楼',
          jslxm: '5',
          jslxmc: '普通教室',
          yxzws: 120,
        },
      ],
    });
    expect(await teacher.get(queryClassrooms, { pageNum: 2, pageSize: 2 })).toMatchObject({
      total: 3,
      rows: [{ jsh: 'B201' }],
    });
  });

  it('PICKERS-028: for a class only those of its campus that seat it', async () => {
    const roomsFor = async (xqdm: string, headCount: number) =>
      (await teacher.get(queryClassrooms, { xqdm, headCount })).rows.map(({ jsh }) => jsh);
    expect([
      await roomsFor('1', 60),
      await roomsFor('1', 61),
      await roomsFor('2', 150),
      await roomsFor('2', 151),
    ]).toEqual([['A101', 'A102'], ['A102'], ['B201'], []]);
    expect(
      (await teacher.get(queryClassrooms, { xqdm: '1', headCount: 100, yxzwsMin: 10 })).rows.map(({ jsh }) => jsh),
    ).toEqual(['A102']);
  });

  it('PICKERS-032, PICKERS-033: seats are from 0 to 9999', async () => {
    for (const yxzwsMin of [-1, 10_000])
      expect(await teacher.call(queryClassrooms, { yxzwsMin })).toMatchObject({
        status: 400,
        fieldErrors: [{ field: 'yxzwsMin', message: '座位数应为0至9999的整数' }],
      });
  });

  it('stand in buildings of campuses', async () => {
    expect(await teacher.get(findCampuses, {})).toEqual([
      { xqdm: '1', xqmc: '主校区', buildings: [{ jxlh: 'A', jxlmc: '第一教学楼' }] },
      { xqdm: '2', xqmc: '东校区', buildings: [{ jxlh: 'B', jxlmc: '实验楼' }] },
    ]);
  });
});

describe('units and grade systems', () => {
  it('PICKERS-062, PICKERS-064: teaching units are a tree of `dwh`, `dwmc`, `child`', async () => {
    expect([findTeachDep.method, findTeachDep.path, permissionOf(findTeachDep)]).toEqual([
      'GET',
      '/baseInfo/department/findTeachDep',
      'department:query',
    ]);
    expect(await teacher.get(findTeachDep, {})).toEqual([
      { dwh: '101', dwmc: '计算机学院', child: [{ dwh: '1011', dwmc: '软件系', child: [] }] },
      { dwh: '102', dwmc: '数学学院', child: [] },
    ]);
    expect(await (await school.browser('nobody')).call(findTeachDep, {})).toMatchObject({ status: 403 });
  });

  it('PICKERS-067, PICKERS-068, PICKERS-069, PICKERS-071: grade systems, and the values of one', async () => {
    expect([findScoreHierarchy.path, findScoreValueSelectList.path]).toEqual([
      '/score/ExamSet/findScoreHierarchy',
      '/score/scoreValue/findScoreValueSelectList',
    ]);
    expect(await teacher.get(findScoreHierarchy, {})).toContainEqual({
      scoreHierarchyCode: 'wjz',
      scoreHierarchyName: '五级制',
    });
    expect((await teacher.get(findScoreValueSelectList, { scoreHierarchyCode: 'wjz' })).slice(0, 2)).toEqual([
      { scoreValueCode: '1', scoreValueName: '优秀' },
      { scoreValueCode: '2', scoreValueName: '良好' },
    ]);
  });
});
