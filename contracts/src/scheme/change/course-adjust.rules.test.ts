import { describe, expect, it } from 'vitest';
import {
  changesHoursOnly,
  creditDifference,
  creditEffects,
  hoursAddUp,
  proposedChanges,
  type CreditFrame,
} from './course-adjust.rules.ts';
import { courseAdjustType } from './course-adjust.vocabulary.ts';
import type { PlanRow } from './plan-row.ts';

const row = (courseId: string, credit: number, more: Partial<PlanRow['content']> = {}): PlanRow => ({
  executionPlanId: `M1/${courseId}`,
  courseId,
  courseNum: courseId,
  courseName: courseId,
  semesterId: '2027-2028-1',
  content: {
    term: 3,
    openDepartmentId: '101',
    courseSystemId: 'C1',
    courseAttribute: '1',
    courseNature: '04',
    credit,
    totalHour: credit * 16,
    weekHours: null,
    hours: [{ xsbh: '1', xs: credit * 16 }],
    startEndWeek: null,
    examMethod: '1',
    examWay: null,
    directionId: null,
    directionName: null,
    courseGroupId: null,
    specialItemSign: '0',
    ...more,
  },
});
const common = { gradeMajorId: 'M1', grade: '2026', row: null, course: null, after: {} } as const;
const node = (nodeId: string, depth: number, minCredit: number | null, maxCredit: number | null, arranged: number) => ({
  nodeId,
  name: nodeId,
  depth,
  minCredit,
  maxCredit,
  arranged,
});
const frame: CreditFrame = {
  nodes: [
    node('专业', 0, 60, null, 80),
    node('C1', 1, null, 60, 60),
    node('通识', 0, 20, null, 20),
    node('C2', 1, null, null, 20),
  ],
  arranged: 100,
  required: 100,
};

// SCHEME-32
describe('what an application changes in a plan', () => {
  it('moves a row to another term, and nothing else of it', () => {
    const [change] = proposedChanges({
      ...common,
      adjustType: courseAdjustType.move,
      row: row('K1', 40),
      after: { term: 6, credit: 10 },
    });
    expect(change).toMatchObject({ after: { semesterId: '2028-2029-2', content: { term: 6, credit: 40 } } });
  });

  it('replaces a course in the term and class of the old one', () => {
    const course = row('K2', 30, { term: 1, courseSystemId: null });
    const changes = proposedChanges({ ...common, adjustType: courseAdjustType.replace, row: row('K1', 40), course });
    expect(changes.map(({ before, after }) => [before?.executionPlanId, after?.executionPlanId])).toEqual([
      ['M1/K1', undefined],
      [undefined, 'M1/K2'],
    ]);
    expect(changes[1]?.after).toMatchObject({ content: { term: 3, courseSystemId: 'C1', credit: 30 } });
    expect(creditDifference(changes)).toBe(-10);
  });

  it('knows changes of hours alone, and hours that do not add up', () => {
    const change = (after: object) =>
      proposedChanges({ ...common, adjustType: courseAdjustType.change, row: row('K1', 40), after });
    expect(changesHoursOnly(change({ totalHour: 480, hours: [{ xsbh: '1', xs: 480 }] }))).toBe(true);
    expect(changesHoursOnly(change({ totalHour: 480, credit: 30 }))).toBe(false);
    expect(hoursAddUp(change({ totalHour: 480 }))).toBe(false);
  });

  it('goes neither below what is asked for nor above what is allowed, where that was kept before', () => {
    const problems = (adjustType: '1' | '2', one: PlanRow) =>
      creditEffects(frame, proposedChanges({ ...common, adjustType, row: one, course: one })).map(
        ({ name, after, problem }) => [name, after, problem],
      );
    expect(problems('2', row('K1', 30))).toEqual([
      ['总学分', 70, '“总学分”调整后为7学分，低于要求的10学分'],
      ['专业', 50, '“专业”调整后为5学分，低于要求的6学分'],
      ['C1', 30, null],
    ]);
    expect(problems('1', row('K1', 10))).toEqual([
      ['总学分', 110, null],
      ['专业', 90, null],
      ['C1', 70, '“C1”调整后为7学分，超过上限6学分'],
    ]);
  });
});
