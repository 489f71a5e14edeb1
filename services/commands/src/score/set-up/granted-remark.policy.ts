import type { AppliedRemark } from '@jwxt/contracts/score/score-remark.rules.ts';
import type { ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { policyContext } from '../../kernel/command-context.ts';
import type { Policy } from '../../kernel/command-route.ts';
import { PolicyRefused } from '../../kernel/policy-refused.ts';
import { isRefused } from '../../kernel/refusal.ts';
import { later } from '../../kernel/stream-folds.ts';
import { changeGrantedRemark, isRemarkKept } from '../shared/granted-remark.ts';

interface Kept {
  readonly applyId: string;
  readonly studentCode: string;
  readonly remark: AppliedRemark;
  readonly reason: string;
}

/** A sheet that is set up takes over what applications in force have given its students: 缓考, 免听. */
export const remarksOnNewSheet: Policy = {
  name: 'deferred-exam-sheet',
  types: ['SheetInitialised'],
  start: 'beginning',
  async react(stored, services) {
    const {
      data: { teachingClassId, scoreType: type, courseName },
    } = stored.event as Extract<ScoreSheetEvent, { type: 'SheetInitialised' }>;
    if (type !== scoreType.regular) return null;
    const { rows } = await services.pool.query<Kept>(
      `select apply_id as "applyId", student_code as "studentCode", remark_code as remark, reason
        from base.granted_remark where teaching_class_id = $1 order by student_code`,
      [teachingClassId],
    );
    let last: Position | null = null;
    for (const { applyId, reason, ...row } of rows) {
      const granted = { teachingClassId, courseName, ...row };
      for (const set of [true, false]) {
        // Taken back while it was being given: it goes again.
        if (!set && (await isRemarkKept(services, granted))) continue;
        const done = await changeGrantedRemark(
          services,
          { ...granted, set, reason },
          policyContext(stored, `deferredExam.remark:${applyId}${set ? '' : ':back'}`),
        );
        if (isRefused(done)) throw new PolicyRefused('deferredExam.remark', done.refused);
        last = later(last, done.position);
      }
    }
    return last;
  },
};
