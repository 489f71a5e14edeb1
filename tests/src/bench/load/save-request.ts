import { createHash, randomUUID } from 'node:crypto';
import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import { API_ROOT, permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { CSRF_HEADER, PERMISSION_HEADER, TIMESTAMP_PARAM } from '@jwxt/contracts/kernel/transport.ts';
import { saveScores } from '@jwxt/contracts/score/score-entry.operations.ts';
import { scoreTyping, type TypingPlace } from '../score-typing.ts';
import type { Load } from './load.ts';
import { poolsOf } from './pools.ts';

/** Saves scores through the gateway, as the page does: session, csrf, permission; each worker on a sheet of its own. */
export function saveByRequest({
  urls,
  desks,
}: {
  urls: readonly string[];
  desks: { place: TypingPlace; cookie: string; secret: string }[];
}): Load {
  const poolOf = poolsOf(urls, desks.length);
  const typists = desks.map(({ place }) => scoreTyping(place));
  return async (worker) => {
    const { place, cookie, secret } = desks[worker]!;
    const typist = typists[worker]!;
    const seconds = Math.floor(Date.now() / 1000);
    const headers = {
      cookie,
      'content-type': 'application/json',
      [PERMISSION_HEADER]: permissionOf(saveScores) ?? 'null',
      // The contract's function spends more on it than the rest of the driver does.
      [CSRF_HEADER]: createHash('md5').update(`${seconds}${secret}`).digest('hex'),
    };
    const content = {
      teachingClassId: place.teachingClassId,
      scoreType: '1',
      commandId: randomUUID(),
      rows: typist.next(),
    };
    const { body, statusCode } = await poolOf(worker).request({
      method: 'POST',
      path: `${API_ROOT}${saveScores.path}?${TIMESTAMP_PARAM}=${seconds}`,
      headers,
      body: JSON.stringify(content),
    });
    const answer = (await body.json()) as { code: string; message: string; data: { revision: number } };
    if (answer.code !== SUCCESS_CODE) throw new Error(`${statusCode} ${answer.code} ${answer.message}`);
    typist.revision = answer.data.revision;
  };
}
