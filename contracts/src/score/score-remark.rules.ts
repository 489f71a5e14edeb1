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
