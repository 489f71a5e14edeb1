import { describe, expect, it } from 'vitest';
import { cardRows, choices, type Card } from './card-rows.model.ts';

const row = (
  attemptId: string,
  given: Partial<Card['semesters'][number]['rows'][number]>,
): Card['semesters'][number]['rows'][number] => ({
  attemptId,
  courseId: 'K1',
  courseNum: 'C1',
  courseName: '课程',
  courseEnglishName: '',
  courseCredit: '3.0',
  courseAttribute: '1',
  courseAttributeName: '必修',
  courseNature: '04',
  courseNatureName: '专业基础课',
  examNature: '01',
  examNatureName: '正常考试',
  finalName: '80',
  scoreRemarkName: '',
  source: '1',
  sourceName: '录入',
  passed: true,
  hasValue: true,
  counts: true,
  why: '',
  point: null,
  recordedAt: '2026-01-01 00:00:00',
  ruleVersion: '1',
  teachingClassId: null,
  applyId: '',
  ...given,
});
const card: Pick<Card, 'semesters'> = {
  semesters: [
    {
      semesterId: '2026-2027-1',
      semesterName: '新',
      earnedCredit: '3.0',
      gpa: '3.00',
      rows: [row('A', {}), row('B', { examNature: '11', examNatureName: '补考一', counts: false, passed: false })],
    },
    {
      semesterId: '2025-2026-2',
      semesterName: '旧',
      earnedCredit: '3.0',
      gpa: '3.00',
      rows: [
        row('C', { courseAttribute: '2', courseAttributeName: '限选', hasValue: false, passed: false, counts: false }),
      ],
    },
  ],
};
const everything = { shown: 'all', semesterId: '', attribute: '', examNature: '' } as const;
const ids = (filter: Partial<Parameters<typeof cardRows>[1]>) =>
  cardRows(card, { ...everything, ...filter }).map(({ attemptId }) => attemptId);

describe('attempts on a card', () => {
  it('all of them, those that count, those that failed: an attempt without a value is neither', () => {
    expect([ids({}), ids({ shown: 'counting' }), ids({ shown: 'failed' })]).toEqual([['A', 'B', 'C'], ['A'], ['B']]);
  });

  it('by semester, attribute and nature of the exam', () => {
    expect([
      ids({ semesterId: '2025-2026-2' }),
      ids({ attribute: '1' }),
      ids({ examNature: '11', attribute: '1' }),
      ids({ examNature: '11', attribute: '2' }),
    ]).toEqual([['C'], ['A', 'B'], ['B'], []]);
  });

  it('choices are what occurs, each once', () => {
    expect(choices(card, (each) => ({ value: each.courseAttribute, label: each.courseAttributeName }))).toEqual([
      { value: '1', label: '必修' },
      { value: '2', label: '限选' },
    ]);
  });
});
