import type { DemoSemester } from './calendar.ts';

const MILITARY_TRAINING = {
  extraName: '军事训练',
  credit: 20,
  scoreHierarchyCode: 'ejz',
  scoreValue: 8000,
  sourceType: '1',
};
const INNOVATION = { extraName: '互联网+大学生创新创业大赛省级二等奖', credit: 10, sourceType: '4' };
const FEW = 12;

/**
 * Scores outside classes of a few students: military training, typed by the office, and innovation credits that an
 * application brought (SCORE-MORE-38).
 */
export function extraScoreRows(
  students: readonly { readonly studentCode: string }[],
  semesters: readonly DemoSemester[],
): readonly object[] {
  const [current, last] = semesters;
  return students.slice(0, FEW).flatMap(({ studentCode }, index) => [
    {
      studentExtraScoreId: `${studentCode}.military`,
      studentCode,
      semesterId: (last ?? current)!.xnxq,
      ...MILITARY_TRAINING,
    },
    ...(index % 4 === 0
      ? [
          {
            studentExtraScoreId: `${studentCode}.innovation`,
            studentCode,
            semesterId: current!.xnxq,
            ...INNOVATION,
            applyId: `${studentCode}-CJJFSQ`,
          },
        ]
      : []),
  ]);
}
