import { scoreRemarks, type ScoreRemarkCode } from './score.vocabulary.ts';

/** What a remark is called; a code that nobody knows any more is shown as it is. */
export function remarkName(code: string): string {
  return scoreRemarks[code as ScoreRemarkCode]?.name ?? code;
}
