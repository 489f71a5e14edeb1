import type { ShuntEvent } from '@jwxt/contracts/student-status/divert/shunt.events.ts';
import { shuntStream } from '@jwxt/contracts/student-status/divert/shunt.events.ts';
import { shuntStreams } from '@jwxt/contracts/student-status/divert/shunt.state.ts';
import { shuntStatus } from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandServices, Policy } from '../../kernel/command-route.ts';

/** Keeps the rows by which lists find the result of a batch: they say what its stream says now, however often. */
export async function keepShunt({ handler, pool }: CommandServices, diversionId: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [`shunt:${diversionId}`]);
    const { state } = await handler.read(shuntStream(diversionId), shuntStreams);
    if (state.status === shuntStatus.collecting) return;
    await client.query(
      `insert into base.shunt (diversion_id, shunt_status, list_hash, computed_at, published_at, apply_id, opinion,
          effective_date, implemented_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        on conflict (diversion_id) do update set shunt_status = excluded.shunt_status, list_hash = excluded.list_hash,
          computed_at = excluded.computed_at, published_at = excluded.published_at, apply_id = excluded.apply_id,
          opinion = excluded.opinion, effective_date = excluded.effective_date,
          implemented_at = excluded.implemented_at`,
      [
        diversionId,
        state.status,
        state.listHash,
        state.computedAt,
        state.publishedAt,
        state.applyId,
        state.opinion,
        state.effectiveDate,
        state.implementedAt,
      ],
    );
    const left = new Map(state.leftOut.map((one) => [one.studentCode, one.why]));
    const rows = [
      ...[...state.rows.values()].map((row) => ({ ...row, leftOut: null as string | null })),
      ...[...left].map(([studentCode, leftOut]) => ({ studentCode, volunteers: [], why: '', leftOut })),
    ];
    await client.query('delete from base.shunt_student where diversion_id = $1', [diversionId]);
    await client.query(
      `insert into base.shunt_student (diversion_id, student_code, rank, rank_score, required_average, volunteers,
          admit_major_key, admit_way, target_class, why, left_out)
        select $1, given."studentCode", rank, "rankScore", "requiredAverage", volunteers, "admitKey", "admitWay",
            "targetClass", why, "leftOut"
          from jsonb_to_recordset($2::jsonb) as given ("studentCode" text, rank int, "rankScore" int,
            "requiredAverage" int, volunteers jsonb, "admitKey" text, "admitWay" text, "targetClass" text, why text,
            "leftOut" text)
          join base.student on student.student_code = given."studentCode"`,
      [diversionId, JSON.stringify(rows)],
    );
    await client.query(
      `update base.major_or_direction place set admit_num = (select count(*) from base.shunt_student placed
          where placed.diversion_id = $1 and placed.admit_major_key = place.major_or_direction_key)
        where place.diversion_id = $1`,
      [diversionId],
    );
  });
}

/** The same from the log, where the command that wrote to it did not come to it. */
export const keepShuntRows: Policy = {
  name: 'shunt-rows',
  types: [
    'ShuntComputed',
    'ShuntAdjusted',
    'ShuntClassesAssigned',
    'ShuntPublished',
    'ShuntSubmitted',
    'ShuntClosed',
    'ShuntPassed',
    'ShuntImplemented',
  ],
  start: 'beginning',
  async react(stored, services) {
    await keepShunt(services, (stored.event as ShuntEvent).data.diversionId);
    return null;
  },
};
