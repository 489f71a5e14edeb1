import type { ItemSetting } from '@jwxt/contracts/exam-set/exam-set.command.ts';
import {
  batchAdjustment,
  batchHierarchyUpdate,
  batchRollback,
  forceBatchSubmit,
  hierarchySet,
  inputTimeUpdate,
  quickSet,
  scoreRollback,
  subItemBatch,
  teacherSet,
  timeSet,
  adjusted,
  type teachingClassDetail,
} from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import type { Operation, OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { scoreType, sheetStatus, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';

/** What a dialog sets. */
export type SettingKind =
  | 'quick'
  | 'window'
  | 'extend'
  | 'teacher'
  | 'digit'
  | 'template'
  | 'hierarchy'
  | 'items'
  | 'rollback'
  | 'force';

/** A class with its settings. */
export type ExamSetDetail = OutputOf<typeof teachingClassDetail>;
/** Which class, and of which of its scores. */
export type ExamSetKey = { teachingClassId: string; status: '1'; semesterId: string; scoreType: ScoreType };

/** Settings are open until the scores are handed in. */
export const isOpen = (detail: Pick<ExamSetDetail, 'sheetStatus'>): boolean =>
  detail.sheetStatus === sheetStatus.set || detail.sheetStatus === sheetStatus.entering;

/** Kinds that change by which rules a sheet counts. */
const ofRules: readonly SettingKind[] = ['quick', 'digit', 'template', 'hierarchy', 'items'];

/** Whether a kind can be set on sheets of a score type: a make-up counts by the rules of the original score. */
export function isSettable(kind: SettingKind, type: ScoreType): boolean {
  return type === scoreType.regular || type === scoreType.retake || !ofRules.includes(kind);
}

/** Whether a kind asks for a reason: what takes something from teachers, and all that changes about a closed list. */
export function needsReason(kind: SettingKind, type: ScoreType): boolean {
  return type !== scoreType.regular || settingLooks[kind].needsReason === true;
}

/** An item as it is typed: a proportion may be empty, or `NaN` while it is no whole number of the range. */
export type ItemDraft = Omit<ItemSetting, 'scoreSubItemProportion'> & { scoreSubItemProportion: number | '' };
/** Everything that the dialogs may hold. */
export interface SettingDraft {
  readonly scoreTemplateId: string | null;
  readonly digit: string | null;
  readonly begin: string | null;
  readonly end: string | null;
  readonly teacher: readonly { gh: string; xm: string }[];
  readonly hierarchy: string | null;
  readonly items: readonly ItemDraft[];
  readonly reason: string;
}
export const emptySetting: SettingDraft = {
  scoreTemplateId: null,
  digit: null,
  begin: null,
  end: null,
  teacher: [],
  hierarchy: null,
  items: [],
  reason: '',
};

interface Look {
  readonly title: string;
  readonly danger?: true;
  readonly needsReason?: true;
  readonly single?: Operation;
  readonly batch: Operation;
  readonly about: (count: number) => string;
}
/** Title, calls and consequence of each kind: `single` sets one class, `batch` many. */
export const settingLooks: Record<SettingKind, Look> = {
  quick: {
    title: '快捷设置',
    batch: quickSet,
    about: (count) =>
      `为 ${String(count)} 个教学班统一设置模板、小数位数和录入时间；未设置的教学班同时完成初始化。留空的项目不改动。`,
  },
  window: {
    title: '设置录入时间',
    single: timeSet,
    batch: batchAdjustment,
    about: (count) => `调整 ${String(count)} 个教学班的录入时间，审核中和已审核的成绩单不受影响。`,
  },
  extend: {
    title: '延长录入时间',
    needsReason: true,
    single: inputTimeUpdate,
    batch: inputTimeUpdate,
    about: () => '教师可以录入到新的截止时间。',
  },
  teacher: {
    title: '设置录入教师',
    single: teacherSet,
    batch: batchAdjustment,
    about: () => '指定后由该教师一人录入；不选择教师则恢复为本班任课教师录入。',
  },
  digit: {
    title: '调整小数位数',
    batch: batchAdjustment,
    about: (count) => `调整 ${String(count)} 个教学班总评的显示位数，不改变已录入的成绩。`,
  },
  template: {
    title: '更换成绩模板',
    batch: batchAdjustment,
    about: () => '分项、等级制和小数位数按模板重新设置；已有成绩录入的教学班不能更换。',
  },
  hierarchy: {
    title: '设置等级制',
    single: hierarchySet,
    batch: batchHierarchyUpdate,
    about: () => '总评按等级制的分数段显示；已有成绩录入的教学班不能更换。',
  },
  items: {
    title: '设置成绩分项',
    batch: subItemBatch,
    about: () => '启用的分项比例合计应为100%。已有成绩时，总评按新的比例重新计算，被删除分项的成绩保留在历史中。',
  },
  rollback: {
    title: '成绩退回',
    danger: true,
    needsReason: true,
    single: scoreRollback,
    batch: batchRollback,
    about: (count) =>
      `${String(count)} 个教学班的成绩退回给任课教师：送审中的审批随之结束；已发布的成绩将撤销，学生不再看到。`,
  },
  force: {
    title: '强制提交',
    danger: true,
    needsReason: true,
    batch: forceBatchSubmit,
    about: (count) =>
      `代 ${String(count)} 个教学班提交送审：仅限录入已截止、全部录完的教学班，您本人不能再审批这些成绩。`,
  },
};

/** Sum of the proportions that count, and what is missing or too much; null when it is whole. */
export function itemsSum(items: readonly ItemDraft[]): { sum: number; difference: string | null } {
  const sum = items
    .filter((item) => item.enable === 'true')
    .reduce((total, item) => total + (item.scoreSubItemProportion || 0), 0);
  return {
    sum,
    difference: sum === 100 ? null : sum < 100 ? `还差${String(100 - sum)}%` : `超出${String(sum - 100)}%`,
  };
}

export type SettingErrors = Partial<Record<keyof SettingDraft, string>>;

/** What is missing before it can be sent. */
export function settingErrors(kind: SettingKind, draft: SettingDraft, type: ScoreType): SettingErrors {
  const errors: { -readonly [K in keyof SettingErrors]: SettingErrors[K] } = {};
  const windowKind = kind === 'window' || (kind === 'quick' && (draft.begin !== null || draft.end !== null));
  if (windowKind && draft.begin === null) errors.begin = '请选择开始时间';
  if ((windowKind || kind === 'extend') && draft.end === null) errors.end = '请选择截止时间';
  if (windowKind && draft.begin !== null && draft.end !== null && draft.end <= draft.begin)
    errors.end = '录入截止时间应晚于开始时间';
  if (kind === 'quick' && draft.scoreTemplateId === null && draft.digit === null && !windowKind)
    errors.scoreTemplateId = '请至少填写一项要调整的内容';
  if (kind === 'digit' && draft.digit === null) errors.digit = '请选择小数位数';
  if (kind === 'template' && draft.scoreTemplateId === null) errors.scoreTemplateId = '请选择成绩模板';
  if (kind === 'hierarchy' && draft.hierarchy === null) errors.hierarchy = '请选择等级制';
  if (kind === 'items') {
    const { sum, difference } = itemsSum(draft.items);
    if (draft.items.some((item) => item.scoreSubItemName.trim() === '')) errors.items = '分项名称必填';
    else if (draft.items.some((item) => item.scoreSubItemProportion === '')) errors.items = '分项比例必填';
    else if (draft.items.some((item) => Number.isNaN(item.scoreSubItemProportion)))
      errors.items = '分项比例应为0至100的整数，且在允许的范围内';
    else if (difference !== null) errors.items = `分项比例合计为${String(sum)}%，${difference}`;
  }
  if (needsReason(kind, type) && draft.reason.trim() === '') errors.reason = '请输入原因';
  return errors;
}

/** Whose sheets are set: classes of one semester and score type. */
export interface SetClasses {
  readonly semesterId: string;
  readonly scoreType: ScoreType;
  readonly teachingClassIds: readonly string[];
}

/** The call and its input. Fields that every call carries come first (EXAM-SET-02). */
export function settingCall(
  kind: SettingKind,
  draft: SettingDraft,
  { semesterId, scoreType, teachingClassIds }: SetClasses,
  one: boolean,
): { operation: Operation; input: Record<string, unknown> } {
  const look = settingLooks[kind];
  const single = one ? look.single : undefined;
  const common = { status: '1', semesterId, scoreType, reason: draft.reason.trim() };
  const input = single
    ? { ...common, teachingClassId: teachingClassIds[0] ?? '' }
    : { ...common, teachingClassId: '', teachingClassIds: [...teachingClassIds] };
  return { operation: single ?? look.batch, input: { ...input, ...pieces(kind, draft, single !== undefined) } };
}

function pieces(kind: SettingKind, draft: SettingDraft, single: boolean): Record<string, unknown> {
  const times =
    draft.begin === null || draft.end === null
      ? {}
      : { scoreTermInputBeginTime: draft.begin, scoreTermInputEndTime: draft.end };
  const template = draft.scoreTemplateId === null ? {} : { scoreTemplateId: draft.scoreTemplateId };
  const digit = draft.digit === null ? {} : { digit: Number(draft.digit) };
  switch (kind) {
    case 'quick':
      return { ...template, ...digit, ...times };
    case 'window':
      return single ? times : { adjustType: adjusted.window, ...times };
    case 'extend':
      return { scoreTermInputEndTime: draft.end };
    case 'teacher':
      return { ...(single ? {} : { adjustType: adjusted.teacher }), teacherCode: draft.teacher[0]?.gh ?? '' };
    case 'digit':
      return { adjustType: adjusted.digit, ...digit };
    case 'template':
      return { adjustType: adjusted.template, ...template };
    case 'hierarchy':
      return { scoreHierarchyCode: draft.hierarchy };
    case 'items':
      return { items: draft.items.map((item) => ({ ...item, scoreSubItemName: item.scoreSubItemName.trim() })) };
    case 'rollback':
    case 'force':
      return {};
  }
}
