import { oneRow, load, type CommandSamples } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { people } from './score-school.ts';

const envelope = { actor: people.office };

/** Two teachers who are one, while nobody else is merged. */
async function twice(t: TestApp, n: number): Promise<{ handler: 'teacher'; stayKey: string; goneKeys: string[] }> {
  const of = (gh: string) => ({ gh, ywbm: gh, xm: `重名${n}`, xbm: '1', dwh: '101', dqztm: '11', sfrk: '1' });
  await load(t, 'teacher', [of(`MS${n}`), of(`MG${n}`)]);
  await t.app.services.pool.query(
    `update base.long_job set status = '2' where kind in ('merge', 'mergeUndo') and status in ('0', '1')`,
  );
  return { handler: 'teacher', stayKey: `MS${n}`, goneKeys: [`MG${n}`] };
}

/** Commands that make one of rows that are one thing twice. */
export const mergeSamples: CommandSamples = {
  'merge.preview': { prepare: async (t, n) => ({ payload: await twice(t, n), envelope }) },
  'merge.start': { prepare: async (t, n) => ({ payload: await twice(t, n), envelope }) },
  'merge.undo': {
    async prepare(t, n) {
      const choice = await twice(t, n);
      await t.accept('merge.start', choice, envelope);
      const { taskId } = await oneRow<{ taskId: string }>(
        t,
        'select task_id as "taskId" from base.merge_task where stay_key = $1',
        [choice.stayKey],
      );
      await t.app.services.pool.query(`update base.long_job set status = '2' where kind = 'merge'`);
      return { payload: { handler: choice.handler, taskId }, envelope };
    },
  },
};
