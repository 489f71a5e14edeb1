import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { scoreTypeNames, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { mapped, type Selection } from '../../kernel/selection.ts';
import type { ListContent } from '../../kernel/workbook.ts';
import { changeDetailRowOf, changeItemOf, type ChangeRow } from './score-change.read.ts';

interface Line {
  readonly change: ReturnType<typeof changeItemOf> & {
    departmentName: string;
    courseNum: string;
    courseCredit: number;
  };
  readonly student: ReturnType<typeof changeDetailRowOf>;
  readonly item: string;
  readonly before: string;
  readonly after: string;
}

/** One line for every changed value: item or remark, before and after. */
function linesOf(row: ChangeRow): Line[] {
  const change = {
    ...changeItemOf(row),
    departmentName: row.sheet.openDepartmentName,
    courseNum: row.sheet.courseNum,
    courseCredit: row.sheet.courseCredit,
  };
  const names = new Map(row.rules.items.map(({ dataKey, scoreSubItemName }) => [dataKey, scoreSubItemName]));
  return row.rows.flatMap((one) => {
    const student = changeDetailRowOf(one, row.rules, new Map());
    const cells = Object.entries(student.items).map(([dataKey, { before, after }]) => ({
      change,
      student,
      item: names.get(dataKey) ?? dataKey,
      before: before ?? '',
      after: after ?? '',
    }));
    return student.remarkName === student['remarkName!']
      ? cells
      : [...cells, { change, student, item: '成绩备注', before: student.remarkName, after: student['remarkName!'] }];
  });
}

/** Changes to audit as a workbook (SCORE-CHANGE-15). */
export function changeWorkbook(rows: Selection<ChangeRow>): ListContent<Line> {
  return {
    sheet: '成绩更改审核',
    rows: mapped(rows, linesOf),
    columns: [
      { header: '学年学期', width: 26, value: ({ change }) => change.semesterName },
      { header: '开课单位', width: 22, value: ({ change }) => change.departmentName },
      { header: '课程编号', width: 14, value: ({ change }) => change.courseNum },
      { header: '课程名称', width: 24, value: ({ change }) => change.courseName },
      { header: '学分', width: 8, kind: 'number', value: ({ change }) => formatDecimal(change.courseCredit, 1, 1) },
      { header: '教学班', width: 24, value: ({ change }) => change.teachingClassName },
      { header: '成绩类型', width: 12, value: ({ change }) => scoreTypeNames[change.scoreType as ScoreType] },
      { header: '学号', width: 16, value: ({ student }) => student.studentNumber },
      { header: '姓名', width: 12, value: ({ student }) => student.studentName },
      { header: '行政班', width: 16, value: ({ student }) => student.administrativeClassName },
      { header: '年级专业', width: 24, value: ({ student }) => student.gradeMajorName },
      { header: '更改项', width: 14, value: ({ item }) => item },
      { header: '更改前', width: 10, kind: 'number', value: ({ before }) => before },
      { header: '更改后', width: 10, kind: 'number', value: ({ after }) => after },
      { header: '总评更改前', width: 12, kind: 'number', value: ({ student }) => student.finalBefore },
      { header: '总评更改后', width: 12, kind: 'number', value: ({ student }) => student.finalAfter },
      { header: '更改原因', width: 40, value: ({ change }) => change.reason },
      { header: '申请人', width: 12, value: ({ change }) => change.applicantName },
      { header: '申请时间', width: 20, kind: 'time', value: ({ change }) => change.applyTime },
      { header: '状态', width: 12, value: ({ change }) => change.scoreChangeApplyStatusName },
      { header: '当前节点', width: 16, value: ({ change }) => change.currentNodeName },
    ],
  };
}
