import {
  because,
  line,
  studentOf,
  type LineContext,
  type LogLine,
  type MessageText,
  type Messages,
  type Wording,
} from '../kernel/event-words.ts';
import { toDateTimeText } from '../kernel/fields.ts';
import { formatDecimal } from '../kernel/number-text.ts';
import { itemText } from './score-arithmetic.ts';
import type { StudentRef } from '../kernel/student-ref.ts';
import type { CellValue, EntryWindow, ScoreChangeRow, ScoreSheetEvent, SheetRules } from './score-sheet.events.ts';
import { makeupOption, makeupTypeName, scoreTypeNames, sheetStatus, type ScoreType } from './score.vocabulary.ts';

const windowText = ({ begin, end }: EntryWindow): string => `${toDateTimeText(begin)} 至 ${toDateTimeText(end)}`;
const itemsText = ({ items }: SheetRules): string =>
  items
    .filter(({ enable }) => enable === 'true')
    .map(({ scoreSubItemName, scoreSubItemProportion }) => `${scoreSubItemName}${scoreSubItemProportion}%`)
    .join('＋');
const changed = (before: string | number, after: string | number): string => `${before} 改为 ${after}`;
const setUpText = (rules: SheetRules, window: EntryWindow): string =>
  `${itemsText(rules)}，${rules.scoreHierarchyName}，录入时间 ${windowText(window)}`;
const templateChange = (before: SheetRules, after: SheetRules): string =>
  `分项由 ${itemsText(before)}（${before.scoreHierarchyName}）改为 ${itemsText(after)}（${after.scoreHierarchyName}）`;
const entryTeacherText = ({ gh, name }: { readonly gh: string | null; readonly name: string }): string =>
  gh === null ? `任课教师${name === '' ? '' : `（${name}）`}` : name;
const remarkChange = ({ beforeName, afterName }: { readonly beforeName: string; readonly afterName: string }): string =>
  `备注由“${beforeName}”改为“${afterName}”`;
const totalText = (final: number | null): string => (final === null ? '无总评' : `总评 ${formatDecimal(final, 2, 2)}`);
const totalValue = (final: number | null): string => (final === null ? '空' : formatDecimal(final, 2, 2));
const releaseNames = { effected: '更改已生效', notPassed: '更改未通过', recalled: '更改已撤回' } as const;
const correctAgain = '请在录入时间内修改后重新送审。';
const causeNames = { returned: '退回', notPassed: '不通过', recalled: '撤回送审' } as const;

/** The rows of one student, or of everybody. */
const rowsOf = <Row extends StudentRef>(rows: readonly Row[], studentCode: string | undefined): readonly Row[] =>
  studentCode === undefined ? rows : rows.filter((row) => row.studentCode === studentCode);

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
      student: studentOf(row),
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
  sentence: `${who}将${row.studentName}的${remarkChange(row)}${because('原因', reason)}`,
  student: studentOf(row),
  itemName: '备注',
  before: row.beforeName,
  after: row.afterName,
  ...(reason ? { reason } : {}),
});

/** What an event changed of how a sheet is set up or where it stands, for the list of such changes (变更记录). */
interface SettingChange {
  readonly action: string;
  readonly detail: string;
}
/** Beside what every event says: what those say that the list of changes of a sheet is about. */
/** With the rules under which a grade's code has a name; null: none known. */
export interface ScoreLineContext extends LineContext {
  readonly rules: SheetRules | null;
}

type SheetWording = Wording<ScoreSheetEvent, ScoreLineContext> & {
  readonly [Type in ScoreSheetEvent['type']]: {
    setting?(data: Extract<ScoreSheetEvent, { type: Type }>['data']): SettingChange;
  };
};

/** Who asks for a change, and for whom. */
export const applicantWords = (name: string, onBehalfOf: string | undefined): string =>
  onBehalfOf === undefined ? name : `${name}代${onBehalfOf}`;

