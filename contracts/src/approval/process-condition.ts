import { isProcess, type ProcessNo, type ScopeRule } from './approval.vocabulary.ts';
import type { NodeCondition } from './process-definition.ts';

/**
 * How the value of a condition is given: `percent` and `points` as people write them, stored in tenths and hundredths.
 */
export type FigureKind = 'percent' | 'points' | 'yesNo' | 'remark';

interface Figure {
  readonly label: string;
  readonly kind: FigureKind;
}

/** Figures of contents that a node's condition may ask for. */
export const figures = {
  failRate: { label: '不及格率', kind: 'percent' },
  passRate: { label: '及格率', kind: 'percent' },
  excellentRate: { label: '优秀率', kind: 'percent' },
  hasRemark: { label: '有成绩备注', kind: 'remark' },
  maxChange: { label: '最大改动分数', kind: 'points' },
  failToPass: { label: '由不及格改为及格', kind: 'yesNo' },
  byStudent: { label: '学生本人申请', kind: 'yesNo' },
  creditChanged: { label: '学分变化', kind: 'yesNo' },
  longLeave: { label: '请假超过辅导员可批天数', kind: 'yesNo' },
  hasAdviser: { label: '班级有辅导员或班主任', kind: 'yesNo' },
  severePunishment: { label: '留校察看或开除学籍', kind: 'yesNo' },
  otherUnit: { label: '转入其他院系', kind: 'yesNo' },
  officeDecides: { label: '须教务处审核的异动', kind: 'yesNo' },
  schoolDecides: { label: '须学校决定的异动', kind: 'yesNo' },
  keyField: { label: '变更姓名、证件号、民族、出生日期等关键信息', kind: 'yesNo' },
} as const satisfies Record<string, Figure>;
export type FigureName = keyof typeof figures;

/** Whether there is such a figure. */
export const isFigure = (field: string): field is FigureName => Object.hasOwn(figures, field);

interface ProcessFacts {
  readonly figures: readonly FigureName[];
  readonly units: readonly ScopeRule[];
}

const sheet: ProcessFacts = {
  figures: ['failRate', 'passRate', 'excellentRate', 'hasRemark'],
  units: ['KKDW', 'SQDW', 'XX'],
};
const ofStudent: ProcessFacts = { figures: ['byStudent'], units: ['XSDW', 'KKDW', 'SQDW', 'XX'] };

/** What the contents of each process bring with them: figures for conditions, and units for the scope of nodes. */
const processFacts: Readonly<Record<ProcessNo, ProcessFacts>> = {
  ZYPYFA: { figures: [], units: ['KKDW', 'SQDW', 'XX'] },
  NJZYSP: { figures: [], units: ['KKDW', 'SQDW', 'XX'] },
  ZXJHTZ: { figures: ['creditChanged'], units: ['KKDW', 'SQDW', 'XX'] },
  XSXXHD: { figures: ['keyField'], units: ['XSDW', 'SQDW', 'XX'] },
  ZYFLSP: { figures: [], units: ['KKDW', 'SQDW', 'XX'] },
  ZZYSQ: { figures: ['byStudent'], units: ['XSDW', 'JSDW', 'SQDW', 'XX'] },
  XJYDSQ: {
    figures: ['byStudent', 'otherUnit', 'officeDecides', 'schoolDecides'],
    units: ['XSDW', 'JSDW', 'SQDW', 'XX'],
  },
  GRPYFA: { figures: ['byStudent'], units: ['XSDW', 'SQDW', 'XX'] },
  GRKCJH: { figures: ['byStudent'], units: ['XSDW', 'SQDW', 'XX'] },
  ZXBGSQ: ofStudent,
  KCTDSQ: { figures: [], units: ['XSDW', 'SQDW', 'XX'] },
  ZKCJSP: sheet,
  BHKCJSP: sheet,
  CXCJSP: sheet,
  XTWCJRDSH: ofStudent,
  XWCJRDSH: ofStudent,
  XTNCJRDSH: ofStudent,
  CJXGSP: { figures: ['maxChange', 'failToPass'], units: ['KKDW', 'SQDW', 'XX'] },
  GXKSQ: { figures: [], units: ['SQDW', 'KKDW', 'XX'] },
  TTKSQ: { figures: [], units: ['KKDW', 'SQDW', 'XX'] },
  HKSQ: ofStudent,
  ZXSQ: ofStudent,
  BXSQ: ofStudent,
  KCSBSQ: ofStudent,
  JHSSQ: ofStudent,
  CXBM: ofStudent,
  CJZX: ofStudent,
  CJJFSQ: ofStudent,
  JCSP: ofStudent,
  CFSP: { figures: ['severePunishment'], units: ['XSDW', 'SQDW', 'XX'] },
  QJXJ: { figures: ['byStudent', 'hasAdviser', 'longLeave'], units: ['XZB', 'XSDW', 'SQDW', 'XX'] },
};

/** What the contents of a process bring with them. */
export function factsOfProcess(processNo: string): ProcessFacts {
  return isProcess(processNo) ? processFacts[processNo] : { figures: [], units: ['XX'] };
}

const scale: Readonly<Record<FigureKind, number>> = { percent: 10, points: 100, yesNo: 1, remark: 1 };
/** Operators that a kind of figure knows. */
export const operatorsOf: Readonly<Record<FigureKind, readonly NodeCondition['operator'][]>> = {
  percent: ['>', '>='],
  points: ['>', '>='],
  yesNo: ['='],
  remark: ['includes'],
};
export const operatorNames = { '>': '大于', '>=': '达到', '=': '为', includes: '包含' } as const satisfies Record<
  NodeCondition['operator'],
  string
>;

/** A condition's number as people write it. */
export function shownNumber({ field, value }: Pick<NodeCondition, 'field' | 'value'>): number {
  return Number(value) / (isFigure(field) ? scale[figures[field].kind] : 1);
}

/** The stored number of what somebody wrote. */
export function storedNumber(field: FigureName, written: number): number {
  return Math.round(written * scale[figures[field].kind]);
}

/** A condition in words, as the log gives it for a node that was passed over. `remarks`: names of remark codes. */
export function conditionText(
  { field, operator, value }: Omit<NodeCondition, 'text'>,
  remarks: ReadonlyMap<string, string> = new Map(),
): string {
  if (!isFigure(field)) return field;
  const { label, kind } = figures[field];
  switch (kind) {
    case 'yesNo':
      return value === false ? `不是“${label}”` : label;
    case 'remark':
      return `有${remarks.get(String(value)) ?? String(value)}备注`;
    default: {
      const number = shownNumber({ field, value });
      const written = kind === 'percent' ? `${number}%` : `${number}分`;
      return `${label}${operator === '>' ? '超过' : '达到'}${written}`;
    }
  }
}

/** What is wrong with a condition in a process; null when nothing is. */
export function conditionProblem(processNo: string, { field, operator, value }: NodeCondition): string | null {
  if (!isFigure(field) || !factsOfProcess(processNo).figures.includes(field))
    return `该流程的申请没有“${isFigure(field) ? figures[field].label : field}”`;
  const { label, kind } = figures[field];
  if (!operatorsOf[kind].includes(operator)) return `“${label}”不能用“${operatorNames[operator]}”比较`;
  const fits =
    kind === 'yesNo'
      ? typeof value === 'boolean'
      : kind === 'remark'
        ? typeof value === 'string' && value !== ''
        : typeof value === 'number' && Number.isFinite(value) && value >= 0 && (kind !== 'percent' || value <= 1000);
  return fits ? null : `“${label}”的值不正确`;
}
