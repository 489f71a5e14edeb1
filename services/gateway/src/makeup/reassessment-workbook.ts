import type { ReassessmentItem, ReassessmentKind } from '@jwxt/contracts/makeup/reassessment-approval.operations.ts';
import type { Selection } from '../kernel/selection.ts';
import type { ListContent, WorkbookColumn } from '../kernel/workbook.ts';

const columnsOf = (kind: ReassessmentKind): WorkbookColumn<ReassessmentItem>[] => [
  { header: kind === 'retakeApproval' ? '补考学期' : '学期', width: 26, value: (row) => row.makeupSemester },
  { header: '课程编号', width: 14, value: (row) => row.courseNum },
  { header: '课程名称', width: 28, value: (row) => row.courseName },
  { header: '学分', width: 8, value: (row) => row.courseCredit, kind: 'number' },
  { header: kind === 'retakeApproval' ? '补缓考班' : '重修班', width: 30, value: (row) => row.teachingClassName },
  { header: '开课单位', width: 20, value: (row) => row.openDepartmentName },
  ...(kind === 'retakeApproval'
    ? [{ header: '补缓考方式', width: 12, value: (row: ReassessmentItem) => row.makeupOptionName }]
    : []),
  { header: '人数', width: 8, value: (row) => row.coursePersonCount, kind: 'number' },
  { header: '及格人数', width: 10, value: (row) => row.passedNum, kind: 'number' },
  { header: '原成绩变动人数', width: 16, value: (row) => row.originOpenNum, kind: 'number' },
  { header: '任课教师', width: 18, value: (row) => row.teacherName },
  { header: '录入人', width: 12, value: (row) => row.importTeacher },
  { header: '录入开始时间', width: 20, kind: 'time', value: (row) => row.scoreTermInputBeginTime },
  { header: '录入截止时间', width: 20, kind: 'time', value: (row) => row.scoreTermInputEndTime },
  { header: '提交人', width: 12, value: (row) => row.applicantName },
  { header: '提交时间', width: 20, kind: 'time', value: (row) => row.applyTime },
  { header: '审批状态', width: 12, value: (row) => row.approvalBusinessStatusName },
  { header: '当前节点', width: 16, value: (row) => row.currentNodeName ?? '' },
];

/** A list of an approval as xlsx (MAKEUP-22). */
export function reassessmentWorkbook(
  kind: ReassessmentKind,
  sheet: string,
  rows: Selection<ReassessmentItem>,
): ListContent<ReassessmentItem> {
  return { sheet, columns: columnsOf(kind), rows };
}
