import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { startTestApp, type TestApp } from '../../testing/commands-app.ts';
import { loadClass, loadScoreSchool, openWindow, people, students } from '../../testing/score-school.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ followLog: false });
  await loadScoreSchool(t);
  for (const teachingClassId of ['I1', 'I2', 'I3', 'I4']) await loadClass(t, teachingClassId, students);
});
afterAll(() => t.stop());

const initialise = (teachingClassId: string, more: object = {}) =>
  t.send('scoreSheet.initialise', { teachingClassId, scoreType: '1', ...more }, { actor: people.office });
const load = (resource: string, rows: object[]) => t.accept('reference.load', { resource, rows });
const settingsOf = async (teachingClassId: string) =>
  (await t.stream(sheetStream(teachingClassId, '1')))[0]?.event.data;

it('takes course, teachers, items, bands, pass mark and window from base data, with the names of the day', async () => {
  expect(await initialise('I1')).toMatchObject({ status: 'accepted', result: { revision: 0 } });
  expect(await settingsOf('I1')).toMatchObject({
    courseId: 'K1',
    courseNum: 'NK1',
    courseName: '高等数学',
    courseCredit: 40,
    semesterName: '2026-2027学年第一学期',
    openDepartmentName: '计算机学院',
    teachers: [
      { gh: 'T1', name: '张老师' },
      { gh: 'T2', name: '李老师' },
    ],
    importTeacher: '张老师',
    window: openWindow,
    rules: {
      items: [
        { dataKey: 'ps', scoreSubItemProportion: 40 },
        { dataKey: 'qm', scoreSubItemProportion: 60 },
      ],
      scoreHierarchyCode: 'bfz',
      scoreHierarchyName: '百分制',
      listCode: [],
      digit: 2,
      passMark: 6000,
      ruleVersion: 'ZGF-60',
    },
  });
  expect(await initialise('I1')).toMatchObject({ status: 'refused', code: 'SHEET_EXISTS' });
});

it('lets the person choose template, digits and window; a graded template brings its bands', async () => {
  const window = { begin: '2026-11-01T00:00:00.000Z', end: '2026-11-30T00:00:00.000Z' };
  await initialise('I2', { scoreTemplateId: 'TLW', digit: 1, window });
  expect(await settingsOf('I2')).toMatchObject({
    window,
    rules: {
      scoreHierarchyCode: 'wjz',
      scoreHierarchyName: '五级制',
      digit: 1,
      listCode: [
        { scoreValueName: '优秀' },
        { scoreValueName: '良好' },
        { scoreValueName: '中等' },
        { scoreValueName: '及格' },
        { scoreValueName: '不及格' },
      ],
    },
  });
});

it("prefers the opening unit's window to the school's", async () => {
  await load('scoreTermControl', [
    {
      scoreTermControlId: 'W101',
      semesterId: '2026-2027-1',
      scoreType: '1',
      departmentId: '101',
      scoreTermInputBeginTime: '2026-12-01T00:00:00.000Z',
      scoreTermInputEndTime: '2026-12-10T00:00:00.000Z',
    },
  ]);
  await initialise('I3');
  expect(await settingsOf('I3')).toMatchObject({
    window: { begin: '2026-12-01T00:00:00.000Z', end: '2026-12-10T00:00:00.000Z' },
  });
});

it.each([
  ['a class that does not exist', 'I404', {}, 'REFERENCE_UNKNOWN'],
  ['a template that does not exist', 'I4', { scoreTemplateId: 'T404' }, 'SHEET_NO_TEMPLATE'],
  ['a term without a window', 'I4', { scoreType: '4' }, 'SHEET_NO_TERM_WINDOW'],
  [
    'a window that ends before it begins',
    'I4',
    { window: { begin: openWindow.end, end: openWindow.begin } },
    'SHEET_WINDOW_INVALID',
  ],
])('refuses %s', async (_title, teachingClassId, more, code) => {
  expect(await initialise(teachingClassId, more)).toMatchObject({ status: 'refused', code });
});

describe('a template that no sheet can have', () => {
  const item = (dataKey: string, scoreSubItemName: string, scoreSubItemProportion: number, more: object = {}) => ({
    dataKey,
    scoreSubItemName,
    scoreSubItemProportion,
    type: 'number',
    enable: 'true',
    scoreHierarchyCode: 'bfz',
    isExamItem: false,
    ...more,
  });
  it.each([
    [
      'TX1',
      '九项',
      Array.from({ length: 9 }, (_, index) => item(`fx${index}`, `分项${index}`, 10)),
      '分项应为1至8个，现有9个',
    ],
    ['TX2', '不足百', [item('ps', '平时', 40), item('qm', '期末', 50)], '分项比例合计为90%，还差10%'],
    ['TX3', '同名', [item('ps', '平时', 40), item('qm', '平时', 60)], '分项名称“平时”重复'],
    ['TX4', '同代码', [item('ps', '平时', 40), item('ps', '期末', 60)], '分项代码“ps”重复'],
    ['TX5', '无此等级制', [item('ps', '平时', 100, { scoreHierarchyCode: 'zzz' })], '等级制“zzz”不存在或已停用'],
    ['TX6', '内容有误', [item('ps', '平时', 40), { dataKey: 'qm' }], '第2个分项的内容不完整或有误'],
  ])(
    '%s is refused by name, with what is wrong with it',
    async (scoreTemplateId, scoreTemplateName, items, problem) => {
      await load('scoreTemplate', [
        {
          scoreTemplateId,
          scoreTemplateName,
          scoreHierarchyCode: 'bfz',
          digit: 2,
          isDefault: '0',
          items: [item('ps', '平时', 100)],
        },
      ]);
      await t.app.services.pool.query('update base.score_template set items = $2 where score_template_id = $1', [
        scoreTemplateId,
        JSON.stringify(items),
      ]);
      const refused = {
        status: 'refused',
        code: 'EXAM_TEMPLATE_UNUSABLE',
        message: `成绩模板“${scoreTemplateName}”不能使用：${problem}，请先修改该模板`,
      };
      expect(await initialise('I4', { scoreTemplateId })).toMatchObject(refused);
      // A sheet that is set up is given no such template either.
      expect(
        await t.send(
          'scoreSheet.changeSettings',
          { teachingClassId: 'I1', scoreType: '1', capacity: 'office', scoreTemplateId },
          { actor: people.office },
        ),
      ).toMatchObject(refused);
    },
  );
});

it('refuses to type outside the window by the clock of the server, whatever time the caller names', async () => {
  const late = t.another({ followLog: false, now: () => new Date('2026-12-10T00:00:00.001Z') });
  const save = {
    teachingClassId: 'I3',
    scoreType: '1',
    rows: [{ studentCode: 'S1', items: { ps: '80' }, revision: 0 }],
  };
  const outcome = await t.send(
    'scoreSheet.save',
    save,
    { actor: people.teacher1, at: '2026-12-05T00:00:00.000Z' },
    late,
  );
  await late.close();
  expect(outcome).toMatchObject({
    status: 'refused',
    code: 'SHEET_WINDOW_CLOSED',
    message: '录入已于 2026-12-10 08:00:00 截止，如需延长请联系院系教务员',
  });
});
