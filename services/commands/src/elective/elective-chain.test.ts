import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { electiveStream } from '@jwxt/contracts/elective/elective.events.ts';
import { electiveDraft, type ElectiveDraft } from '@jwxt/contracts/elective/elective-form.ts';
import { COURSE_FILES, TEACHER_FILES } from '@jwxt/contracts/elective/elective.vocabulary.ts';
import { isFor } from '../kernel/policy-runtime.ts';
import { dictionaryRows } from '@jwxt/infra/base-data/dictionary.data.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { loadScoreSchool, openWindow, people } from '../testing/score-school.ts';
import { electiveFileRules } from './elective.file-rule.ts';
import { electivePolicies } from './elective.routes.ts';

const { teacher2: teacher, teacher1, dean, registrar, office } = people;
const semester = '2026-2027-1';
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await loadScoreSchool(t);
  await t.accept('reference.load', { resource: 'dataDict', rows: dictionaryRows });
  await t.accept('reference.load', {
    resource: 'semester',
    rows: [
      {
        xnxq: '2027-2028-1',
        xnzj: '2027-2028',
        xqm: '1',
        xnxqmc: '2027-2028学年第一学期',
        ksrq: '2027-09-01',
        jsrq: '2028-01-15',
        zs: 19,
        sfdqxq: '0',
      },
    ],
  });
  await t.accept(
    'elective.setWindow',
    {
      semesterId: semester,
      departmentId: null,
      beginTime: openWindow.begin,
      endTime: openWindow.end,
      reason: '开放申报',
    },
    { actor: office },
  );
});
afterAll(() => t.stop());

let courses = 0;
/** A complete form of a new course that nobody else has. */
function form(more: Partial<ElectiveDraft> = {}): ElectiveDraft {
  courses += 1;
  return electiveDraft.parse({
    courseName: `鉴赏${String(courses)}`,
    courseBusinessCode: `GX${String(courses)}`,
    semester,
    departmentId: '101',
    publicCourseCategory: '03',
    schoolZone: '1',
    courseAttribute: '3',
    courseNature: '08',
    examMethod: '2',
    classPlanNum: '2',
    classSize: '６０',
    credit: '1.5',
    totalHour: '24',
    courseSign: '1',
    placeType: '1',
    hourList: [
      { xsbh: '1', xs: '20' },
      { xsbh: '4', xs: '4' },
    ],
    teacherList: [{ gh: 'T3' }],
    teacherInfo: '师'.repeat(150),
    courseInfo: '课'.repeat(300),
    ...more,
  });
}
const send = (
  name: 'save' | 'submit',
  planId: string,
  revision: number,
  sent: ElectiveDraft,
  actor = teacher,
  commandId: string = randomUUID(),
) => t.send(`elective.${name}`, { planId, revision, form: sent }, { actor, commandId });
async function submitted(sent: ElectiveDraft, planId: string = randomUUID(), revision = -1): Promise<string> {
  const outcome = await send('submit', planId, revision, sent);
  if (outcome.status === 'refused') throw new Error(JSON.stringify(outcome));
  return planId;
}
const decide = (actor: typeof dean, applyId: string, revision: number, more: object = {}) =>
  t.accept<{ approvalBusinessStatus: string; revision: number }>(
    'application.decide',
    { applyId, revision, approvalStatus: '0', approvalOpinion: '同意', ...more },
    { actor },
  );
async function pass(planId: string, from = 0): Promise<void> {
  const one = await decide(dean, planId, from);
  await decide(registrar, planId, one.revision);
}
const types = async (planId: string): Promise<string[]> =>
  (await t.stream(electiveStream(planId))).map(({ event }) => event.type);
const rows = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await t.app.services.pool.query<Record<string, unknown>>(sql, values)).rows;

