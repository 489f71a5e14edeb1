import type { ItemSetting, SettingCapacity } from '@jwxt/contracts/exam-set/exam-set.command.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type {
  EntryWindow,
  ScoreBand,
  ScoreItem,
  ScoreSheetEvent,
  SheetRules,
} from '@jwxt/contracts/score/score-sheet.events.ts';
import type { ScoreSheetState, SetUpSheet } from '@jwxt/contracts/score/score-sheet.state.ts';
import { contentHash } from '../../kernel/canonical-json.ts';
import type { Decision } from '../../kernel/decider.ts';
import { isRefused, refuse, type Refused } from '../../kernel/refusal.ts';
import { sheetDecider } from '../score-sheet.decider.ts';
import { itemsOf, type ItemLimit } from '../entry/sheet-items.ts';
import { scoreType, scoreTypeNames, sheetStatus, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { initialiseDecider, invalidWindow, openForSettings, type InitialiseFacts } from './sheet-settings.ts';

/** What is to be changed; what is not named stays. */
export interface SettingsCommand {
  readonly capacity: SettingCapacity;
  readonly setUp: boolean;
  /** Null: the teachers of the class type again. */
  readonly teacherCode?: string | null | undefined;
  readonly scoreTemplateId?: string | undefined;
  readonly digit?: number | undefined;
  readonly scoreHierarchyCode?: string | undefined;
  readonly items?: readonly ItemSetting[] | undefined;
  readonly window?: EntryWindow | undefined;
  readonly extendTo?: string | undefined;
  readonly reason: string;
}

/** Base data that the change is judged by; only what the command names has to be there. */
export interface SettingsFacts {
  readonly now: string;
  /** How a class that is not set up would be (`setUp`); null: it may not. */
  readonly initial: InitialiseFacts | null;
  /**
   * The teacher who is to type: null when not on the job. `ofClass`, `ofUnit`: teaches the class, belongs to its unit.
   */
  readonly teacher: {
    readonly gh: string;
    readonly name: string;
    readonly ofClass: boolean;
    readonly ofUnit: boolean;
  } | null;
  /** Who types when nobody is named: the first teacher of the class. */
  readonly firstTeacher: string;
  readonly template: {
    readonly scoreTemplateId: string;
    readonly items: readonly ScoreItem[];
    readonly scoreHierarchyCode: string;
    readonly digit: number;
  } | null;
  /** Grade systems that are in use, by code, and all bands. */
  readonly gradeScales: ReadonlyMap<string, string>;
  readonly bands: readonly ScoreBand[];
  /** The window of the term, in which a unit stays; null: the term has none. */
  readonly term: EntryWindow | null;
  /** What the template lets a teacher move; null: nothing. */
  readonly limits: readonly ItemLimit[] | null;
}

type Step = { readonly rules: SheetRules; readonly event: ScoreSheetEvent | null } | Refused;

/**
 * Changes settings of a sheet that is not handed in (EXAM-SET-06…10, 14…16), of whatever score type. Each piece that
 * differs is an event of its own.
 */
export const changeSettingsDecider = sheetDecider(
  (state: ScoreSheetState, command: SettingsCommand, facts: SettingsFacts): Decision<ScoreSheetEvent> => {
    if (state.status === sheetStatus.unset && command.setUp && facts.initial)
      return initialiseDecider.decide(state, {}, facts.initial);
    const sheet = openForSettings(state);
    if (isRefused(sheet)) return sheet;
    const closed = closedList(sheet, command);
    if (closed) return closed;
    const events: ScoreSheetEvent[] = [];
    let rules = sheet.rules;
    for (const step of [teacherStep, templateStep, gradeScaleStep, itemsStep, digitStep, windowStep]) {
      const next = step({ ...sheet, rules }, command, facts);
      if (isRefused(next)) return next;
      rules = next.rules;
      if (next.event) events.push(next.event);
    }
    return events;
  },
);

/**
 * A frozen list was told to everybody concerned: what changes about it has a reason, and a make-up counts by the rules
 * of the original score.
 */
function closedList({ facts: { scoreType: type }, rules: { retake } }: SetUpSheet, command: SettingsCommand) {
  if (type === scoreType.regular) return null;
  const { scoreTemplateId, scoreHierarchyCode, items, digit, reason } = command;
  const ofRules = [scoreTemplateId, scoreHierarchyCode, items, digit].some((piece) => piece !== undefined);
  if (ofRules && (retake?.makeupAndDelayTemplateValue ?? null) !== null) return refuse('EXAM_RULES_OF_ORIGINAL');
  return reason === ''
    ? refuse('EXAM_REASON_NEEDED', { type: scoreTypeNames[type as ScoreType] }, field('reason', '请填写原因'))
    : null;
}

/** How many students have a cell that was ever typed, or a remark. */
export function enteredCount(sheet: Pick<SetUpSheet, 'rows'>): number {
  return Object.values(sheet.rows).filter((row) => row.remark !== null || Object.keys(row.cells).length > 0).length;
}

const about = ({ facts: { teachingClassId, scoreType } }: SetUpSheet) => ({ teachingClassId, scoreType });

function teacherStep(
  sheet: SetUpSheet,
  { teacherCode, capacity, reason }: SettingsCommand,
  { teacher, firstTeacher }: SettingsFacts,
): Step {
  if (teacherCode === undefined) return { rules: sheet.rules, event: null };
  if (teacherCode !== null) {
    if (!teacher)
      return refuse('EXAM_TEACHER_UNKNOWN', { code: teacherCode }, field('teacherCode', '教师不存在或不在职'));
    if (capacity !== 'office' && !teacher.ofClass && !teacher.ofUnit)
      return refuse('EXAM_TEACHER_OTHER_UNIT', { unit: sheet.facts.openDepartmentName });
  }
  const before = { gh: sheet.facts.importTeacherGh ?? null, name: sheet.facts.importTeacher };
  const after =
    teacherCode === null || !teacher ? { gh: null, name: firstTeacher } : { gh: teacher.gh, name: teacher.name };
  const same = before.gh === after.gh && before.name === after.name;
  return {
    rules: sheet.rules,
    event: same ? null : { type: 'ImportTeacherSet', data: { ...about(sheet), before, after, reason } },
  };
}

function templateStep(
  sheet: SetUpSheet,
  { scoreTemplateId, reason }: SettingsCommand,
  { template, gradeScales, bands }: SettingsFacts,
): Step {
  if (scoreTemplateId === undefined) return { rules: sheet.rules, event: null };
  if (!template) return refuse('EXAM_TEMPLATE_UNKNOWN', {}, field('scoreTemplateId', '成绩模板不存在或已停用'));
  const { items, scoreHierarchyCode, digit } = template;
  const after = withBands(
    {
      ...sheet.rules,
      items: [...items],
      scoreHierarchyCode,
      scoreHierarchyName: gradeScales.get(scoreHierarchyCode) ?? scoreHierarchyCode,
      digit,
      scoreTemplateId: template.scoreTemplateId,
    },
    bands,
  );
  return changeWithoutScores(sheet, 'TemplateSet', after, '成绩模板', reason);
}

function gradeScaleStep(
  sheet: SetUpSheet,
  { scoreHierarchyCode, reason }: SettingsCommand,
  { gradeScales, bands }: SettingsFacts,
): Step {
  if (scoreHierarchyCode === undefined || scoreHierarchyCode === sheet.rules.scoreHierarchyCode)
    return { rules: sheet.rules, event: null };
  const scoreHierarchyName = gradeScales.get(scoreHierarchyCode);
  if (scoreHierarchyName === undefined)
    return refuse(
      'EXAM_HIERARCHY_UNKNOWN',
      { code: scoreHierarchyCode },
      field('scoreHierarchyCode', '等级制不存在或已停用'),
    );
  return changeWithoutScores(
    sheet,
    'HierarchySet',
    withBands({ ...sheet.rules, scoreHierarchyCode, scoreHierarchyName }, bands),
    '等级制',
    reason,
  );
}

function itemsStep(
  sheet: SetUpSheet,
  { items, capacity, reason }: SettingsCommand,
  { limits, gradeScales, bands }: SettingsFacts,
): Step {
  if (items === undefined) return { rules: sheet.rules, event: null };
  const count = enteredCount(sheet);
  if (count > 0 && capacity !== 'office') return refuse('EXAM_ITEMS_LOCKED', { count });
  const after = itemsOf(sheet, items, gradeScales, capacity === 'teacher' ? limits : 'any');
  return isRefused(after)
    ? after
    : change(sheet, 'ItemsSet', withBands({ ...sheet.rules, items: after }, bands), reason);
}

function digitStep(sheet: SetUpSheet, { digit, reason }: SettingsCommand): Step {
  return digit === undefined
    ? { rules: sheet.rules, event: null }
    : change(sheet, 'DigitSet', { ...sheet.rules, digit }, reason);
}

function windowStep(
  sheet: SetUpSheet,
  { window, extendTo, capacity, reason }: SettingsCommand,
  { term, now }: SettingsFacts,
): Step {
  if (window === undefined && extendTo === undefined) return { rules: sheet.rules, event: null };
  const before = sheet.window;
  if (extendTo !== undefined) {
    if (extendTo <= now)
      return refuse('EXAM_EXTENSION_PAST', {}, field('scoreTermInputEndTime', '延长后的截止时间应晚于现在'));
    if (extendTo < before.end)
      return refuse(
        'EXAM_EXTENSION_EARLIER',
        { end: toDateTimeText(before.end) },
        field('scoreTermInputEndTime', `应晚于原截止时间 ${toDateTimeText(before.end)}`),
      );
  }
  const after = window ?? { begin: before.begin, end: extendTo ?? before.end };
  if (after.end <= after.begin) return invalidWindow();
  if (capacity !== 'office' && (term === null || after.begin < term.begin || after.end > term.end)) {
    const span = term ?? before;
    return refuse('EXAM_WINDOW_OUTSIDE_TERM', { begin: toDateTimeText(span.begin), end: toDateTimeText(span.end) });
  }
  const same = before.begin === after.begin && before.end === after.end;
  return {
    rules: sheet.rules,
    event: same ? null : { type: 'InputTimeSet', data: { ...about(sheet), before, after, reason } },
  };
}

type RulesEvent = 'TemplateSet' | 'HierarchySet' | 'ItemsSet' | 'DigitSet';

function change(sheet: SetUpSheet, type: RulesEvent, after: SheetRules, reason: string): Step {
  const before = sheet.rules;
  if (contentHash(before) === contentHash(after)) return { rules: before, event: null };
  return { rules: after, event: { type, data: { ...about(sheet), before, after, reason } } };
}

function changeWithoutScores(
  sheet: SetUpSheet,
  type: RulesEvent,
  after: SheetRules,
  what: string,
  reason: string,
): Step {
  const changed = change(sheet, type, after, reason);
  const count = enteredCount(sheet);
  return !isRefused(changed) && changed.event && count > 0 ? refuse('EXAM_HAS_SCORES', { count, what }) : changed;
}

/** With the bands of the sheet's grade system and of every graded item, and no others. */
function withBands(rules: SheetRules, bands: readonly ScoreBand[]): SheetRules {
  const codes = new Set([rules.scoreHierarchyCode, ...rules.items.map((item) => item.scoreHierarchyCode)]);
  return { ...rules, listCode: bands.filter((band) => codes.has(band.scoreHierarchyCode)) };
}

function field(name: string, message: string) {
  return { fieldErrors: [{ field: name, message }] };
}
