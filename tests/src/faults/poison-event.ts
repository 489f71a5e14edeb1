import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { saveScores } from '@jwxt/contracts/score/score-entry.operations.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { parkedEventQuery, parkedEventReplay } from '@jwxt/contracts/system/parked-event.operations.ts';
import { readModelQuery } from '@jwxt/contracts/system/system.operations.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { Fault } from './fault.ts';
import { withDatabase } from './read-model-audit.ts';

const sheetRowTable = readModelTable(scoreSheetModel, 'row');

const patience = { timeout: 60_000, interval: 100 };
const teacher = 'teacher90';
const readModel = 'score-sheet';

/**
 * An event that a read model cannot take is parked with its reason, later ones of its stream behind it; once repaired,
 * the administrator has it tried again.
 */
export const poisonEvent: Fault = {
  name: 'a poison event',
  how:
    'a constraint on the read model’s table refuses the rows of one sheet; then it is dropped, and the ' +
    'administrator replays',
  lastsMs: 3_000,
  async provoke({ site, load, admin }) {
    const { teachingClassId, studentCodes, dataKeys } = await load.openClass({
      departmentId: '103',
      teachers: [teacher],
      students: 3,
    });
    const stream = sheetStream(teachingClassId, '1');
    await withDatabase(site.env, (db) =>
      db.query(
        `alter table ${sheetRowTable} add constraint poison check (sheet_id <> '${teachingClassId}.1' or cells = '{}')
            not valid`,
      ),
    );
    const session = await site.signIn(teacher);
    let revision = 0;
    for (const studentCode of studentCodes) {
      const commandId = randomUUID();
      const cells = [{ studentCode, dataKey: dataKeys[0]!, value: 700 }];
      const answer = await load.journal.send(
        { commandId, userName: teacher, expected: { kind: 'save', stream, cells } },
        () =>
          session.call(saveScores, {
            teachingClassId,
            scoreType: '1',
            commandId,
            rows: [{ studentCode, revision, items: { [dataKeys[0]!]: '70.0' } }],
          }),
      );
      revision = answer?.revision ?? revision;
    }
    const parked = await vi.waitFor(async () => {
      const { list } = await admin.call(parkedEventQuery, {});
      if (list.length < studentCodes.length)
        throw new Error(`${list.length} of ${studentCodes.length} events are parked`);
      return list;
    }, patience);
    const shown = (await admin.call(readModelQuery, {})).list.find(({ name }) => name === readModel);
    const problems = [
      ...parked
        .filter((event) => event.holder !== readModel || event.stream !== stream)
        .map((event) => `${event.stream}@${event.revision} is parked for ${event.holder}`),
      ...(parked[0]!.reason.includes('poison') ? [] : [`the reason says only “${parked[0]!.reason}”`]),
      ...(shown?.status === 'parked' && shown.parkedCount === studentCodes.length
        ? []
        : [`the administrator sees ${shown?.statusName} with ${shown?.parkedCount} parked`]),
    ];
    return {
      async heal() {
        await withDatabase(site.env, (db) => db.query(`alter table ${sheetRowTable} drop constraint poison`));
        await admin.call(parkedEventReplay, { commandId: randomUUID() });
        await vi.waitFor(async () => {
          const { list } = await admin.call(parkedEventQuery, {});
          if (list.length > 0) throw new Error(`${list.length} events are still parked: ${list[0]?.reason}`);
        }, patience);
      },
      check: () => Promise.resolve(problems),
    };
  },
};
