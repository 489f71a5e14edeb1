import { formatDecimal } from '../../kernel/number-text.ts';
import {
  initialChange,
  initialStatus,
  warningIndicator,
  warningIndicatorNames,
  warningIndicatorUnits,
  warningOperatorSigns,
  type InitialChange,
  type InitialStatus,
  type WarningIndicator,
  type WarningOperator,
} from './warning.vocabulary.ts';

/** A level of warnings; the higher `severity`, the worse (STUDENT-STATUS-32). */
export interface WarningLevel {
  readonly code: string;
  readonly name: string;
  readonly severity: number;
}

/**
 * A version of a rule as a scheme applies it; `threshold` in hundredths, empty lists hold for all (STUDENT-STATUS-33).
 */
export interface AppliedRule {
  readonly warningRuleId: string;
  readonly versionNo: number;
  readonly ruleText: string;
  readonly warningTypeCode: string;
  readonly indicator: WarningIndicator;
  readonly operator: WarningOperator;
  readonly threshold: number;
  readonly warningLevelCode: string;
  readonly grades: readonly string[];
  readonly studentTypes: readonly string[];
}

/** What an indicator comes to for a student, in hundredths, and how it came about; null: it is not judged. */
export interface IndicatorValue {
  readonly value: number | null;
  readonly words: string;
  /** Attempts that it came from, where people can look at them. */
  readonly attempts?: readonly string[];
}
export type IndicatorValues = Readonly<
  Record<Exclude<WarningIndicator, typeof warningIndicator.consecutive>, IndicatorValue>
>;

/** One rule that holds for a student: which version of it, with which value, and how that came about. */
export interface RuleHit extends IndicatorValue {
  readonly warningRuleId: string;
  readonly versionNo: number;
  readonly ruleText: string;
  readonly warningTypeCode: string;
  readonly indicator: WarningIndicator;
  readonly warningLevelCode: string;
}

/** What a student's warning comes to: the highest level, the type that reached it, and every rule that holds. */
export interface WarningVerdict {
  readonly warningLevelCode: string;
  readonly warningTypeCode: string;
  readonly hits: readonly RuleHit[];
}

/** A number in hundredths without decimals that say nothing: 800 → `8`. */
export function hundredthsText(value: number): string {
  return formatDecimal(value, 2, 2).replace(/\.?0+$/, '');
}

/** A rule as people read it: `学期获得学分 < 8 → 橙色预警`. `threshold` in hundredths. */
export function ruleWords(
  { indicator, operator, threshold }: Pick<AppliedRule, 'indicator' | 'operator' | 'threshold'>,
  levelName: string,
): string {
  return (
    `${warningIndicatorNames[indicator]} ${warningOperatorSigns[operator]} ` +
    `${hundredthsText(threshold)}${warningIndicatorUnits[indicator]} → ${levelName}`
  );
}

/** Whether a value is on the wrong side of a threshold. */
export function holds(operator: WarningOperator, value: number, threshold: number): boolean {
  switch (operator) {
    case '<':
      return value < threshold;
    case '<=':
      return value <= threshold;
    case '>=':
      return value >= threshold;
    case '>':
      return value > threshold;
  }
}

/**
 * Judges a student by the rules of a scheme; null: none holds. The highest level wins, whatever the order of the rules.
 * 连续预警次数 counts semesters in a row, this one included, at the level below that of the rule or a higher one:
 * “连续 2 次橙色 → 红色” is a rule of the red level. `before`: severities of the semesters before, the latest first, 0
 * where there was no warning.
 */
export function judgeWarning(
  values: IndicatorValues,
  rules: readonly AppliedRule[],
  levels: readonly WarningLevel[],
  student: { readonly gradeCode: string; readonly studentType: string },
  before: readonly number[],
): WarningVerdict | null {
  const severityOf = new Map(levels.map(({ code, severity }) => [code, severity]));
  const reaches = (list: readonly string[], code: string): boolean => list.length === 0 || list.includes(code);
  const fitting = rules.filter(
    (rule) => reaches(rule.grades, student.gradeCode) && reaches(rule.studentTypes, student.studentType),
  );
  const plain = fitting.flatMap((rule): RuleHit[] =>
    rule.indicator === warningIndicator.consecutive ? [] : hitOf(rule, values[rule.indicator]),
  );
  const severity = Math.max(0, ...plain.map((hit) => severityOf.get(hit.warningLevelCode) ?? 0));
  const repeated = fitting.flatMap((rule): RuleHit[] =>
    rule.indicator === warningIndicator.consecutive ? hitOf(rule, timesInARow(rule, { levels, severity, before })) : [],
  );
  const hits = [...plain, ...repeated].toSorted(
    (one, other) =>
      (severityOf.get(other.warningLevelCode) ?? 0) - (severityOf.get(one.warningLevelCode) ?? 0) ||
      (one.warningRuleId < other.warningRuleId ? -1 : 1),
  );
  const [highest] = hits;
  return highest
    ? { warningLevelCode: highest.warningLevelCode, warningTypeCode: highest.warningTypeCode, hits }
    : null;
}