describe('a public elective application', () => {
  it('is kept as filled in, sent, returned, corrected, passed, and then has its plan with a new course', async () => {
    const planId = randomUUID();
    const first = form();
    expect(await send('save', planId, -1, electiveDraft.parse({ courseName: first.courseName }))).toMatchObject({
      status: 'accepted',
      result: { planId, revision: 0 },
    });
    await submitted(first, planId, 0);
    const [opened] = await t.stream(applicationStream(planId));
    expect(opened?.event).toMatchObject({
      data: {
        process: { processNo: 'GXKSQ', nodes: [{ scopeUnit: '101' }, { scopeUnit: '*' }] },
        businessTable: COURSE_FILES,
        content: {
          pieces: [
            { label: '课程', value: `${first.courseName}（${first.courseBusinessCode}，新课程）` },
            { label: '类别', value: '艺术审美' },
            { label: '学分', value: '1.5' },
            { label: '班数×人数', value: '2个班×60人' },
            ...(Array.from({ length: 4 }, () => ({})) as []),
          ],
        },
      },
    });
    await decide(dean, planId, 0, { approvalStatus: '2', backNode: '0', approvalOpinion: '请补充教学计划' });
    expect(await send('save', planId, 0, first)).toMatchObject({ status: 'refused', code: 'ELECTIVE_CHANGED' });
    await submitted({ ...first, credit: '2', remark: '已补充' }, planId, 1);
    await pass(planId, 2);
    expect(await types(planId)).toEqual([
      'ElectiveSaved',
      'ElectiveSubmitted',
      'ElectiveClosed',
      'ElectiveSubmitted',
      'ElectiveEffected',
    ]);
    const [plan] = await rows(
      `select plan.*, course.ywbm, course.kcmc, course.xf, course.zxs from base.public_course_plan plan
        join base.course on course.kch = plan.kch
        where plan_id = $1`,
      [planId],
    );
    expect(plan).toMatchObject({
      semester_id: semester,
      ywbm: first.courseBusinessCode,
      kcmc: first.courseName,
      xf: 20,
      zxs: 240,
      credit: 20,
      total_hour: 240,
      class_plan_num: 2,
      class_size: 60,
      is_school_wide: '1',
      hour_list: [
        { xsbh: '1', xsmc: '理论', xs: '20' },
        { xsbh: '4', xsmc: '实践', xs: '4' },
      ],
      teacher_list: [{ gh: 'T3', xm: '王老师' }],
      remark: '已补充',
    });
    expect(
      await rows('select resource, operation from base.operation_log where key = any($1) order by id', [
        [planId, plan?.['kch']],
      ]),
    ).toEqual([
      { resource: 'course', operation: 'create' },
      { resource: 'publicCoursePlan', operation: 'create' },
    ]);
    expect(await rows('select 1 from base.public_course_claim where plan_id = $1', [planId])).toEqual([]);
  });

  it('ELECTIVE-04: of an existing course takes over what the course says, and makes none', async () => {
    const before = (await rows('select count(*)::int as n from base.course'))[0]?.['n'];
    const planId = await submitted(
      form({
        courseSource: '0',
        courseCode: 'K9',
        courseName: '别的名字',
        courseBusinessCode: 'X',
        credit: '9',
        totalHour: '64',
        hourList: [{ xsbh: '1', xs: '64' }],
        teacherList: [{ gh: 'T2' }],
      }),
    );
    expect((await t.stream(electiveStream(planId)))[0]?.event).toMatchObject({
      data: {
        form: { courseName: '西方音乐史', courseBusinessCode: 'NK9', credit: '2', totalHour: '64' },
        figures: { credit: 20, totalHour: 640 },
      },
    });
    expect(
      await send(
        'submit',
        randomUUID(),
        -1,
        form({
          courseSource: '0',
          courseCode: 'K9',
          totalHour: '64',
          hourList: [{ xsbh: '1', xs: '64' }],
          teacherList: [{ gh: 'T2' }],
        }),
      ),
    ).toMatchObject({
      code: 'ELECTIVE_PLAN_EXISTS',
      fieldErrors: [{ field: 'form.teacherList', message: '李老师本学期已申报该课程，不能重复申报' }],
    });
    await pass(planId);
    expect((await rows('select count(*)::int as n from base.course'))[0]?.['n']).toBe(before);
    expect(await rows('select kch from base.public_course_plan where plan_id = $1', [planId])).toEqual([{ kch: 'K9' }]);
  });

  it('is answered the same when it is sent twice, and its events delivered again change nothing', async () => {
    const [planId, commandId, sent] = [randomUUID(), randomUUID(), form({ teacherList: [{ gh: 'T1' }] })];
    expect(
      [
        await send('submit', planId, -1, sent, teacher, commandId),
        await send('submit', planId, -1, sent, teacher, commandId),
      ].map(({ status }) => status),
    ).toEqual(['accepted', 'accepted']);
    await pass(planId);
    const before = await types(planId);
    for (const stored of await t.stream(applicationStream(planId))) {
      for (const policy of electivePolicies.filter((each) => isFor(each, stored))) {
        await policy.react(stored, t.app.services);
        await policy.react(stored, t.app.services);
      }
    }
    expect(await types(planId)).toEqual(before);
    expect(await rows('select 1 from base.public_course_plan where plan_id = $1', [planId])).toHaveLength(1);
  });

  it('gives back what it claimed when it is recalled, and is deleted', async () => {
    const sent = form({ teacherList: [{ gh: 'T1' }] });
    const planId = await submitted(sent);
    expect(await send('submit', randomUUID(), -1, { ...sent, courseName: '另一门' })).toMatchObject({
      code: 'ELECTIVE_CODE_TAKEN',
      fieldErrors: [{ field: 'form.courseBusinessCode' }],
    });
    await t.accept('application.recall', { applyId: planId }, { actor: teacher });
    const other = await submitted({ ...sent, courseName: '另一门' });
    await t.accept('elective.delete', { planId }, { actor: teacher });
    expect((await types(planId)).at(-1)).toBe('ElectiveDeleted');
    await t.accept('application.recall', { applyId: other }, { actor: teacher });
  });

  it('of two at the same time for the same number exactly one is opened', async () => {
    const sent = form({ teacherList: [{ gh: 'T1' }] });
    const outcomes = await Promise.all(
      [sent, { ...sent, courseName: '同号课程' }].map((each) => send('submit', randomUUID(), -1, each)),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['accepted', 'refused']);
  });

  it('a claim whose submission was never written lapses', async () => {
    const sent = form({ teacherList: [], courseName: '未写下' });
    await rows(
      `insert into base.public_course_claim values ($1, $2, '1', $3, '', $4, '{}', now() - interval '2 minutes')`,
      [randomUUID(), semester, sent.courseBusinessCode, sent.courseName],
    );
    await submitted({ ...sent, teacherList: [{ gh: 'T2' }] });
  });
});

