import { yesNo, type YesNo } from '../kernel/yes-no.ts';
import { PASS_MARK, scoreRemarks, type ScoreRemarkCode, scoreRemark } from './score.vocabulary.ts';

/** What a remark is called; a code that nobody knows any more is shown as it is. */
export function remarkName(code: string): string {
  return scoreRemarks[code as ScoreRemarkCode]?.name ?? code;
}

/** Remarks that an application in force alone gives and takes away: nobody types or registers them. */
const appliedRemarks = [scoreRemark.deferred, scoreRemark.selfStudy] as const;
export type AppliedRemark = (typeof appliedRemarks)[number];
/** Whether a remark comes and goes with an application alone ({@link AppliedRemark}). */
export const comesByApplication = (code: string): code is AppliedRemark =>
  appliedRemarks.some((applied) => applied === code);

/** What of a remark is shown beside a score: nothing of the normal one. */
export function shownRemark(code: string): string {
  return code === scoreRemark.normal ? '' : remarkName(code);
}

/** The value that a remark fixes, in hundredths; null: it fixes none, because it is computed or there is none. */
export function valueOfRemark(code: ScoreRemarkCode): number | null {
  const { final } = scoreRemarks[code];
  switch (final) {
    case 'zero':
      return 0;
    case 'fixed':
      return PASS_MARK;
    case 'computed':
    case 'none':
      return null;
    default:
      return final satisfies never;
  }
}

/** Every remark, in the order of the codes: keys like '11' would come first by themselves. */
export const remarkCodes = Object.keys(scoreRemarks).toSorted() as ScoreRemarkCode[];

/** What a school decides about a remark (SCORE-MORE-18). */
export interface RemarkSetting {
  /** It may be chosen. One that is not stays where it was set. */
  readonly inUse: boolean;
  /** Teachers choose and take it away; others the office registers. */
  readonly teacherMaySet: boolean;
  /** A failure with it may be made up for. */
  readonly allowMakeup: boolean;
  /** Transcripts show it. */
  readonly showName: boolean;
}
export type RemarkSettings = ReadonlyMap<string, RemarkSetting>;

/** A row of the settings as it is stored. */
export type StoredRemarkSetting = Readonly<
  Record<'scoreRemarkCode', string> & Record<'teacherMaySet' | 'allowMakeup' | 'showName' | 'sfqy', YesNo>
>;

/** The statement that reads them: a few rows. */
export const remarkSettingsQuery = `select score_remark_code as "scoreRemarkCode", teacher_may_set as "teacherMaySet",
  allow_makeup as "allowMakeup", show_name as "showName", sfqy from base.score_remark`;

/** The settings of every remark; one without a row is out of use, and shown where it was set. */
export function remarkSettings(rows: readonly StoredRemarkSetting[]): RemarkSettings {
  const stored = new Map(rows.map((row) => [row.scoreRemarkCode, row]));
  return new Map(
    remarkCodes.map((code) => {
      const row = stored.get(code);
      const inUse = row?.sfqy === yesNo.yes;
      return [
        code,
        {
          inUse,
          teacherMaySet: inUse && row.teacherMaySet === yesNo.yes,
          allowMakeup: row?.allowMakeup === yesNo.yes,
          showName: row?.showName !== yesNo.no,
        },
      ];
    }),
  );
}

/** Remarks that come from an application, a recognition or the status of a student: no teacher sets them. */
const decidedElsewhere: ReadonlySet<string> = new Set([
  scoreRemark.deferred,
  scoreRemark.exempted,
  scoreRemark.excused,
  scoreRemark.selfStudy,
  scoreRemark.interrupted,
  scoreRemark.onExchange,
]);
/** Remarks that may stand at a failure which nothing else decides about. */
const failing: ReadonlySet<string> = new Set([
  scoreRemark.absent,
  scoreRemark.absentWithoutLeave,
  scoreRemark.cheating,
  scoreRemark.violation,
  scoreRemark.disqualified,
  scoreRemark.selfStudy,
]);
/** Remarks that the product itself sets: neither stopped nor removed. */
export const ownRemarks: ReadonlySet<string> = new Set([scoreRemark.normal, scoreRemark.deferred]);

/** Which settings of a remark do not go with what it means, by field. */
export function remarkProblems(
  row: Omit<StoredRemarkSetting, 'showName'>,
): readonly { readonly field: 'teacherMaySet' | 'allowMakeup' | 'sfqy'; readonly message: string }[] {
  const { scoreRemarkCode: code } = row;
  const found: { field: 'teacherMaySet' | 'allowMakeup' | 'sfqy'; message: string }[] = [];
  if (ownRemarks.has(code) && row.sfqy === yesNo.no)
    found.push({ field: 'sfqy', message: `“${remarkName(code)}”不能停用` });
  if (code === scoreRemark.normal && row.teacherMaySet === yesNo.no)
    found.push({ field: 'teacherMaySet', message: '“正常”总是可以录入' });
  if (decidedElsewhere.has(code) && row.teacherMaySet === yesNo.yes)
    found.push({ field: 'teacherMaySet', message: `“${remarkName(code)}”由申请、认定或学籍处理产生，不能由教师录入` });
  if (ownRemarks.has(code) && row.allowMakeup === yesNo.no)
    found.push({ field: 'allowMakeup', message: `“${remarkName(code)}”总是可以补缓考` });
  if (!ownRemarks.has(code) && !failing.has(code) && row.allowMakeup === yesNo.yes)
    found.push({ field: 'allowMakeup', message: `“${remarkName(code)}”没有不及格成绩，不安排补考` });
  return found;
}

/** The settings that every school starts with (domain-model-score §2), as the base data has them. */
export const standardRemarkSettings: RemarkSettings = remarkSettings(
  remarkCodes.map((scoreRemarkCode) => ({
    scoreRemarkCode,
    teacherMaySet: scoreRemarks[scoreRemarkCode].teacherMaySet ? yesNo.yes : yesNo.no,
    allowMakeup: scoreRemarks[scoreRemarkCode].allowMakeup ? yesNo.yes : yesNo.no,
    showName: scoreRemarkCode === scoreRemark.normal ? yesNo.no : yesNo.yes,
    sfqy: yesNo.yes,
  })),
);