/** The words of everything that happens to the sheet of a class. */
export const sheetWording = {
  SheetInitialised: {
    operation: '设置',
    setting: ({ rules, window, importTeacher }) => ({
      action: '初始化',
      detail:
        `${itemsText(rules)}，${rules.scoreHierarchyName}，${rules.digit} 位小数，` +
        `录入时间 ${windowText(window)}；录入教师 ${importTeacher}`,
    }),
    lines: ({ scoreType, teachingClassName, courseName, rules, window, rows }, { who }) =>
      line(
        `${who}为${teachingClassName}（${courseName}）设置${scoreTypeNames[scoreType as ScoreType] ?? ''}成绩单：` +
          `${setUpText(rules, window)}${reassessmentText(rules)}` +
          `${rows?.length ? `，带入 ${rows.length} 名学生的原分项成绩` : ''}`,
      ),
  },
  InputTimeSet: {
    operation: '设置',
    setting: ({ before, after }) => ({
      action: '录入时间',
      detail: changed(windowText(before), windowText(after)),
    }),
    lines: ({ before, after, reason }, { who }) =>
      line(`${who}将录入时间由 ${changed(windowText(before), windowText(after))}${because('原因', reason)}`, reason),
  },
  ImportTeacherSet: {
    operation: '设置',
    setting: ({ before, after }) => ({
      action: '录入教师',
      detail: changed(entryTeacherText(before), entryTeacherText(after)),
    }),
    lines: ({ before, after, reason }, { who }) =>
      line(
        `${who}将录入教师由${entryTeacherText(before)}改为${entryTeacherText(after)}${because('原因', reason)}`,
        reason,
      ),
  },
  ItemsSet: {
    operation: '设置',
    heading: () => ({ label: '调整分项', title: '成绩分项调整，总评重算' }),
    setting: ({ before, after }) => ({ action: '成绩分项', detail: changed(itemsText(before), itemsText(after)) }),
    lines: ({ before, after, reason }, { who }) =>
      line(
        `${who}将成绩分项由 ${changed(itemsText(before), itemsText(after))}，各人总评随之重算` +
          `${because('原因', reason)}`,
        reason,
      ),
  },
  HierarchySet: {
    operation: '设置',
    heading: () => ({ label: '等级制', title: '等级制更改' }),
    setting: ({ before, after }) => ({
      action: '等级制',
      detail: changed(before.scoreHierarchyName, after.scoreHierarchyName),
    }),
    lines: ({ before, after, reason }, { who }) =>
      line(
        `${who}将等级制由${before.scoreHierarchyName}改为${after.scoreHierarchyName}${because('原因', reason)}`,
        reason,
      ),
  },
  DigitSet: {
    operation: '设置',
    heading: () => ({ label: '小数位', title: '总评小数位数更改' }),
    setting: ({ before, after }) => ({ action: '小数位数', detail: changed(before.digit, after.digit) }),
    lines: ({ before, after, reason }, { who }) =>
      line(`${who}将总评的小数位数由 ${changed(before.digit, after.digit)}${because('原因', reason)}`, reason),
  },
  TemplateSet: {
    operation: '设置',
    heading: () => ({ label: '更换模板', title: '成绩模板更换，总评重算' }),
    setting: ({ before, after }) => ({
      action: '成绩模板',
      detail: `${templateChange(before, after)}，${after.digit} 位小数`,
    }),
    lines: ({ before, after, reason }, { who }) =>
      line(`${who}改用另一成绩模板：${templateChange(before, after)}${because('原因', reason)}`, reason),
  },
  CellsEntered: {
    operation: '录入',
    heading: ({ rows, reason }, { studentCode }) => {
      const cells = rowsOf(rows, studentCode).flatMap((row) => row.cells);
      const names = cells.map(({ itemName }) => itemName).join('、');
      if (reason !== undefined) return { label: '代录', title: `代录${names}${because('原因', reason)}` };
      return cells.some(({ before }) => before !== null)
        ? { label: '改分', title: `修改${names}` }
        : { label: '录入', title: `录入${names}` };
    },
    lines: ({ rows, reason }, { who, rules }) => rows.flatMap((row) => cellLines(who, row, rules, reason)),
  },
  RemarkSet: {
    operation: '录入',
    heading: ({ rows, reason }, { studentCode }) => ({
      label: '备注',
      title: rowsOf(rows, studentCode).map(remarkChange).join('；') + because('原因', reason),
    }),
    lines: ({ rows, reason }, { who }) => rows.map((row) => remarkLine(who, row, reason)),
  },
  ScoresSubmitted: {
    operation: '提交',
    heading: ({ application }) =>
      application.round > 1 ? { label: '重送', title: '重新提交送审' } : { label: '送审', title: '提交送审' },
    lines: ({ rows, figures, application, confirmed }, { who }) =>
      line(
        `${who}${application.round > 1 ? `第 ${application.round} 次` : ''}提交送审：${rows.length} 人，及格率 ` +
          `${formatDecimal(figures.passRate, 1, 1)}%，平均 ${formatDecimal(figures.mean, 2, 2)}` +
          `${confirmed?.length ? `；提交时确认：${confirmed.map(({ text }) => text).join('；')}` : ''}`,
      ),
  },
  ScoresReopened: {
    operation: '退回',
    lines: ({ cause, byName, nodeName, opinion }) =>
      line(
        `${byName}${nodeName === null ? '' : `（${nodeName}）`}${causeNames[cause]}，成绩单重新开放录入` +
          `${because(cause === 'recalled' ? '原因' : '意见', opinion)}`,
        opinion,
      ),
  },
  ScoresRolledBack: {
    operation: '退回',
    heading: ({ from }) => ({
      label: '退回',
      title: from === sheetStatus.published ? '教务处退回，成绩撤销发布' : '教务处退回送审',
    }),
    setting: ({ from, students }) => ({
      action: '退回',
      detail: from === sheetStatus.published ? `撤销已发布的成绩，涉及 ${students.length} 名学生` : '退回送审中的成绩',
    }),
    lines: ({ from, byName, reason, students }) =>
      line(
        from === sheetStatus.published
          ? `${byName}退回已发布的成绩单，${students.length} 名学生的成绩撤销发布${because('原因', reason)}`
          : `${byName}退回送审中的成绩单${because('原因', reason)}`,
        reason,
      ),
  },
  ScoresForceSubmitted: {
    operation: '提交',
    heading: ({ byName }) => ({ label: '强制提交', title: `${byName}强制提交送审` }),
    setting: () => ({ action: '强制提交', detail: '代任课教师提交送审' }),
    lines: ({ byName, reason }) => line(`${byName}代任课教师强制提交送审${because('原因', reason)}`, reason),
  },
  ScoresApproved: {
    operation: '审核',
    heading: (_data, { passedNode = '审核' }) => ({ label: '发布', title: `${passedNode}通过，成绩发布` }),
    lines: ({ rows, figures }) => line(`审批通过，${rows.length} 名学生的成绩发布（及格 ${figures.passedNum} 人）`),
  },
  ChangeReserved: {
    operation: '更改',
    heading: () => ({ label: '申请更改', title: '申请更改成绩' }),
    lines: ({ applicantName, request }, { rules }) =>
      request
        ? request.rows.flatMap((row) =>
            changeWords(row, request.rules ?? rules).map((words): LogLine => ({
              sentence:
                `${applicantWords(applicantName, request.onBehalfOf)}申请将${row.studentName}的${words}` +
                because('原因', request.reason),
              student: studentOf(row),
              reason: request.reason,
            })),
          )
        : line(`${applicantName}申请更改成绩`),
  },
  ChangeReleased: {
    operation: '更改',
    lines: ({ outcome }) => line(`成绩更改申请结束：${releaseNames[outcome]}，可以再次申请更改`),
  },
  ScoreChangeApplied: {
    operation: '更改',
    heading: (_data, { passedNode = '更改审批' }) => ({
      label: '更改生效',
      title: `${passedNode}通过，更改生效`,
    }),
    lines: ({ rows, reason }, { rules }) =>
      rows.flatMap((row) =>
        changeWords(row, rules).map((words): LogLine => ({
          sentence:
            `更改申请通过，${row.studentName}的${words}，总评由 ${totalValue(row.final.before)} 变为 ` +
            `${totalValue(row.final.after)}${because('原因', reason)}`,
          student: studentOf(row),
          reason,
        })),
      ),
  },
  RetakeOriginChanged: {
    operation: '更改',
    lines: (row, { rules }) => [
      {
        sentence: `${row.studentName}的原成绩${row.cause === 'restored' ? '与名单一致' : '已变动'}：${row.text}`,
        student: studentOf(row),
      },
      ...cellLines('系统随原成绩', row, rules),
    ],
  },
  RetakeOriginKept: {
    operation: '设置',
    lines: (row) => [
      {
        sentence: `${row.byName}将${row.studentName}保留在名单中：${row.text}${because('原因', row.reason)}`,
        student: studentOf(row),
        reason: row.reason,
      },
    ],
  },
  RetakeStudentRemoved: {
    operation: '设置',
    lines: (row) => [
      {
        sentence: `${row.byName ?? '系统'}将${row.studentName}移出名单：${row.text}${because('原因', row.reason)}`,
        student: studentOf(row),
        ...(row.reason === '' ? {} : { reason: row.reason }),
      },
    ],
  },
  RetakeStudentRestored: {
    operation: '设置',
    lines: (row, { rules }) => [
      { sentence: `系统将${row.studentName}放回名单：${row.text}`, student: studentOf(row) },
      ...cellLines('系统随原成绩', row, rules),
    ],
  },
  RetakeStudentAdded: {
    operation: '设置',
    lines: (row, { rules }) => [
      {
        sentence:
          `${row.byName}将${row.studentName}加入名单（${makeupTypeName(row.makeupType)}）` +
          because('原因', row.reason),
        student: studentOf(row),
        reason: row.reason,
      },
      ...cellLines('系统随原成绩', row, rules),
    ],
  },
  SheetWithdrawn: {
    operation: '设置',
    lines: ({ byName, reason }) => [
      { sentence: `${byName}解除名单锁定，成绩单撤销${because('原因', reason)}`, reason },
    ],
  },
} as const satisfies SheetWording;

