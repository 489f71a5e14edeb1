import { infoCheck, type InfoCheckEvent, type InfoCheckRequest } from '@jwxt/contracts/approval/info-check.events.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { checkedFields, isCheckedField } from '@jwxt/contracts/student-status/check/checked-fields.ts';
import pg from 'pg';
import { settleRequest } from '../../approval/shared/settle-request.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { infoCheckDecider } from './info-check.decider.ts';

/** Of a check that passed, the rows that the approvers left in effect are written (APPROVAL-88). */
export const settleInfoCheck = settleRequest<InfoCheckRequest, InfoCheckEvent>('info-check-outcome', {
  kind: infoCheck,
  decider: infoCheckDecider,
  async takeEffect({ client, context, request: { studentCode, rows } }) {
    const effective = rows.flatMap(({ updateFieldCode: name, updateFieldValue: value, isEffective }) =>
      isEffective === yesNo.yes && isCheckedField(name) ? [{ column: checkedFields[name].column, value }] : [],
    );
    if (effective.length === 0) return null;
    const set = Object.fromEntries(effective.map(({ column, value }) => [column, value]));
    const names = Object.keys(set).map((column) => pg.escapeIdentifier(column));
    const { rows: changed } = await client.query<{ before: object; after: object }>(
      `with known as (select to_jsonb(student) as row from base.student where student_code = $1 for update),
          given as (select (jsonb_populate_record(null::base.student, $2::jsonb)).*),
          written as (update base.student set ${names.map((name) => `${name} = given.${name}`).join(', ')}
            from given where student.student_code = $1 returning to_jsonb(student) as row)
       select known.row as before, written.row as after from known, written`,
      [studentCode, JSON.stringify(set)],
    );
    await logOperations(
      client,
      context,
      'update',
      'student',
      changed.map(({ before, after }) => ({ key: studentCode, before, after })),
    );
    return null;
  },
});
