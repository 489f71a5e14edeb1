import { attemptSource } from '@jwxt/contracts/score/score.vocabulary.ts';
import { scoreCancelRecord } from '@jwxt/contracts/student-application/kinds/score-cancel-record.ts';
import { readCountingAttempts } from '../counting-attempts.read.ts';
import type { ApplicationOffer } from '../student-application-offer.ts';

/** Why a score is not cancelled but taken back where it was made; null: it may be cancelled. */
function whyNot(source: string): string | null {
  if (source === attemptSource.imported) return '请在历史成绩中撤销入账';
  return source === attemptSource.recognised ? '请在成绩认定中撤销' : null;
}

/** Every score of the student that counts; a recognised one is taken back where it was recognised. */
export const scoreCancelOffer: ApplicationOffer = {
  kind: scoreCancelRecord,
  choices: async ({ db, studentCode }) => ({
    attemptId: (await readCountingAttempts(db, studentCode)).map(
      ({ attemptId, courseName, courseNum, semesterName, natureName, finalName, source }) => ({
        value: attemptId,
        label: `${courseName}（${courseNum}） ${finalName}`,
        note: `${semesterName} ${natureName}`,
        closed: whyNot(source),
      }),
    ),
  }),
};
