import { describe, expect, it } from 'vitest';
import { standardRemarkSettings } from '../score/score-remark.rules.ts';
import { eligibilityOf, sittingOf, type Candidate, type Failure } from './makeup-eligibility.ts';

const failed = { examNature: '01', passed: false, teachingClassId: 'TC1' };
const candidate = (more: Partial<Candidate> = {}): Candidate => ({
  scoreRemarkCode: '00',
  listSource: '',
  courseAllows: true,
  attempts: [failed],
  isCancelled: false,
  listedIn: [],
  ...more,
});
const of = (more: Partial<Candidate> = {}, makeupTimes = 1, remarks = standardRemarkSettings) =>
  eligibilityOf(candidate(more), { makeupTimes, remarks });

describe('who sits a make-up or deferred exam', () => {
  it('who failed for the first time, or stayed away with remark 缺考', () => {
    expect([of(), of({ scoreRemarkCode: '02' })]).toEqual([{ makeupType: '1' }, { makeupType: '1' }]);
  });

  it.each([
    ['03', '旷考'],
    ['04', '作弊'],
    ['05', '违纪'],
    ['06', '取消考试资格'],
    ['10', '休学/退学中断'],
    ['11', '成绩待定'],
    ['12', '交流'],
  ])('not with remark %s', (scoreRemarkCode, name) => {
    expect(of({ scoreRemarkCode })).toEqual({ skipped: `备注为“${name}”，不能补考` });
  });

  it('SCORE-MORE-18: with the remarks that the school lets be made up', () => {
    const setting = { inUse: true, teacherMaySet: true, showName: true };
    const remarks = new Map([
      ...standardRemarkSettings,
      ['02', { ...setting, allowMakeup: false }],
      ['03', { ...setting, allowMakeup: true }],
    ]);
    expect(of({ scoreRemarkCode: '03' }, 1, remarks)).toEqual({ makeupType: '1' });
    expect(of({ scoreRemarkCode: '02' }, 1, remarks)).toEqual({ skipped: '备注为“缺考”，不能补考' });
  });

  it('a deferred exam once, without limit by number, whatever the course', () => {
    expect(of({ scoreRemarkCode: '01', courseAllows: false }, 0)).toEqual({ makeupType: '3' });
    expect(
      of({
        scoreRemarkCode: '01',
        attempts: [failed, { examNature: '02', passed: false, teachingClassId: 'G1' }],
        listedIn: ['G1'],
      }),
    ).toEqual({ skipped: '已参加缓考' });
  });

  it('not who has passed meanwhile, is listed and waits, retakes, or takes a course without make-ups', () => {
    expect(of({ attempts: [failed, { examNature: '16', passed: true, teachingClassId: null }] })).toEqual({
      skipped: '已通过该课程',
    });
    expect(of({ isCancelled: true })).toEqual({ skipped: '成绩已注销' });
    expect(of({ listedIn: ['G1'] }, 2)).toEqual({ skipped: '已在名单中' });
    expect(of({ listSource: '重修' })).toEqual({ skipped: '重修学生不安排补考' });
    expect(of({ courseAllows: false })).toEqual({ skipped: '课程不安排补考' });
  });

  it('as often as the school allows; the second one is named so', () => {
    const once = { attempts: [failed, { examNature: '11', passed: false, teachingClassId: 'G1' }], listedIn: ['G1'] };
    expect(of(once)).toEqual({ skipped: '已用完补考次数' });
    expect(of(once, 2)).toEqual({ makeupType: '2' });
    expect(of({}, 0)).toEqual({ skipped: '已用完补考次数' });
  });
});

describe('who failed a course in two classes', () => {
  const failure = (more: Partial<Failure>): Failure => ({
    ...candidate(),
    studentCode: 'S1',
    courseId: 'K1',
    final: 4000,
    ...more,
  });
  const sitting = (...rows: Failure[]) => {
    const { sits, skipped } = sittingOf(rows, { makeupTimes: 1, remarks: standardRemarkSettings });
    return [sits.map(({ row, makeupType }) => [row.studentCode, row.final, makeupType]), skipped];
  };

  it('sits one exam, for the better score', () => {
    expect(sitting(failure({ final: null }), failure({ final: 5500 }), failure({ final: 3000 }))).toEqual([
      [['S1', 5500, '1']],
      [],
    ]);
    expect(sitting(failure({}), failure({ courseId: 'K2' }), failure({ studentCode: 'S2', final: 1000 }))).toEqual([
      [
        ['S1', 4000, '1'],
        ['S1', 4000, '1'],
        ['S2', 1000, '1'],
      ],
      [],
    ]);
  });

  it('sits the deferred one, which was not sat', () => {
    expect(sitting(failure({ final: 5500 }), failure({ final: null, scoreRemarkCode: '01' }))).toEqual([
      [['S1', null, '3']],
      [],
    ]);
  });

  it('is on no second list while one waits, for whichever of the scores it was', () => {
    expect(
      sitting(failure({ listedIn: ['G1'] }), failure({ final: 5500 }), failure({ scoreRemarkCode: '03' })),
    ).toEqual([[], [{ reason: '已在名单中', count: 3 }]]);
  });
});