function hitOf(rule: AppliedRule, { value, words, attempts }: IndicatorValue): RuleHit[] {
  if (value === null || !holds(rule.operator, value, rule.threshold)) return [];
  const { warningRuleId, versionNo, ruleText, warningTypeCode, indicator, warningLevelCode } = rule;
  return [
    {
      warningRuleId,
      versionNo,
      ruleText,
      warningTypeCode,
      indicator,
      warningLevelCode,
      value,
      words,
      ...(attempts && attempts.length > 0 ? { attempts } : {}),
    },
  ];
}

function timesInARow(
  { warningLevelCode }: AppliedRule,
  { levels, severity, before }: { levels: readonly WarningLevel[]; severity: number; before: readonly number[] },
): IndicatorValue {
  const own = levels.find(({ code }) => code === warningLevelCode)?.severity ?? 0;
  const lower = levels.filter((level) => level.severity < own).toSorted((a, b) => b.severity - a.severity)[0];
  const least = lower?.severity ?? own;
  const missed = [severity, ...before].findIndex((each) => each < least);
  const times = missed === -1 ? before.length + 1 : missed;
  return { value: times * 100, words: `含本学期连续 ${String(times)} 个学期达到${lower?.name ?? ''}及以上` };
}

/** What is known of a student's line on an initial list. */
export interface KnownLine {
  readonly warningLevelCode: string;
  readonly leftOut: string | null;
  readonly status: InitialStatus;
}

/** What a computation found for a student: his level, and why he is left out all the same; null: not. */
export interface FoundLine {
  readonly warningLevelCode: string;
  readonly leftOut: string | null;
}

/**
 * What a computation does to a line: what changed, and where the line stands from then on. Nobody is listed twice, what
 * was decided stands while the level is what it was, and who is exempt stays so unless the level has risen.
 */
export function nextLine(
  known: KnownLine | null,
  found: FoundLine | null,
  severityOf: (level: string) => number,
): { readonly change: InitialChange; readonly status: InitialStatus } {
  if (found === null) {
    return {
      change: known === null || known.status === initialStatus.gone ? initialChange.same : initialChange.gone,
      status: initialStatus.gone,
    };
  }
  const anew = found.leftOut === null ? initialStatus.open : initialStatus.leftOut;
  if (known === null || known.status === initialStatus.gone) return { change: initialChange.added, status: anew };
  const isLeftOut = known.status === initialStatus.leftOut;
  if (known.warningLevelCode === found.warningLevelCode && isLeftOut === (found.leftOut !== null))
    return { change: initialChange.same, status: known.status };
  const rises = severityOf(found.warningLevelCode) > severityOf(known.warningLevelCode);
  return {
    change: initialChange.changed,
    status: known.status === initialStatus.exempt && found.leftOut === null && !rises ? known.status : anew,
  };
}

/** Why a student is warned: every indicator that is on the wrong side with its value, and how that came about. */
export function reasonsOf(hits: readonly RuleHit[]): { readonly figure: string; readonly words: string }[] {
  const first = new Map(hits.toReversed().map((hit) => [hit.indicator, hit]));
  return hits
    .filter((hit) => first.get(hit.indicator) === hit)
    .map(({ indicator, value, words }) => {
      const number = value === null ? '' : ` ${hundredthsText(value)}${warningIndicatorUnits[indicator]}`;
      return { figure: `${warningIndicatorNames[indicator]}${number}`, words };
    });
}

/** The same in one sentence for people. */
export function reasonText(hits: readonly RuleHit[]): string {
  return reasonsOf(hits)
    .map(({ figure, words }) => `${figure}（${words}）`)
    .join('；');
}

/** Absences of a third of the hours of a course end its exam: remark 06 is suggested. Both in whole hours. */
export function losesExam(absentHours: number, totalHours: number): boolean {
  return totalHours > 0 && absentHours * 3 >= totalHours;
}