describe('its attachments', () => {
  const rule = (table: string) => electiveFileRules.find(({ businessTable }) => businessTable === table)!;
  /** Whether the attachments may change now; the code of the refusal otherwise. */
  const judged = async (
    planId: string,
    actor = teacher,
    table = TEACHER_FILES,
    permission: string | null = null,
  ): Promise<string> => {
    const context = {
      commandId: randomUUID(),
      command: 'test',
      correlationId: 'c',
      causationId: null,
      clientAddress: null,
      actor,
      permission,
      time: new Date().toISOString(),
    };
    const refused = await inTransaction(t.app.services.pool, (client) =>
      rule(table).refuses({ businessId: planId, client, context, services: t.app.services }),
    );
    return refused === null ? 'open' : refused.refused.code;
  };
  const attach = (planId: string, table: string, name: string) =>
    rows(
      `insert into base.file_resource (relational_id, file_uid, name, file_size, file_type, digest, business_table,
          business_id, uploader, uploader_name, uploaded_at)
        values ($1, 'u', $2, 3, 'pdf', $3, $4, $5, $6, '李老师', now())`,
      [randomUUID(), name, 'a'.repeat(64), table, planId, teacher.userName],
    );

  // ELECTIVE-07
  it('of both tables are frozen with what is sent; they change only while it is with its applicant', async () => {
    const planId = randomUUID();
    expect(await judged(planId)).toBe('open');
    await attach(planId, TEACHER_FILES, '职称证书.pdf');
    await attach(planId, COURSE_FILES, '教学大纲.pdf');
    // The first file claims the id that the page made.
    expect([
      await judged(planId, teacher1),
      await judged(planId, teacher1, COURSE_FILES),
      await judged(planId),
    ]).toEqual(['FILE_READ_ONLY', 'FILE_READ_ONLY', 'open']);
    const sent = form({ semester: '2026-2027-1', teacherList: [{ gh: 'T8' }] });
    await t.accept('reference.load', {
      resource: 'teacher',
      rows: [{ gh: 'T8', ywbm: 'T8', xm: '资料老师', xbm: '1', dwh: '101', dqztm: '11', sfrk: '1' }],
    });
    await submitted(sent, planId);
    expect((await t.stream(applicationStream(planId)))[0]?.event).toMatchObject({
      data: { content: { files: [{ name: '职称证书.pdf' }, { name: '教学大纲.pdf' }] } },
    });
    expect([await judged(planId), await judged(planId, teacher1)]).toEqual(['FILE_LOCKED', 'FILE_LOCKED']);
    await decide(dean, planId, 0, { approvalStatus: '2', backNode: '0', approvalOpinion: '请补充' });
    expect([await judged(planId), await judged(planId, teacher1)]).toEqual(['open', 'FILE_READ_ONLY']);
    await t.accept('elective.delete', { planId }, { actor: teacher });
    expect([await judged(planId), await judged(planId, office, TEACHER_FILES, 'fileUploadResource:delete')]).toEqual([
      'FILE_LOCKED',
      'open',
    ]);
  });
});

