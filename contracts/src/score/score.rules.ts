import { scoreRemarks, type ScoreRemarkCode, scoreRemark } from './score.vocabulary.ts';

/** What a remark is called; a code that nobody knows any more is shown as it is. */
export function remarkName(code: string): string {
  return scoreRemarks[code as ScoreRemarkCode]?.name ?? code;
}

/** What of a remark is shown beside a score: nothing of the normal one. */
export function shownRemark(code: string): string {
  return code === scoreRemark.normal ? '' : remarkName(code);
}

/**
 * From where on a class or a change is looked at once more: by another approver (the default chains), and by whoever
 * hands it in. Rates in tenths of a per cent, the change in hundredths of a point.
 */
export const unusual = { failRate: 300, excellentRate: 400, change: 1_000 } as const;
