import { randomUUID } from 'node:crypto';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { requestSigner } from '@jwxt/infra/runtime/request-signature.ts';
import { Pool } from 'undici';
import type { Load } from './load.ts';

/**
 * Everybody wants a seat of the same stream, which has `seats` of them; who has his answer goes on to the next stream,
 * where all others come too.
 */
export function takeSeats({
  url,
  secret,
  seats,
  people,
}: {
  url: string;
  secret: string;
  seats: number;
  people: number;
}): Load {
  const pool = new Pool(url, { connections: people, pipelining: 1 });
  // The command is nobody's from outside: it is sent as the operator's programs send theirs.
  const sign = requestSigner('operator', secret);
  const run = randomUUID();
  const turns = new Map<number, number>();
  const given = new Map<string, number>();
  return async (worker) => {
    const turn = turns.get(worker) ?? 0;
    turns.set(worker, turn + 1);
    const stream = `scoreSheet-${run}-${turn}.1`;
    const userName = `student${worker}`;
    const actor: Actor = {
      userName,
      name: `学生${worker}`,
      roleCodes: ['07'],
      roleNames: ['学生'],
      gh: null,
      studentCode: userName,
      departmentId: null,
      departmentName: null,
    };
    const envelope = {
      commandId: randomUUID(),
      correlationId: randomUUID(),
      clientAddress: null,
      actor,
      permission: 'seat:take',
      payload: { stream, capacity: seats },
    };
    const request = { method: 'POST', path: '/commands/test.takeSeat', body: JSON.stringify(envelope) } as const;
    const { body } = await pool.request({
      ...request,
      headers: { authorization: sign(request), 'content-type': 'application/json' },
    });
    const answer = (await body.json()) as { status: string; code?: string; message?: string };
    if (answer.status !== 'accepted' && answer.code !== 'REBUILD_CLASS_FULL')
      throw new Error(`${answer.code} ${answer.message}`);
    const taken = (given.get(stream) ?? 0) + Number(answer.status === 'accepted');
    if (taken > seats) throw new Error(`${taken} people have one of ${seats} seats`);
    given.set(stream, taken);
  };
}
