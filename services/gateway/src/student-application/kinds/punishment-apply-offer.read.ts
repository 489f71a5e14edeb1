import { scoreRemark } from '@jwxt/contracts/score/score.vocabulary.ts';
import { shownRemark } from '@jwxt/contracts/score/score-remark.rules.ts';
import { punishmentApply } from '@jwxt/contracts/student-application/kinds/punishment-apply.ts';
import { readCountingAttempts } from '../counting-attempts.read.ts';
import type { ApplicationOffer } from '../student-application-offer.ts';

const remarks: readonly string[] = [scoreRemark.cheating, scoreRemark.violation];

/** The scores of the student with a remark of cheating or of a breach of rules, which a punishment may go with. */
export const punishmentApplyOffer: ApplicationOffer = {
  kind: punishmentApply,
  choices: async ({ db, studentCode }) => ({
    attemptId: (await readCountingAttempts(db, studentCode))
      .filter(({ scoreRemarkCode }) => remarks.includes(scoreRemarkCode))
      .map(({ attemptId, courseName, courseNum, semesterName, natureName, scoreRemarkCode }) => ({
        value: attemptId,
        label: `${courseName}（${courseNum}）${shownRemark(scoreRemarkCode)}`,
        note: `${semesterName} ${natureName}`,
      })),
  }),
};
