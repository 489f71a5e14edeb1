import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { formatDecimal } from '@jwxt/contracts/score/score-arithmetic.ts';
import type {
  CellValue,
  EntryWindow,
  ScoreChangeRow,
  ScoreSheetEvent,
  SheetRules,
  StudentRef,
} from '@jwxt/contracts/score/score-sheet.events.ts';
import { scoreTypeNames, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { because, line, type LogLine, type Tellers } from './log-line.ts';
import { itemText } from '@jwxt/contracts/score/score-arithmetic.ts';

const windowText = ({ begin, end }: EntryWindow): string => `${toDateTimeText(begin)} 至 ${toDateTimeText(end)}`;
const itemsText = ({ items }: SheetRules): string =>
  items
    .filter(({ enable }) => enable === 'true')
    .map(({ scoreSubItemName, scoreSubItemProportion }) => `${scoreSubItemName}${scoreSubItemProportion}%`)
    .join('＋');
const totalText = (final: number | null): string => (final === null ? '无总评' : `总评 ${formatDecimal(final, 2, 2)}`);
const totalValue = (final: number | null): string => (final === null ? '空' : formatDecimal(final, 2, 2));
const named = ({ studentCode, studentNumber, studentName }: StudentRef): StudentRef => ({
  studentCode,
  studentNumber,
  studentName,
});
const releaseNames = { effected: '更改已生效', notPassed: '更改未通过', recalled: '更改已撤回' } as const;
const causeNames = { returned: '退回', notPassed: '不通过', recalled: '撤回送审' } as const;

type CellRow = StudentRef & Pick<ScoreChangeRow, 'cells' | 'final'>;

function valueText(value: CellValue, dataKey: string, rules: SheetRules | null): string {
  if (value === null) return '空';
  const item = rules?.items.find((each) => each.dataKey === dataKey);
  return (
    (item && rules ? itemText(value, item, rules) : itemText(value, { scoreHierarchyCode: '' }, { listCode: [] })) ??
    '空'
  );
}

/** Each changed cell of a row: entered, corrected or emptied; the total it gives comes with the last. */
function cellLines(who: string, row: CellRow, rules: SheetRules | null, reason?: string): LogLine[] {
  return row.cells.map(({ dataKey, itemName, ...cell }, index) => {
    const [before, after] = [valueText(cell.before, dataKey, rules), valueText(cell.after, dataKey, rules)];
    const deed =
      cell.before === null
        ? `录入${row.studentName}的${itemName}：${after}`
        : cell.after === null
          ? `清空${row.studentName}的${itemName}（原为 ${before}）`
          : `将${row.studentName}的${itemName}由 ${before} 改为 ${after}`;
    const total =
      index === row.cells.length - 1 && row.final.before !== row.final.after ? `，${totalText(row.final.after)}` : '';
    return {
      sentence: `${who}${deed}${total}${because('代录原因', reason)}`,
      student: named(row),
      itemName,
      before,
      after,
      ...(reason ? { reason } : {}),
    };
  });
}

const remarkLine = (
  who: string,
  row: StudentRef & { beforeName: string; afterName: string },
  reason?: string,
): LogLine => ({
  sentence: `${who}将${row.studentName}的备注由“${row.beforeName}”改为“${row.afterName}”${because('原因', reason)}`,
  student: named(row),
  itemName: '备注',
  before: row.beforeName,
  after: row.afterName,
  ...(reason ? { reason } : {}),
});

/** The words of everything that happens to the sheet of a class. */
export const sheetTellers: Tellers<ScoreSheetEvent> = {
  SheetInitialised: {
    operation: '设置',
    tell: ({ scoreType, teachingClassName, courseName, rules, window, rows }, { who }) =>
      line(
        `${who}为${teachingClassName}（${courseName}）设置${scoreTypeNames[scoreType as ScoreType] ?? ''}成绩单：` +
          `${itemsText(rules)}，${rules.scoreHierarchyName}，录入时间 ${windowText(window)}${retakeText(rules)}` +
          `${rows?.length ? `，带入 ${rows.length} 名学生的原分项成绩` : ''}`,
      ),
  },
  InputTimeSet: {
    operation: '设置',
    tell: ({ before, after, reason }, { who }) =>
      line(`${who}将录入时间由 ${windowText(before)} 改为 ${windowText(after)}${because('原因', reason)}`, reason),
  },
  ImportTeacherSet: {
    operation: '设置',
    tell: ({ before, after, reason }, { who }) =>
      line(
        `${who}将录入教师由${before.gh === null ? '任课教师' : before.name}改为` +
          `${after.gh === null ? '任课教师' : after.name}${because('原因', reason)}`,
        reason,
      ),
  },
  ItemsSet: {
    operation: '设置',
    tell: ({ before, after, reason }, { who }) =>
      line(
        `${who}将成绩分项由 ${itemsText(before)} 改为 ${itemsText(after)}，各人总评随之重算${because('原因', reason)}`,
        reason,
      ),
  },
  HierarchySet: {
    operation: '设置',
    tell: ({ before, after, reason }, { who }) =>
      line(
        `${who}将等级制由${before.scoreHierarchyName}改为${after.scoreHierarchyName}${because('原因', reason)}`,
        reason,
      ),
  },
  DigitSet: {
    operation: '设置',
    tell: ({ before, after, reason }, { who }) =>
      line(`${who}将总评的小数位数由 ${before.digit} 改为 ${after.digit}${because('原因', reason)}`, reason),
  },
  TemplateSet: {
    operation: '设置',
    tell: ({ before, after, reason }, { who }) =>
      line(
        `${who}改用另一成绩模板：分项由 ${itemsText(before)}（${before.scoreHierarchyName}）改为 ` +
          `${itemsText(after)}（${after.scoreHierarchyName}）${because('原因', reason)}`,
        reason,
      ),
  },
  CellsEntered: {
    operation: '录入',
    tell: ({ rows, reason }, { who, rules }) => rows.flatMap((row) => cellLines(who, row, rules, reason)),
  },
  RemarkSet: {
    operation: '录入',
    tell: ({ rows, reason }, { who }) => rows.map((row) => remarkLine(who, row, reason)),
  },
  ScoresSubmitted: {
    operation: '提交',
    tell: ({ rows, figures, application, confirmed }, { who }) =>
      line(
        `${who}${application.round > 1 ? `第 ${application.round} 次` : ''}提交送审：${rows.length} 人，及格率 ` +
          `${formatDecimal(figures.passRate, 1, 1)}%，平均 ${formatDecimal(figures.mean, 2, 2)}` +
          `${confirmed?.length ? `；提交时确认：${confirmed.map(({ text }) => text).join('；')}` : ''}`,
      ),
  },
  ScoresReopened: {
    operation: '退回',
    tell: ({ cause, byName, nodeName, opinion }) =>
      line(
        `${byName}${nodeName === null ? '' : `（${nodeName}）`}${causeNames[cause]}，成绩单重新开放录入` +
          `${because(cause === 'recalled' ? '原因' : '意见', opinion)}`,
        opinion,
      ),
  },
  ScoresRolledBack: {
    operation: '退回',
    tell: ({ from, byName, reason, students }) =>
      line(
        from === '4'
          ? `${byName}退回已发布的成绩单，${students.length} 名学生的成绩撤销发布${because('原因', reason)}`
          : `${byName}退回送审中的成绩单${because('原因', reason)}`,
        reason,
      ),
  },
  ScoresForceSubmitted: {
    operation: '提交',
    tell: ({ byName, reason }) => line(`${byName}代任课教师强制提交送审${because('原因', reason)}`, reason),
  },
  ScoresApproved: {
    operation: '审核',
    tell: ({ rows, figures }) => line(`审批通过，${rows.length} 名学生的成绩发布（及格 ${figures.passedNum} 人）`),
  },
  ChangeReserved: {
    operation: '更改',
    tell: ({ applicantName, request }, { rules }) =>
      request
        ? request.rows.flatMap((row) =>
            changeWords(row, request.rules ?? rules).map((words): LogLine => ({
              sentence: `${applicantName}申请将${row.studentName}的${words}${because('原因', request.reason)}`,
              student: named(row),
              reason: request.reason,
            })),
          )
        : line(`${applicantName}申请更改成绩`),
  },
  ChangeReleased: {
    operation: '更改',
    tell: ({ outcome }) => line(`成绩更改申请结束：${releaseNames[outcome]}，成绩单可以再次申请更改`),
  },
  ScoreChangeApplied: {
    operation: '更改',
    tell: ({ rows, reason }, { rules }) =>
      rows.flatMap((row) =>
        changeWords(row, rules).map((words): LogLine => ({
          sentence:
            `更改申请通过，${row.studentName}的${words}，总评由 ${totalValue(row.final.before)} 变为 ` +
            `${totalValue(row.final.after)}${because('原因', reason)}`,
          student: named(row),
          reason,
        })),
      ),
  },
  RetakeOriginChanged: {
    operation: '更改',
    tell: (row, { rules }) => [
      {
        sentence: `${row.studentName}的原成绩${row.cause === 'restored' ? '与名单一致' : '已变动'}：${row.text}`,
        student: named(row),
      },
      ...cellLines('系统随原成绩', row, rules),
    ],
  },
  RetakeOriginKept: {
    operation: '设置',
    tell: (row) => [
      {
        sentence: `${row.byName}将${row.studentName}保留在名单中：${row.text}${because('原因', row.reason)}`,
        student: named(row),
        reason: row.reason,
      },
    ],
  },
  RetakeStudentRemoved: {
    operation: '设置',
    tell: (row) => [
      {
        sentence: `${row.byName ?? '系统'}将${row.studentName}移出名单：${row.text}${because('原因', row.reason)}`,
        student: named(row),
        ...(row.reason === '' ? {} : { reason: row.reason }),
      },
    ],
  },
};

/** What a change asks for of one student, a phrase for each value: 期末成绩由 58.0 改为 61.0. */
export function changeWords(
  { cells, remark }: Pick<ScoreChangeRow, 'cells' | 'remark'>,
  rules: SheetRules | null,
): string[] {
  return [
    ...cells.map(
      ({ dataKey, itemName, before, after }) =>
        `${itemName}由 ${valueText(before, dataKey, rules)} 改为 ${valueText(after, dataKey, rules)}`,
    ),
    ...(remark ? [`备注由“${remark.beforeName}”改为“${remark.afterName}”`] : []),
  ];
}

function retakeText({ retake }: SheetRules): string {
  if (!retake) return '';
  const option =
    retake.makeupAndDelayTemplateValue === null
      ? ''
      : retake.makeupAndDelayTemplateValue === '1'
        ? '，替代期末'
        : '，按 100% 计';
  return `${option}${retake.cap === null ? '' : `，及格后最高按 ${formatDecimal(retake.cap, 2, 0)} 分计`}`;
}