describe('what a public elective application refuses', () => {
  it.each([
    [
      'ELECTIVE-08: a form that is not complete',
      () => form({ courseName: ' ' }),
      'INVALID_INPUT',
      'form.courseName',
      '课程名称必填',
    ],
    [
      'a value that is not in its dictionary',
      () => form({ courseNature: '77' }),
      'ELECTIVE_CHOICE_GONE',
      'form.courseNature',
      '该选项不存在或已停用，请重新选择',
    ],
    [
      'a teacher who does not exist',
      () => form({ teacherList: [{ gh: 'T404' }] }),
      'ELECTIVE_CHOICE_GONE',
      'form.teacherList',
      '该选项不存在或已停用，请重新选择',
    ],
    [
      'a range that does not exist',
      () => form({ isSchoolWide: '0', rangeList: [{ attributeType: '2', values: ['1999'] }] }),
      'ELECTIVE_CHOICE_GONE',
      'form.rangeList',
      '该选项不存在或已停用，请重新选择',
    ],
    [
      "a unit that is not the applicant's",
      () => form({ departmentId: '101' }),
      'ELECTIVE_DEPARTMENT',
      'form.departmentId',
      '开课单位应为本人所在单位或其上下级单位',
      people.stranger,
    ],
    [
      'a course that does not exist',
      () => form({ courseSource: '0', courseCode: 'K404' }),
      'ELECTIVE_COURSE_GONE',
      'form.courseCode',
      '所选课程不存在或已停用，请重新选择',
    ],
    [
      'hours that do not add up to those of the existing course',
      () => form({ courseSource: '0', courseCode: 'K9' }),
      'INVALID_INPUT',
      'form.hourList',
      '学时分类合计 24，与总学时 64 不一致',
    ],
    [
      'the number of a course that exists',
      () => form({ courseBusinessCode: 'NK1' }),
      'ELECTIVE_CODE_TAKEN',
      'form.courseBusinessCode',
      '课程编号“NK1”已被使用，请更换',
    ],
    [
      'the name of a course of the unit',
      () => form({ courseName: '高等数学' }),
      'ELECTIVE_NAME_TAKEN',
      'form.courseName',
      '课程“高等数学”已存在或本学期已有人申报，请选用已有课程或更换名称',
    ],
  ] as const)('%s', async (_title, sent, code, field, message, actor = teacher) => {
    const planId = randomUUID();
    expect(await send('submit', planId, -1, sent(), actor)).toMatchObject({
      status: 'refused',
      code,
      fieldErrors: [{ field, message }],
    });
    expect(await types(planId)).toEqual([]);
  });

  it('more plans of a teacher in a semester than are allowed', async () => {
    await t.accept('reference.load', {
      resource: 'teacher',
      rows: [{ gh: 'T7', ywbm: 'T7', xm: '多课老师', xbm: '1', dwh: '101', dqztm: '11', sfrk: '1' }],
    });
    for (let index = 0; index < 3; index += 1) await submitted(form({ teacherList: [{ gh: 'T7' }] }));
    expect(await send('submit', randomUUID(), -1, form({ teacherList: [{ gh: 'T7' }] }))).toMatchObject({
      code: 'ELECTIVE_TEACHER_LIMIT',
      message: '多课老师本学期申报的公选课已达上限',
    });
  });

  it('a semester without a round, before it and after it; what was sent back may be corrected after it', async () => {
    const later = '2027-2028-1';
    const set = (beginTime: string, endTime: string) =>
      t.accept(
        'elective.setWindow',
        { semesterId: later, departmentId: null, beginTime, endTime, reason: '调整' },
        { actor: office },
      );
    const sent = form({ semester: later, teacherList: [{ gh: 'T2' }] });
    const codeNow = async () => {
      const outcome = await send('submit', randomUUID(), -1, sent);
      return outcome.status === 'refused' ? outcome.code : outcome.status;
    };
    expect(await codeNow()).toBe('ELECTIVE_ROUND_NONE');
    await set('2090-01-01T00:00:00.000Z', '2091-01-01T00:00:00.000Z');
    expect(await codeNow()).toBe('ELECTIVE_ROUND_BEFORE');
    await set('2020-01-01T00:00:00.000Z', '2091-01-01T00:00:00.000Z');
    const planId = await submitted(sent);
    await decide(dean, planId, 0, { approvalStatus: '2', backNode: '0', approvalOpinion: '请补充' });
    await set('2020-01-01T00:00:00.000Z', '2021-01-01T00:00:00.000Z');
    expect(await codeNow()).toBe('ELECTIVE_ROUND_AFTER');
    await submitted({ ...sent, remark: '已改' }, planId, 0);
    expect(
      await t.send(
        'elective.setWindow',
        { semesterId: later, departmentId: null, beginTime: openWindow.end, endTime: openWindow.begin, reason: '' },
        { actor: office },
      ),
    ).toMatchObject({ code: 'ELECTIVE_WINDOW_ORDER', fieldErrors: [{ field: 'endTime' }] });
  });

  it("somebody else's plan, and one that is decided on", async () => {
    const planId = await submitted(form({ semester: '2026-2027-1', teacherList: [{ gh: 'T2' }] }));
    expect(await send('save', planId, 0, form(), teacher1)).toMatchObject({ code: 'OUT_OF_SCOPE' });
    expect(await send('save', planId, 0, form())).toMatchObject({ code: 'ELECTIVE_NOT_EDITABLE' });
    expect(await t.send('elective.delete', { planId }, { actor: teacher })).toMatchObject({
      code: 'ELECTIVE_NOT_SAVED',
    });
  });
});
