import type { EarlierFigures } from '@jwxt/contracts/score/sheet-warnings.ts';
import type { ConfirmedCheck } from '@jwxt/contracts/score/score-sheet.events.ts';
import { describe, expect, it } from 'vitest';
import { roster, saveFacts, setUp, submitFacts, window, type SheetStory } from '../score-sheet.fixture.ts';
import { forceSubmitDecider } from '../settings/sheet-force-submit.ts';
import { saveDecider } from '../entry/sheet-save.ts';
import { submitDecider, type SubmitFacts } from './sheet-submit.ts';

/** A class of this size in which everybody has the same in both items, from 50 points on in steps of 2.5. */
const codes = (count: number): string[] => Array.from({ length: count }, (_, index) => `C${String(index + 1)}`);
const classList = (count: number) =>
  codes(count).map((studentCode) => ({
    ...roster[0]!,
    studentCode,
    studentNumber: `2026${studentCode}`,
    studentName: `学生${studentCode}`,
  }));
function entered(count: number, value: (index: number) => number): SheetStory {
  const students = classList(count);
  return setUp().given(
    saveDecider,
    {
      rows: students.map(({ studentCode }, index) => ({
        studentCode,
        items: { ps: String(value(index)), qm: String(value(index)) },
        revision: 0,
      })),
    },
    { ...saveFacts(), students: new Map(students.map((student) => [student.studentCode, student])) },
  );
}
const facts = (count: number, more: Partial<SubmitFacts> = {}): SubmitFacts => ({
  ...submitFacts(),
  roster: classList(count),
  ...more,
});
const failing: ConfirmedCheck = { check: 'failRate', text: '不及格 4 人，占 40.0%，高于 30%' };
const story = () => entered(10, (index) => 50 + index * 2.5);

describe('what is unusual in a class that is handed in (SCORE-MORE-47)', () => {
  it('is asked about by the decision itself, sentence by sentence', () => {
    expect(story().when(submitDecider, { revision: 1 }, facts(10)).refused).toMatchObject({
      code: 'SHEET_WARNINGS_OPEN',
      details: { count: 1, titles: '不及格率偏高' },
      data: { warnings: [{ ...failing, title: '不及格率偏高' }] },
    });
    const { events } = story().when(submitDecider, { revision: 1, confirmed: [failing] }, facts(10));
    expect(events).toMatchObject([
      {
        type: 'ScoresSubmitted',
        data: {
          confirmed: [failing],
          application: {
            content: { pieces: expect.arrayContaining([{ label: '已确认', value: failing.text }]) as unknown },
          },
        },
      },
    ]);
  });

  it('is asked about again when other figures were confirmed than there are now', () => {
    const others = { ...failing, text: '不及格 5 人，占 50.0%，高于 30%' };
    expect(story().when(submitDecider, { revision: 1, confirmed: [others] }, facts(10)).refused).toMatchObject({
      code: 'SHEET_WARNINGS_OPEN',
    });
    const { events } = story().when(
      submitDecider,
      { revision: 1, confirmed: [others, failing, { check: 'heap', text: '不再如此' }] },
      facts(10),
    );
    // On record are the sentences of the scores that were handed in, and no others.
    expect(events).toMatchObject([{ data: { confirmed: [failing] } }]);
  });

  it('takes earlier classes into account, and nothing of an ordinary class is on record', () => {
    const usual = entered(12, (index) => 62 + index * 1.5);
    expect(usual.when(submitDecider, { revision: 1 }, facts(12)).events[0]?.data).not.toHaveProperty('confirmed');
    const earlier: EarlierFigures = {
      classes: 2,
      students: 60,
      mean: 9000,
      points: Array.from({ length: 101 }, (_, point) => (point === 90 ? 60 : 0)),
    };
    expect(usual.when(submitDecider, { revision: 1 }, facts(12, { earlier })).refused).toMatchObject({
      data: { warnings: [{ check: 'distribution', title: '平均分与往年相差较大' }] },
    });
  });

  it('does not stop the office, which hands in for others: the approver is told', () => {
    const late = facts(10, { now: new Date(Date.parse(window.end) + 3_600_000).toISOString() });
    expect(
      story().when(
        forceSubmitDecider,
        { reason: '教师离职' },
        { ...late, actor: { ...late.actor, userName: 'office1' } },
      ).events,
    ).toMatchObject([
      { type: 'ScoresForceSubmitted' },
      {
        data: {
          confirmed: [failing],
          application: {
            content: {
              pieces: expect.arrayContaining([{ label: '代为提交时的提醒', value: failing.text }]) as unknown,
            },
          },
        },
      },
    ]);
  });
});

describe('the title of a submission', () => {
  it('tells no mean of so few that it would tell their scores', () => {
    const title = (count: number) => {
      const [event] = entered(count, () => 80).when(submitDecider, { revision: 1 }, facts(count)).events;
      return event?.type === 'ScoresSubmitted' ? event.data.application.content.title : undefined;
    };
    expect([2, 3].map(title)).toEqual([
      '高等数学 高数1班 正考成绩：2人',
      '高等数学 高数1班 正考成绩：3人，及格率100.0%，平均分80.00',
    ]);
  });
});
