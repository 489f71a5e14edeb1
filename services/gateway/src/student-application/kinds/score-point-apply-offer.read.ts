import { eachForItself, equivalenceFor } from '@jwxt/contracts/score/equivalent-courses.ts';
import { chooseEffective } from '@jwxt/contracts/score/effective-attempt.ts';
import { takesBonus } from '@jwxt/contracts/score/attempts.state.ts';
import { rulesFor } from '@jwxt/contracts/score/score-rules.ts';
import { scorePointApply } from '@jwxt/contracts/student-application/kinds/score-point-apply.ts';
import { loadEquivalentCourses } from '@jwxt/infra/runtime/equivalent-courses.ts';
import { readPublishedRules } from '../../score-setting/shared/score-rules.read.ts';
import { readCountingAttempts, readRuledStudent } from '../counting-attempts.read.ts';
import type { ApplicationOffer } from '../student-application-offer.ts';

/** The courses of which a score counts; points go onto one that was passed in points. */
export const scorePointOffer: ApplicationOffer = {
  kind: scorePointApply,
  async choices({ db, studentCode }) {
    const [attempts, published, student, equivalent] = await Promise.all([
      readCountingAttempts(db, studentCode),
      readPublishedRules(db),
      readRuledStudent(db, studentCode),
      loadEquivalentCourses(db),
    ]);
    const groupOf = student ? equivalenceFor(equivalent, student) : eachForItself;
    const rule = student && rulesFor(published, student)?.rules.effectiveRule;
    return {
      courseId: [...chooseEffective(attempts, rule ?? 'ZGF', groupOf).values()].flatMap(({ effective }) =>
        effective === null
          ? []
          : [
              {
                value: effective.courseId,
                label: `${effective.courseName}（${effective.courseNum}）`,
                note: `${effective.semesterName} ${effective.finalName}`,
                closed: takesBonus(effective) ? null : '只有已通过的百分制成绩可以加分',
              },
            ],
      ),
    };
  },
};