/** What an event changed of the settings of its sheet, in words; null when nothing. */
export function settingChangeOf({ type, data }: ScoreSheetEvent): SettingChange | null {
  const { setting } = sheetWording[type] as { setting?(data: ScoreSheetEvent['data']): SettingChange };
  return setting ? setting(data) : null;
}

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
    ...(remark ? [remarkChange(remark)] : []),
  ];
}

function reassessmentText({ retake }: SheetRules): string {
  if (!retake) return '';
  const option =
    retake.makeupAndDelayTemplateValue === null
      ? ''
      : retake.makeupAndDelayTemplateValue === makeupOption.replacesExam
        ? '，替代期末'
        : '，按 100% 计';
  return `${option}${retake.cap === null ? '' : `，及格后最高按 ${formatDecimal(retake.cap, 2, 0)} 分计`}`;
}

/** What a message says that it is about: the sheet (“高等数学 1班”), and who did what it tells of. */
export interface SheetSubject {
  readonly about: string;
  readonly actorName: string;
}

/** What the teachers of a sheet are sent. */
export const sheetMessages = {
  ScoresRolledBack: ({ from, byName, reason }, { about }) => ({
    title: from === sheetStatus.published ? '已发布的成绩被撤回' : '成绩已被退回',
    content:
      (from === sheetStatus.published ? `${byName}撤回了${about}已发布的成绩` : `${byName}退回了${about}送审中的成绩`) +
      `${because('原因', reason)}。${correctAgain}`,
  }),
  ScoresForceSubmitted: ({ byName, reason }, { about }) => ({
    title: '成绩已被代为送审',
    content: `${about}的录入已截止，${byName}已代为送审${because('原因', reason)}。`,
  }),
  InputTimeSet: ({ before, after, reason }, { about }) => ({
    title: after.end > before.end ? '成绩录入时间已延长' : '成绩录入时间已调整',
    content: `${about}的成绩录入时间改为 ${windowText(after)}${because('原因', reason)}。`,
  }),
  /** To who was named, and to who typed before or might have. */
  ImportTeacherSet: ({ after: { gh, name }, reason }, { about, actorName }) => ({
    named: {
      title: '请您录入成绩',
      content: `${actorName}指定由${gh === null ? '任课教师' : '您'}录入${about}的成绩${because('原因', reason)}。`,
    },
    others: {
      title: '成绩录入教师已变更',
      content: `${about}的成绩改由${gh === null ? '任课教师' : `${name}老师`}录入${because('原因', reason)}。`,
    },
  }),
  /** Typed for them; `reason` says why, and is there only then. */
  CellsEntered: ({ reason }, { about, actorName }) => ({
    title: '成绩已被代为录入',
    content: `${actorName}代为录入${about}的成绩${because('原因', reason)}。请打开成绩单核对。`,
  }),
  /** Asked for on their behalf. */
  ChangeReserved: ({ request }, { about, actorName }) => ({
    title: '已代您申请成绩更改',
    content:
      `${actorName}代${request?.onBehalfOf ?? ''}申请更改${about}中 ${request?.rows.length ?? 0} 名学生的成绩` +
      `${because('原因', request?.reason)}。审批通过后生效。`,
  }),
  ScoresReopened: ({ byName, opinion }, { about }) => ({
    title: '成绩已被退回',
    content: `${byName}退回了${about}的成绩${because('意见', opinion)}。${correctAgain}`,
  }),
  /** Of published make-up scores alone. */
  RetakeOriginChanged: ({ cause, studentName, text }, { about }) => ({
    title: cause === 'lowered' ? '补考成绩按更正后的原成绩不及格，请处理' : '补考成绩随原成绩变动',
    content:
      cause === 'lowered'
        ? `${about}${studentName}的${text}。已公布的成绩未变，由教务处决定保留或重新计算。`
        : `${about}${studentName}的${text}，补考成绩已据此重新计算。`,
  }),
} as const satisfies Messages<ScoreSheetEvent, SheetSubject>;

/** One value of a person that is another now, as it is read. */
export interface ReplacedValue {
  readonly studentCode: string;
  readonly studentName: string;
  readonly itemName: string;
  readonly before: string;
  readonly after: string;
}

/** How many values a message names; of more it tells the number. */
const namedAtMost = 3;

/** What a teacher is sent whose values on a sheet (“高等数学 1班”) somebody else replaced (CellsEntered, RemarkSet). */
export function replacedMessage(byName: string, about: string, replaced: readonly ReplacedValue[]): MessageText {
  const named = replaced
    .slice(0, namedAtMost)
    .map(({ studentName, itemName, before, after }) => `${studentName}的${itemName}由 ${before} 改为 ${after}`)
    .join('；');
  const students = new Set(replaced.map(({ studentCode }) => studentCode)).size;
  return {
    title: '您录入的成绩已被修改',
    content:
      replaced.length <= namedAtMost
        ? `${byName}修改了您在${about}录入的成绩：${named}。`
        : `${byName}修改了您在${about}录入的 ${students} 名学生的 ${replaced.length} 项成绩，其中：${named}。`,
  };
}
