import { businessStatusNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { recognitionKinds, type RecognitionKind } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { mapped, type Selection } from '../kernel/selection.ts';
import type { ColumnKind, ListContent, WorkbookColumn } from '../kernel/workbook.ts';
import type { RecognitionRow } from './recognition.read.ts';

type Pair = RecognitionRow['relate_list'][number];
/**
 * One line of the audit table: an outside score and an in-plan course of the same group side by side, as the detail
 * shows them.
 */
interface Line {
  readonly row: RecognitionRow;
  readonly group: number;
  readonly outside: Pair['outSideList'][number] | undefined;
  readonly inside: Pair['inSideList'][number] | undefined;
  readonly reason: string;
}

const column = (
  header: string,
  width: number,
  value: (line: Line) => string | null,
  kind?: ColumnKind,
): WorkbookColumn<Line> => ({ header, width, value, ...(kind ? { kind } : {}) });
const credit = (tenths: number | undefined): string | null =>
  tenths === undefined ? null : formatDecimal(tenths, 1, 1);

const subject: readonly WorkbookColumn<Line>[] = [
  column('学号', 14, ({ row }) => row.student_number),
  column('姓名', 10, ({ row }) => row.student_name),
  column('院系', 20, ({ row }) => row.department_name),
  column('班级', 14, ({ row }) => row.student_class_name),
  column('申请人', 10, ({ row }) => row.applicant_name),
  column('申请时间', 20, ({ row }) => toDateTimeText(row.apply_time), 'time'),
  column('组', 5, ({ group }) => String(group), 'number'),
];
const outsideColumns = (kind: RecognitionKind): readonly WorkbookColumn<Line>[] => [
  ...(kind === 'outSchool'
    ? [
        column('校外学校', 20, ({ outside }) => outside?.outSchoolName ?? null),
        column('成绩来源', 16, ({ outside }) => outside?.outSchoolScoreTypeName ?? null),
      ]
    : []),
  column('原学期', 14, ({ outside }) => outside?.outSemesterId ?? null),
  column('原课程编号', 14, ({ outside }) => outside?.courseNum ?? outside?.outCourseCode ?? null),
  column('原课程名称', 24, ({ outside }) => outside?.outCourseName ?? null),
  column('原学分', 8, ({ outside }) => credit(outside?.outCourseCredit), 'number'),
  column('原成绩', 10, ({ outside }) => outside?.outScoreCognizanceFinalValue ?? null, 'number'),
];
const insideColumns: readonly WorkbookColumn<Line>[] = [
  column('认定学期', 14, ({ inside }) => inside?.semesterId ?? null),
  column('认定课程编号', 14, ({ inside }) => inside?.courseNum ?? null),
  column('认定课程名称', 24, ({ inside }) => inside?.courseName ?? null),
  column('课程性质', 12, ({ inside }) => inside?.courseNatureName ?? null),
  column('认定学分', 9, ({ inside }) => credit(inside?.courseCredit), 'number'),
  column(
    '认定成绩',
    10,
    ({ inside }) => (inside ? formatDecimal(inside.scoreCognizanceFinalValue, 2, 1) : null),
    'number',
  ),
  column('等级', 8, ({ inside }) => inside?.scoreValueStr ?? null),
];
const outcome: readonly WorkbookColumn<Line>[] = [
  column('学分不足说明', 20, ({ reason }) => reason),
  column('备注', 30, ({ row }) => row.remark),
  column('审批状态', 10, ({ row }) => businessStatusNames[row.status]),
  column('当前节点', 14, ({ row }) => row.current_node_name),
  column('审批意见', 24, ({ row }) => row.opinion),
];

/** The audit list as xlsx: a line for each outside score and in-plan course (RECOGNITION-25). */
export function recognitionWorkbook(kind: RecognitionKind, rows: Selection<RecognitionRow>): ListContent<Line> {
  return {
    sheet: `${recognitionKinds[kind].name}审核`,
    columns: [...subject, ...outsideColumns(kind), ...insideColumns, ...outcome],
    rows: mapped(rows, linesOf),
  };
}

function linesOf(row: RecognitionRow): Line[] {
  return row.relate_list.flatMap(({ outSideList, inSideList, creditShortReason }, index) =>
    Array.from({ length: Math.max(outSideList.length, inSideList.length) }, (_, at): Line => ({
      row,
      group: index + 1,
      outside: outSideList[at],
      inside: inSideList[at],
      reason: creditShortReason ?? '',
    })),
  );
}
