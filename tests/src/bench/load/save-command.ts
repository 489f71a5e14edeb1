import { randomUUID } from 'node:crypto';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { saveSheet } from '@jwxt/contracts/score/score-sheet.command.ts';
import { Pool } from 'undici';
import { scoreTyping, type TypingPlace } from '../score-typing.ts';
import type { Load } from './load.ts';

/** Saves scores through the commands service, as the gateway would, each worker on a sheet of its own. */
export function saveByCommand({ url, token, desks }: { url: string; token: string; desks: { place: TypingPlace; actor: Actor }[] }): Load {
  const pool = new Pool(url, { connections: desks.length, pipelining: 1 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const typists = desks.map(({ place }) => scoreTyping(place));
  return async (worker) => {
    const { place, actor } = desks[worker]!;
    const typist = typists[worker]!;
    const payload = { teachingClassId: place.teachingClassId, scoreType: '1', rows: typist.next() };
    const envelope = { commandId: randomUUID(), correlationId: randomUUID(), clientAddress: null, actor, permission: 'scoreEntry:save', payload };
    const { body, statusCode } = await pool.request({ method: 'POST', path: `/commands/${saveSheet.name}`, headers, body: JSON.stringify(envelope) });
    const answer = (await body.json()) as { status: string; message?: string; result: { revision: number } };
    if (answer.status !== 'accepted') throw new Error(`${statusCode} ${answer.message}`);
    typist.revision = answer.result.revision;
  };
}
