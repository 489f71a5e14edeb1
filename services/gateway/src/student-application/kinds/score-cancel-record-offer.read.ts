import { attemptSource } from '@jwxt/contracts/score/score.vocabulary.ts';
import { scoreCancelRecord } from '@jwxt/contracts/student-application/kinds/score-cancel-record.ts';
import { readCountingAttempts } from '../counting-attempts.read.ts';
import type { ApplicationOffer } from '../student-application-offer.ts';

/** Every score of the student that counts; a recognised one is taken back where it was recognised. */
export const scoreCancelOffer: ApplicationOffer = {
  kind: scoreCancelRecord,
  choices: async ({ db, studentCode }) => ({
    attemptId: (await readCountingAttempts(db, studentCode)).map(
      ({ attemptId, courseName, courseNum, semesterName, natureName, finalName, source }) => ({
        value: attemptId,
        label: `${courseName}（${courseNum}） ${finalName}`,
        note: `${semesterName} ${natureName}`,
        closed: source === attemptSource.recognised ? '请在成绩认定中撤销' : null,
      }),
    ),
  }),
};
