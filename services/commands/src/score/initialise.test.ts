import { afterAll, beforeAll, expect, it } from 'vitest';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { loadClass, loadScoreSchool, openWindow, people, students } from '../testing/score-school.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ followLog: false });
  await loadScoreSchool(t);
  for (const teachingClassId of ['I1', 'I2', 'I3', 'I4']) await loadClass(t, teachingClassId, students);
});
afterAll(() => t.stop());

const initialise = (teachingClassId: string, more: object = {}) => t.send('scoreSheet.initialise', { teachingClassId, scoreType: '1', ...more }, { actor: people.office });
const load = (resource: string, rows: object[]) => t.accept('reference.load', { resource, rows });
const settingsOf = async (teachingClassId: string) => (await t.stream(sheetStream(teachingClassId, '1')))[0]?.event.data;

it('takes course, teachers, items, bands, pass mark and window from base data, with the names of the day', async () => {
  expect(await initialise('I1')).toMatchObject({ status: 'accepted', result: { revision: 0 } });
  expect(await settingsOf('I1')).toMatchObject({
    courseId: 'K1', courseNum: 'NK1', courseName: '高等数学', courseCredit: 40, semesterName: '2026-2027学年第一学期', openDepartmentName: '计算机学院',
    teachers: [{ gh: 'T1', name: '张老师' }, { gh: 'T2', name: '李老师' }], importTeacher: '张老师', window: openWindow,
    rules: { items: [{ dataKey: 'ps', scoreSubItemProportion: 40 }, { dataKey: 'qm', scoreSubItemProportion: 60 }], scoreHierarchyCode: 'bfz', scoreHierarchyName: '百分制', listCode: [], digit: 2, passMark: 6000, ruleVersion: 'ZGF-60' },
  });
  expect(await initialise('I1')).toMatchObject({ status: 'refused', code: 'SHEET_EXISTS' });
});

it('lets the person choose template, digits and window; a graded template brings its bands', async () => {
  const window = { begin: '2026-11-01T00:00:00.000Z', end: '2026-11-30T00:00:00.000Z' };
  await initialise('I2', { scoreTemplateId: 'TLW', digit: 1, window });
  expect(await settingsOf('I2')).toMatchObject({ window, rules: { scoreHierarchyCode: 'wjz', scoreHierarchyName: '五级制', digit: 1, listCode: [{ scoreValueName: '优秀' }, { scoreValueName: '良好' }, { scoreValueName: '中等' }, { scoreValueName: '及格' }, { scoreValueName: '不及格' }] } });
});

it("prefers the opening unit's window to the school's", async () => {
  await load('scoreTermControl', [{ scoreTermControlId: 'W101', semesterId: '2026-2027-1', scoreType: '1', departmentId: '101', scoreTermInputBeginTime: '2026-12-01T00:00:00.000Z', scoreTermInputEndTime: '2026-12-10T00:00:00.000Z' }]);
  await initialise('I3');
  expect(await settingsOf('I3')).toMatchObject({ window: { begin: '2026-12-01T00:00:00.000Z', end: '2026-12-10T00:00:00.000Z' } });
});

it.each([
  ['a class that does not exist', 'I404', {}, 'REFERENCE_UNKNOWN'],
  ['a template that does not exist', 'I4', { scoreTemplateId: 'T404' }, 'SHEET_NO_TEMPLATE'],
  ['a term without a window', 'I4', { scoreType: '4' }, 'SHEET_NO_TERM_WINDOW'],
  ['a window that ends before it begins', 'I4', { window: { begin: openWindow.end, end: openWindow.begin } }, 'SHEET_WINDOW_INVALID'],
])('refuses %s', async (_title, teachingClassId, more, code) => {
  expect(await initialise(teachingClassId, more)).toMatchObject({ status: 'refused', code });
});

it('refuses to type outside the window by the clock of the server, whatever time the caller names', async () => {
  const late = t.another({ followLog: false, now: () => new Date('2026-12-10T00:00:00.001Z') });
  const save = { teachingClassId: 'I3', scoreType: '1', rows: [{ studentCode: 'S1', items: { ps: '80' }, revision: 0 }] };
  const outcome = await t.send('scoreSheet.save', save, { actor: people.teacher1, at: '2026-12-05T00:00:00.000Z' }, late);
  await late.close();
  expect(outcome).toMatchObject({ status: 'refused', code: 'SHEET_WINDOW_CLOSED', message: '录入已于 2026-12-10 08:00:00 截止，如需延长请联系院系教务员' });
});
