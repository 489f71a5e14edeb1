import { standardRemarkSettings } from '@jwxt/contracts/score/score-remark.rules.ts';
import { describe, expect, it } from 'vitest';
import {
  entryFacts,
  rules,
  saveFacts,
  setUp,
  studentRefs,
  submitFacts,
  type SheetStory,
} from '../score-sheet.fixture.ts';
import { registerRemarkDecider, type RegisterCommand } from './sheet-remark.ts';
import { saveDecider } from './sheet-save.ts';
import { submitDecider } from '../submission/sheet-submit.ts';

const students = new Map(studentRefs.map((ref) => [ref.studentCode, ref]));
const office = {
  userName: 'office1',
  students,
  granted: new Map<string, string>(),
  remarks: standardRemarkSettings,
};
const register = (scoreRemarkCode: string, studentCodes = ['S1'], revision = 9): RegisterCommand => ({
  scoreRemarkCode,
  studentCodes,
  revision,
  reason: '考场记录',
});
const entered = (): SheetStory =>
  setUp(rules).given(
    saveDecider,
    { rows: studentRefs.map(({ studentCode }) => ({ studentCode, items: { ps: '80', qm: '70' }, revision: 0 })) },
    saveFacts(),
  );

describe('the office registers a remark', () => {
  it('with its reason and the final value that it gives; typed items stay', () => {
    expect(entered().when(registerRemarkDecider, register('04', ['S1', 'S1', 'S2']), office).events).toEqual([
      {
        type: 'RemarkSet',
        data: {
          teachingClassId: 'TC1',
          scoreType: '1',
          courseId: 'K1',
          reason: '考场记录',
          rows: ['S1', 'S2'].map((code) => ({
            ...students.get(code),
            before: '00',
            beforeName: '正常',
            after: '04',
            afterName: '作弊',
            final: { before: 7400, after: 0 },
          })),
        },
      },
    ]);
  });

  it('SCORE-MORE-18: what teachers may set, and what is in use, is as the school has set it', () => {
    const setting = { inUse: true, allowMakeup: false, showName: true };
    const remarks = new Map([
      ...standardRemarkSettings,
      ['03', { ...setting, teacherMaySet: false }],
      ['04', { ...setting, teacherMaySet: true }],
      ['05', { ...setting, inUse: false, teacherMaySet: false }],
    ]);
    const facts = { ...office, remarks };
    expect(entered().when(registerRemarkDecider, register('03'), facts).types).toEqual(['RemarkSet']);
    expect(entered().when(registerRemarkDecider, register('04'), facts).refused).toMatchObject({
      code: 'SHEET_REMARK_NOT_REGISTERED',
    });
    expect(entered().when(registerRemarkDecider, register('05'), facts).refused).toMatchObject({
      code: 'SHEET_REMARK_NOT_IN_USE',
      fieldErrors: [{ field: 'scoreRemarkCode', message: '备注“违纪”已停用，不能选用' }],
    });
    const typed = (scoreRemarkCode: string) =>
      entered().when(
        saveDecider,
        { rows: [{ studentCode: 'S1', items: {}, scoreRemarkCode, revision: 0 }] },
        { ...saveFacts(), remarks },
      );
    expect(typed('04').types).toEqual(['RemarkSet']);
    expect(typed('03').refused).toMatchObject({ fieldErrors: [{ message: expect.stringContaining('“旷考”') }] });
    expect(typed('05').refused).toMatchObject({ fieldErrors: [{ message: '备注“违纪”已停用，不能选用' }] });
  });

  it('takes it away again, and the score is computed from the items', () => {
    const story = entered().given(registerRemarkDecider, register('07'), office, 'office1');
    expect(story.state).toMatchObject({
      rows: { S1: { final: 6000, remark: { value: '07' } } },
      enteredBy: ['teacher1', 'office1'],
    });
    expect(story.when(registerRemarkDecider, register('00'), office).events).toMatchObject([
      { data: { rows: [{ before: '07', after: '00', final: { before: 6000, after: 7400 } }] } },
    ]);
    expect(story.when(registerRemarkDecider, register('07'), office)).toMatchObject({ events: [], refused: null });
  });

  it('never 缓考 or 免听, nor of who has one: they come and go with applications (SCORE-MORE-16, 42)', () => {
    const refused = { code: 'SHEET_REMARK_BY_APPLICATION', fieldErrors: [{ field: 'scoreRemarkCode' }] };
    for (const remark of ['01', '09'])
      expect(entered().when(registerRemarkDecider, register(remark), office).refused).toMatchObject(refused);
    const onLeave = { ...office, granted: new Map([['S1', '01']]) };
    expect(entered().when(registerRemarkDecider, register('00'), onLeave).refused).toMatchObject(refused);
    expect(entered().when(registerRemarkDecider, register('04', ['S2']), onLeave).types).toEqual(['RemarkSet']);
  });

  it.each([
    ['a remark of teachers', entered(), register('02'), 'SHEET_REMARK_NOT_REGISTERED'],
    ['an unknown remark', entered(), register('77'), 'SHEET_REMARK_UNKNOWN'],
    ['a stranger', entered(), register('04', ['S1', 'S9']), 'SHEET_STUDENT_NOT_IN_CLASS'],
    [
      'a sheet in approval',
      entered().given(submitDecider, { revision: 1 }, submitFacts()),
      register('04'),
      'SHEET_SUBMITTED',
    ],
    [
      'a remark that a teacher set unseen',
      entered().given(
        saveDecider,
        { rows: [{ studentCode: 'S1', items: {}, scoreRemarkCode: '02', revision: 1 }] },
        saveFacts(),
      ),
      register('04', ['S1'], 1),
      'CONCURRENT_CHANGE',
    ],
  ])('not for %s', (_title, story, command, code) => {
    expect(story.when(registerRemarkDecider, command, office).refused).toMatchObject({ code });
  });
});

