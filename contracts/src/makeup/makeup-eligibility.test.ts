import { describe, expect, it } from 'vitest';
import { eligibilityOf, type Candidate } from './makeup-eligibility.ts';

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
const of = (more: Partial<Candidate> = {}, times = 1) => eligibilityOf(candidate(more), times);

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
