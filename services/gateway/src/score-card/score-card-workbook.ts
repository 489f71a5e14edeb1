import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { scoreCard } from '@jwxt/contracts/score-card/score-card.operations.ts';
import type { WorkbookColumn, WorkbookContent } from '../kernel/workbook.ts';

type Card = OutputOf<typeof scoreCard>;
type Row = Card['semesters'][number]['rows'][number] & { readonly semesterName: string };

const columns: readonly WorkbookColumn<Row>[] = [
  { header: '学年学期', width: 24, value: (row) => row.semesterName },
  { header: '课程编号', width: 14, value: (row) => row.courseNum },
  { header: '课程名称', width: 30, value: (row) => row.courseName },
  { header: '课程属性', width: 10, value: (row) => row.courseAttributeName },
  { header: '课程性质', width: 16, value: (row) => row.courseNatureName },
  { header: '学分', width: 8, value: (row) => row.courseCredit, kind: 'number' },
  { header: '考试性质', width: 12, value: (row) => row.examNatureName },
  { header: '成绩', width: 14, kind: 'number', value: (row) => row.finalName },
  { header: '备注', width: 12, value: (row) => row.scoreRemarkName },
  { header: '来源', width: 10, value: (row) => row.sourceName },
  { header: '是否及格', width: 10, value: (row) => (row.hasValue ? (row.passed ? '是' : '否') : '') },
  { header: '是否有效', width: 10, value: (row) => (row.counts ? '是' : '否') },
  { header: '依据', width: 36, value: (row) => row.why },
  { header: '绩点', width: 8, value: (row) => row.point, kind: 'number' },
  { header: '发布时间', width: 20, kind: 'time', value: (row) => row.recordedAt },
];

/** Every attempt of a student as xlsx, oldest semester first, under the figures they give. */
export function scoreCardWorkbook({ student, rules, totals, semesters }: Card): WorkbookContent<Row> {
  const rows = semesters
    .toReversed()
    .flatMap((semester) => semester.rows.map((row): Row => ({ ...row, semesterName: semester.semesterName })));
  return {
    sheet: '成绩总表',
    columns,
    rows,
    above: [
      `${student.studentNumber} ${student.studentName} 成绩总表`,
      `${student.departmentName} ${student.gradeMajorName} ${student.administrativeClassName}`,
      `已获学分 ${totals.earnedCredit}，未通过学分 ${totals.failedCredit}，平均学分绩点 ${totals.gpa}，` +
        `加权平均分 ${totals.weightedAverage}（${rules.ruleName}，版本 ${rules.ruleVersion}）`,
    ],
  };
}
