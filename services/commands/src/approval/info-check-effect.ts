import {
  infoCheck,
  type CheckedField,
  type InfoCheckEvent,
  type InfoCheckRequest,
} from '@jwxt/contracts/approval/info-check.events.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { infoCheckDecider } from './info-check.decider.ts';
import { settleRequest } from './shared/settle-request.ts';

/** Columns of the fields that a check may change. */
const columns: Record<CheckedField, string> = { studentName: 'student_name', xmpy: 'xmpy', xbm: 'xbm' };

/** Of a check that passed, the rows that the approvers left in effect are written. */
export const settleInfoCheck = settleRequest<InfoCheckRequest, InfoCheckEvent>('info-check-outcome', {
  kind: infoCheck,
  decider: infoCheckDecider,
  async takeEffect({ client, context, request: { studentCode, rows } }) {
    const effective = rows.filter(({ isEffective }) => isEffective === yesNo.yes);
    for (const { updateFieldCode, updateFieldValue } of effective) {
      await client.query(`update base.student set ${columns[updateFieldCode]} = $2 where student_code = $1`, [
        studentCode,
        updateFieldValue,
      ]);
    }
    const told = (pick: (row: InfoCheckRequest['rows'][number]) => string): object =>
      Object.fromEntries(effective.map((row) => [row.updateFieldCode, pick(row)]));
    if (effective.length > 0) {
      await logOperations(client, context, 'update', 'student', [
        {
          key: studentCode,
          before: told((row) => row.preUpdateFieldValue),
          after: told((row) => row.updateFieldValue),
        },
      ]);
    }
    return null;
  },
});
