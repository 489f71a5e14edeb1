import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { PlanCell } from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { planSourceNames, planStatusNames } from '@jwxt/contracts/scheme/plan/execution-plan.vocabulary.ts';
import { planSum } from '@jwxt/contracts/scheme/plan/plan-sums.ts';
import { semesterOfTerm } from '@jwxt/contracts/scheme/plan/term.rules.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { PdfDocument } from '../../kernel/pdf.ts';
import type { WorkbookColumn, WorkbookContent } from '../../kernel/workbook.ts';
import type { PlanHead } from './execution-plan.read.ts';

/** The plan of a grade-major on paper: a table of each term with its sums. */
export function planDocument(
  head: PlanHead,
  rows: readonly PlanCell[],
  { schoolName, at }: { readonly schoolName: string; readonly at: Date },
): PdfDocument {
  const document = new PdfDocument({ title: `${head.gradeMajorName}执行计划`, at, foot: head.gradeMajorName });
  const all = planSum(rows);
  document.heading(`${head.gradeMajorName}培养执行计划`, schoolName);
  document.space(6);
  document.facts(
    [
      ['院系', head.departmentName],
      ['方案版本', head.schemeVersionName || NOTHING],
      ['课程门数', String(all.courses)],
      ['计划学分', hoursText(all.credit)],
      ['要求学分', head.totalCredit || NOTHING],
      ['总学时', hoursText(all.hours)],
    ],
    3,
  );
  for (const [term, ofTerm] of Map.groupBy(rows, (row) => row.term)) {
    const sum = planSum(ofTerm);
    document.space(8);
    document.text(
      `第${String(term)}学期（${semesterOfTerm(head.grade, term)}）　${String(sum.courses)}门　` +
        `${hoursText(sum.credit)}学分　${hoursText(sum.hours)}学时`,
      { size: 11, weight: 'bold' },
    );
    document.table<PlanCell>(
      [
        { header: '课程编号', width: 13, value: (row) => row.courseBusinessCode },
        { header: '课程名称', width: 26, value: (row) => row.courseName },
        { header: '课程模块', width: 20, value: (row) => row.courseSystemName },
        { header: '属性', width: 8, align: 'center', value: (row) => row.courseAttributeName },
        { header: '学分', width: 7, align: 'right', value: (row) => row.credit },
        { header: '学时', width: 7, align: 'right', value: (row) => row.totalHour },
        { header: '考核', width: 7, align: 'center', value: (row) => row.examMethodName },
        { header: '开课单位', width: 18, value: (row) => row.openDepartmentName },
      ],
      ofTerm,
    );
  }
  return document;
}

/** The same as a workbook, with the hours of each type. */
export function planWorkbook(rows: readonly PlanCell[]): WorkbookContent<PlanCell> {
  const types = [...new Set(rows.flatMap(({ hours }) => hours.map(({ xsmc }) => xsmc)))];
  return {
    sheet: '执行计划明细',
    rows,
    columns: [
      { header: '学期序号', width: 10, kind: 'number', value: (row) => String(row.term) },
      { header: '学年学期', width: 14, value: (row) => row.semesterId },
      { header: '课程编号', width: 14, value: (row) => row.courseBusinessCode },
      { header: '课程名称', width: 28, value: (row) => row.courseName },
      { header: '课程模块', width: 24, value: (row) => row.courseSystemName },
      { header: '课程属性', width: 10, value: (row) => row.courseAttributeName },
      { header: '课程性质', width: 14, value: (row) => row.courseNatureName },
      { header: '学分', width: 8, kind: 'number', value: (row) => row.credit },
      { header: '总学时', width: 8, kind: 'number', value: (row) => row.totalHour },
      ...types.map((type): WorkbookColumn<PlanCell> => ({
        header: `${type}学时`,
        width: 10,
        kind: 'number',
        value: ({ hours }) => hours.find(({ xsmc }) => xsmc === type)?.xs ?? '',
      })),
      { header: '周学时', width: 8, kind: 'number', value: (row) => row.weekHours },
      { header: '起止周', width: 10, value: (row) => row.startEndWeek },
      { header: '考核方式', width: 10, value: (row) => row.examMethodName },
      { header: '专业方向', width: 16, value: (row) => row.directionName },
      { header: '开课单位', width: 20, value: (row) => row.openDepartmentName },
      { header: '专项', width: 8, value: (row) => (row.specialItemSign === yesNo.yes ? '是' : '') },
      { header: '来源', width: 10, value: (row) => planSourceNames[row.planSource] },
      { header: '状态', width: 10, value: (row) => planStatusNames[row.planStatus] },
      { header: '已开课', width: 8, value: (row) => (row.openStatus === yesNo.yes ? '是' : '') },
    ],
  };
}
