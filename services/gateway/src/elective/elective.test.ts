import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recallApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import {
  electiveCourse,
  electiveDelete,
  electiveDetail,
  electiveOptions,
  electiveSave,
  electiveSubmit,
  exportElectivePlans,
  hourCategories,
  queryElectivePlans,
  queryElectives,
  rangeValues,
  roundCheckout,
  setElectiveRound,
} from '@jwxt/contracts/elective/elective.operations.ts';
import { electiveDraft, type ElectiveDraft } from '@jwxt/contracts/elective/elective-form.ts';
import type { Browser } from '../testing/browser.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { decide } from '../testing/score-steps.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let teacher: Browser;
const round = {
  semester: SEMESTER,
  beginTime: '2020-01-01 08:00:00',
  endTime: '2035-12-31 23:59:59',
  reason: '开放申报',
};
beforeAll(async () => {
  school = await startSchool({ services: true });
  teacher = await school.browser('teacher1');
});
afterAll(() => school.stop());

const form = (more: Partial<ElectiveDraft> = {}): ElectiveDraft =>
  electiveDraft.parse({
    courseName: '西方音乐鉴赏',
    courseBusinessCode: 'GX0001',
    semester: SEMESTER,
    departmentId: '101',
    publicCourseCategory: '03',
    schoolZone: '1',
    courseAttribute: '3',
    courseNature: '08',
    examMethod: '2',
    classPlanNum: '2',
    classSize: '60',
    credit: '1.5',
    totalHour: '24',
    courseSign: '1',
    hourList: [{ xsbh: '1', xs: '24' }],
    teacherList: [{ gh: 'T01' }],
    isSchoolWide: '0',
    rangeList: [
      { attributeType: '2', values: ['2026'] },
      { attributeType: '8', values: ['2'] },
    ],
    teacherInfo: '师'.repeat(150),
    courseInfo: '课'.repeat(300),
    ...more,
  });
const planId = crypto.randomUUID();
const write = (revision: number, sent: ElectiveDraft, id: string = planId) => ({
  commandId: crypto.randomUUID(),
  planId: id,
  revision,
  form: sent as ElectiveDraft & { isSchoolWide: '0' | '1' },
});

describe('what the form is filled in with', () => {
  it('ELECTIVE-36: whether a round is open for the semester', async () => {
    expect(await teacher.get(roundCheckout, { semester: SEMESTER })).toEqual({
      type: '1',
      message: '该学期未开放公选课申报',
      clashes: [],
    });
    expect(await teacher.call(setElectiveRound, { ...round, commandId: crypto.randomUUID() })).toMatchObject({
      status: 403,
    });
    const office = await school.browser('office1');
    expect(
      await office.call(setElectiveRound, { ...round, endTime: round.beginTime, commandId: crypto.randomUUID() }),
    ).toMatchObject({ code: 'ELECTIVE_WINDOW_ORDER' });
    await office.get(setElectiveRound, { ...round, beginTime: '2034-01-01 08:00:00', commandId: crypto.randomUUID() });
    expect(await teacher.get(roundCheckout, { semester: SEMESTER })).toMatchObject({
      type: '2',
      message: '公选课申报尚未开始，开始时间为2034-01-01 08:00:00',
    });
    await office.get(setElectiveRound, { ...round, commandId: crypto.randomUUID() });
    expect(await teacher.get(roundCheckout, { semester: SEMESTER })).toEqual({ type: '6', message: '', clashes: [] });
  });

  // ELECTIVE-03
  it('hour categories; semesters, own units, campuses; values of a range; what a course says of itself', async () => {
    expect((await teacher.get(hourCategories, {})).list).toContainEqual({ xsbh: '2', xsmc: '实验' });
    expect(await teacher.get(electiveOptions, {})).toMatchObject({
      semesters: [{ code: SEMESTER, open: true, begin: round.beginTime }],
      departments: [{ code: '101' }, { code: '1011' }],
      schoolZones: [{ code: '1', name: '主校区' }],
      self: { gh: 'T01', xm: '王老师', dwmc: '计算机学院' },
      departmentId: '101',
    });
    for (const [attributeType, first] of [
      ['1', '主校区'],
      ['2', '2026级'],
      ['3', '计算机学院'],
      ['4', '专业101'],
      ['5', '101班'],
      ['6', '培养类'],
      ['7', '专科生'],
      ['8', '未知的性别'],
    ] as const) {
      expect((await teacher.get(rangeValues, { attributeType })).list[0]?.name, attributeType).toBe(first);
    }
    expect(await teacher.get(electiveCourse, { courseCode: 'K1' })).toMatchObject({
      courseBusinessCode: 'COMP1001',
      credit: '4',
      totalHour: '64',
      departmentId: '101',
    });
    expect(await teacher.call(electiveCourse, { courseCode: 'K404' })).toMatchObject({ code: 'ELECTIVE_COURSE_GONE' });
  });
});

