import { connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initialiseSheet } from '@jwxt/contracts/score/score-sheet.command.ts';
import { sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { saveScores, sheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import { API_ROOT, type InputOf } from '@jwxt/contracts/kernel/operation.ts';
import { CSRF_HEADER, csrfToken, TIMESTAMP_PARAM } from '@jwxt/contracts/kernel/transport.ts';
import { currentUser } from '@jwxt/contracts/session/session.operations.ts';
import { loader } from '@jwxt/infra/base-data/command-sender.ts';
import { pause } from '@jwxt/infra/runtime/backoff.ts';
import { createStoredStreams } from '../../kernel/stored-streams.ts';
import type { Browser } from '../../testing/browser.ts';
import { insertReferenceRows } from '../../testing/reference-rows.ts';
import { startSchool, type School } from '../../testing/school.ts';

type Save = InputOf<typeof saveScores>;

const TC3 = { teachingClassId: 'TC3', scoreType: '1' } as const;
const classmates = Array.from({ length: 59 }, (_, index) => `S27${String(index).padStart(5, '0')}`);
const students = ['S2026001', ...classmates];

let school: School;
let teacher: Browser;
let port: number;
let secret: string;
beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(
    school.pool,
    'student',
    classmates.map((studentCode) => ({
      studentCode,
      studentNumber: studentCode.slice(1),
      studentName: `同学${studentCode}`,
      xbm: '1',
      bjdm: 'B101',
      njzydm: 'M101',
      dwh: '101',
      njdm: '2026',
      zydm: 'Z101',
      xqdm: '1',
      xslbdm: '4201',
      dqztm: '01',
    })),
  );
  await insertReferenceRows(
    school.pool,
    'teachingClassStudent',
    classmates.map((studentCode) => ({ teachingClassId: 'TC3', studentCode, listSource: '' })),
  );
  await school.commands.send(initialiseSheet, TC3, { commandId: 'initialise-TC3', actor: loader });
  teacher = await school.browser('teacher1');
  while ((await teacher.call(sheet, TC3)).code !== '200') await pause(50);
  ({ csrfSecret: secret } = await teacher.get(currentUser, {}));
  await school.app.listen({ host: '127.0.0.1', port: 0 });
  port = (school.app.server.address() as AddressInfo).port;
});
afterAll(() => school.stop());

/** A save of the whole class: two scores and a remark for each of 60 students. */
function saveOfAll(round: number, revision: number): Save {
  return {
    ...TC3,
    commandId: crypto.randomUUID(),
    rows: students.map((studentCode, index) => ({
      studentCode,
      items: { ps: String((round + index) % 101), qm: String((round * 3 + index) % 101) },
      scoreRemarkCode: round % 2 === 0 ? '11' : '00',
      revision,
    })),
  };
}

/** The bytes that a browser would send. */
function requestOf(save: Save): Buffer {
  const stamp = Math.floor(Date.now() / 1000);
  const body = Buffer.from(JSON.stringify(save));
  return Buffer.concat([
    Buffer.from(
      [
        `POST ${API_ROOT}${saveScores.path}?${TIMESTAMP_PARAM}=${stamp} HTTP/1.1`,
        'host: jw.example',
        `cookie: ${teacher.cookieHeader}`,
        `${CSRF_HEADER}: ${csrfToken(stamp, secret)}`,
        'content-type: application/json',
        `content-length: ${body.length}`,
        '',
        '',
      ].join('\r\n'),
    ),
    body,
  ]);
}

/** Sends so many of the bytes and cuts the connection. */
async function sendAndCut(bytes: Buffer, cutAfter: number): Promise<void> {
  const socket: Socket = connect({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  await new Promise<void>((sent) => {
    socket.write(bytes.subarray(0, cutAfter), () => sent());
  });
  socket.resetAndDestroy();
}

/** Rows that each command has stored, by kind of event. */
async function stored(): Promise<Map<string, Record<string, number>>> {
  const byCommand = new Map<string, Record<string, number>>();
  for (const { event, metadata } of await createStoredStreams(school.eventLog).read(sheetStream('TC3', '1'))) {
    const { type, data } = event as ScoreSheetEvent;
    if (type !== 'CellsEntered' && type !== 'RemarkSet') continue;
    const counts = byCommand.get(metadata.commandId) ?? {};
    byCommand.set(metadata.commandId, { ...counts, [type]: (counts[type] ?? 0) + data.rows.length });
  }
  return byCommand;
}

describe('a save of a class of 60 whose connection is cut', () => {
  it('is stored as a whole or not at all, and once when the page sends it again', async () => {
    const cuts = [0.1, 0.5, 0.9, 0.999, 1, 1, 1, 1];
    const sent: string[] = [];
    for (const [round, part] of cuts.entries()) {
      const { revision } = await teacher.get(sheet, TC3);
      const save = saveOfAll(round, revision);
      const bytes = requestOf(save);
      await sendAndCut(bytes, Math.floor(bytes.length * part));
      // Whether or not it has arrived: as a page does that got no answer.
      await teacher.get(saveScores, save);
      sent.push(save.commandId);
    }
    const whole = await stored();
    expect([...whole.keys()].sort()).toEqual(sent.toSorted());
    for (const [commandId, counts] of whole) expect(counts, commandId).toEqual({ CellsEntered: 60, RemarkSet: 60 });
  });

  it('leaves no trace when it was cut before its last byte', async () => {
    const { revision } = await teacher.get(sheet, TC3);
    const cut = saveOfAll(50, revision);
    const bytes = requestOf(cut);
    for (const missing of [1, 20, 2_000]) await sendAndCut(bytes, bytes.length - missing);
    const next = saveOfAll(51, revision);
    await teacher.get(saveScores, next);
    const commands = await stored();
    expect([commands.has(cut.commandId), commands.has(next.commandId)]).toEqual([false, true]);
  });
});
