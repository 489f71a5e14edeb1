import { scoreRemarks, type ScoreRemarkCode, scoreRemark } from './score.vocabulary.ts';

/** What a remark is called; a code that nobody knows any more is shown as it is. */
export function remarkName(code: string): string {
  return scoreRemarks[code as ScoreRemarkCode]?.name ?? code;
}

/** What of a remark is shown beside a score: nothing of the normal one. */
export function shownRemark(code: string): string {
  return code === scoreRemark.normal ? '' : remarkName(code);
}
