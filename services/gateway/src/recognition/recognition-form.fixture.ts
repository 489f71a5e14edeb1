/** An application of one pair of courses, as the page sends it; `more`: what it says besides. */
export const form = <Line extends object, More extends object = object>(
  studentId: string,
  courseId: string,
  outsideLine: Line,
  more?: More,
) => ({
  commandId: crypto.randomUUID(),
  studentId,
  scoreCognizanceApplyRemark: '证书已核验',
  relateList: [
    {
      outSideList: [
        {
          outCourseCode: 'MOOC1',
          outCourseName: '程序设计（慕课）',
          outCourseCredit: '4.0',
          outScoreCognizanceFinalValue: '88',
          ...outsideLine,
        },
      ],
      inSideList: [{ courseId, scoreCognizanceFinalValue: '88' }],
    },
  ],
  ...more,
});