describe('who may type', () => {
  const one = { rows: [{ studentCode: 'S1', items: { ps: '90' }, revision: 1 }] };
  const named = (): SheetStory => {
    const story = entered();
    const event = {
      type: 'ImportTeacherSet' as const,
      data: {
        teachingClassId: 'TC1',
        scoreType: '1',
        before: { gh: null, name: '张老师' },
        after: { gh: 'T3', name: '王老师' },
        reason: '外出',
      },
    };
    return story.given({ ...saveDecider, decide: () => [event] }, one, saveFacts(), 'office1');
  };

  it('is the person named instead of the teachers, who then hands in too', () => {
    expect(named().when(saveDecider, one, saveFacts('teacher3')).types).toEqual(['CellsEntered']);
    expect(named().when(submitDecider, { revision: 1 }, submitFacts('teacher3')).types).toEqual(['ScoresSubmitted']);
    expect(named().when(saveDecider, one, saveFacts('teacher1')).refused).toMatchObject({
      code: 'SHEET_NOT_ENTRY_TEACHER',
      details: { name: '王老师' },
    });
    expect(named().when(saveDecider, one, saveFacts('dean1')).refused).toMatchObject({ code: 'SHEET_NOT_TEACHER' });
  });

  it('is the office with a reason, which the event carries, inside the window alone', () => {
    expect(entered().when(saveDecider, one, { ...saveFacts('dean1'), reason: '教师出差' }).events).toMatchObject([
      { type: 'CellsEntered', data: { reason: '教师出差' } },
    ]);
    expect(
      entered().when(saveDecider, one, {
        ...saveFacts('dean1'),
        ...entryFacts('dean1', '2026-12-01T00:00:00.000Z'),
        reason: '教师出差',
      }).refused,
    ).toMatchObject({ code: 'SHEET_WINDOW_CLOSED' });
  });
});
