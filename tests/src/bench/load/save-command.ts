import { randomUUID } from 'node:crypto';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { saveSheet } from '@jwxt/contracts/score/score-sheet.command.ts';
import { requestSigner } from '@jwxt/infra/runtime/request-signature.ts';
import { scoreTyping, type TypingPlace } from '../score-typing.ts';
import type { Load } from './load.ts';
import { poolsOf } from './pools.ts';

/** Saves scores through the commands service, as the gateway would, each worker on a sheet of its own. */
export function saveByCommand({
  urls,
  secret,
  desks,
}: {
  urls: readonly string[];
  secret: string;
  desks: { place: TypingPlace; actor: Actor }[];
}): Load {
  const poolOf = poolsOf(urls, desks.length);
  const sign = requestSigner('gateway', secret);
  const typists = desks.map(({ place }) => scoreTyping(place));
  return async (worker) => {
    const { place, actor } = desks[worker]!;
    const typist = typists[worker]!;
    const payload = { teachingClassId: place.teachingClassId, scoreType: '1', rows: typist.next() };
    const envelope = {
      commandId: randomUUID(),
      correlationId: randomUUID(),
      clientAddress: null,
      actor,
      permission: 'scoreEntry:save',
      payload,
    };
    const request = { method: 'POST', path: `/commands/${saveSheet.name}`, body: JSON.stringify(envelope) } as const;
    const { body, statusCode } = await poolOf(worker).request({
      ...request,
      headers: { authorization: sign(request), 'content-type': 'application/json' },
    });
    const answer = (await body.json()) as { status: string; message?: string; result: { revision: number } };
    if (answer.status !== 'accepted') throw new Error(`${statusCode} ${answer.message}`);
    typist.revision = answer.result.revision;
  };
}