describe('an application for a public elective', () => {
  it('ELECTIVE-35: asks for publicCourseManage:query, and a student has none', async () => {
    expect(await (await school.browser('nobody')).call(queryElectives, {})).toMatchObject({ status: 403 });
    expect(queryElectives.access).toEqual({ permission: 'publicCourseManage:query' });
  });

  it("while it is only kept, is its applicant's alone", async () => {
    expect(
      await teacher.get(electiveSave, write(-1, electiveDraft.parse({ courseName: '未写完', semester: SEMESTER }))),
    ).toEqual({ planId, revision: 0 });
    expect((await teacher.get(queryElectives, { view: 'own' })).rows).toMatchObject([
      { planId, courseName: '未写完', approvalBusinessStatus: '0', applyTime: null, own: true },
    ]);
    expect(await teacher.get(electiveDetail, { planId })).toMatchObject({
      editable: true,
      revision: 0,
      semesterName: '2026-2027学年第一学期',
    });
    const dean = await school.browser('dean1');
    expect(await dean.call(electiveDetail, { planId })).toMatchObject({ status: 404 });
    expect((await dean.get(queryElectives, {})).total).toBe(0);
    expect(await teacher.call(electiveSave, write(-1, form()))).toMatchObject({
      status: 409,
      code: 'ELECTIVE_CHANGED',
    });
  });

  it('is refused field by field when something is missing', async () => {
    const answer = await teacher.call(electiveSubmit, write(0, form({ courseName: '', credit: '0.3' })));
    expect(answer).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
      fieldErrors: [
        { field: 'form.courseName', message: '课程名称必填' },
        { field: 'form.credit', message: '学分应在0至100之间，且为0.5的倍数' },
      ],
    });
  });

  // ELECTIVE-01, ELECTIVE-02
  it('is reviewed by the unit and the office, with every field as it was, and becomes a plan', async () => {
    await teacher.get(electiveSubmit, write(0, form()));
    const dean = await school.browser('dean1');
    expect((await dean.get(queryElectives, { status: 'open' })).rows).toMatchObject([
      {
        planId,
        courseName: '西方音乐鉴赏',
        publicCourseCategoryName: '艺术审美',
        teacherNames: '王老师',
        currentNodeName: '院系审核',
        own: false,
      },
    ]);
    expect(await dean.get(queryElectives, { status: 'todo' })).toMatchObject({
      total: 1,
      todo: 1,
      rows: [{ planId, awaitsMe: true }],
    });
    expect(await dean.get(electiveDetail, { planId })).toMatchObject({
      ...form(),
      hourList: [{ xsbh: '1', xsmc: '理论', xs: '24' }],
      teacherList: [{ gh: 'T01', xm: '王老师', dwmc: '计算机学院' }],
      editable: false,
      round: 1,
      names: { publicCourseCategory: '艺术审美', courseNature: '公共选修课', examMethod: '考查', schoolZone: '主校区' },
      rangeList: [
        { attributeType: '2', attributeTypeName: '年级', values: [{ code: '2026', name: '2026级' }] },
        { attributeType: '8', attributeTypeName: '性别', values: [{ code: '2', name: '女性' }] },
      ],
    });
    expect(await decide(dean, planId, '0')).toMatchObject({ data: { approvalBusinessStatus: '2' } });
    expect(await decide(await school.browser('registrar1'), planId, '0')).toMatchObject({
      data: { approvalBusinessStatus: '9' },
    });
    // OPEN-COURSE-09: what has passed is a plan, listed and exported.
    expect((await teacher.get(queryElectivePlans, {})).rows).toMatchObject([
      { planId, courseBusinessCode: 'GX0001', credit: '1.5', classPlanNum: 2, rangeText: '年级：2026级；性别：女性' },
    ]);
    expect((await teacher.get(queryElectives, { view: 'own', status: 'passed' })).total).toBe(1);
    expect((await teacher.call(exportElectivePlans, {})).headers).toMatchObject({
      'content-type': expect.stringContaining('spreadsheetml'),
    });
  });

  it('ELECTIVE-36: a kept plan is told beforehand what it clashes with', async () => {
    const other = crypto.randomUUID();
    await teacher.get(electiveSave, write(-1, form({ courseName: '另一门' }), other));
    expect(await teacher.get(roundCheckout, { semester: SEMESTER, planId: other })).toEqual({
      type: '4',
      message: '课程编号“GX0001”已被使用，请更换',
      clashes: [{ field: 'courseBusinessCode', message: '课程编号“GX0001”已被使用，请更换' }],
    });
    await teacher.get(electiveDelete, { commandId: crypto.randomUUID(), planId: other });
    expect(await teacher.call(roundCheckout, { semester: SEMESTER, planId: other })).toMatchObject({ status: 404 });
  });

  it('is recalled by its applicant and sent again', async () => {
    const recalled = crypto.randomUUID();
    await teacher.get(electiveSubmit, write(-1, form({ courseName: '书法', courseBusinessCode: 'GX0002' }), recalled));
    await teacher.get(recallApproval, { commandId: crypto.randomUUID(), applyId: recalled });
    expect(await teacher.get(electiveDetail, { planId: recalled })).toMatchObject({
      approvalBusinessStatus: '4',
      editable: true,
    });
    await teacher.get(electiveSubmit, write(0, form({ courseName: '书法', courseBusinessCode: 'GX0002' }), recalled));
    expect(await teacher.get(electiveDetail, { planId: recalled })).toMatchObject({
      approvalBusinessStatus: '1',
      round: 2,
    });
  });

  it('is not shown outside its unit, but to whoever teaches it', async () => {
    for (const name of ['dean2', 'teacher2']) {
      const stranger = await school.browser(name);
      expect([
        (await stranger.get(queryElectives, {})).total,
        (await stranger.get(queryElectivePlans, {})).total,
      ]).toEqual([0, 0]);
      expect(await stranger.call(electiveDetail, { planId })).toMatchObject({
        status: 404,
        code: 'APPROVAL_NOT_FOUND',
      });
    }
    const shared = crypto.randomUUID();
    await teacher.get(
      electiveSubmit,
      write(
        -1,
        form({ courseName: '合开课程', courseBusinessCode: 'GX0003', teacherList: [{ gh: 'T01' }, { gh: 'T08' }] }),
        shared,
      ),
    );
    expect(await (await school.browser('teacher2')).get(electiveDetail, { planId: shared })).toMatchObject({
      own: false,
      editable: false,
    });
  });
});
