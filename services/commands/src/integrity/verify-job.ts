import { fork } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { defineLongJob } from '../kernel/long-job.ts';

/** What the stand-alone program says while it works, and at its end. */
const said = z.union([
  z.object({ code: z.number().int(), events: z.number().int(), lines: z.array(z.string()), verdict: z.string() }),
  z.object({ events: z.number().int() }),
]);

const outcomes = ['intact', 'altered', 'unproven'] as const;

/**
 * Checks the whole history with the stand-alone program, which an auditor runs by himself just as well. It goes on in
 * the table of the runs; one that was broken off begins anew.
 */
export const verifyJob = defineLongJob({
  kind: 'integrityVerify',
  payload: z.object({ total: z.number().int() }),
  async run({ itemKey: runId }, { total }, { actor, time }, { pool, integrity }) {
    if (!integrity) throw new Error('this service does not know where the log and its keys are');
    await pool.query(
      `insert into base.integrity_run (run_id, user_name, name, started_at, total) values ($1, $2, $3, $4, $5)
       on conflict (run_id) do update set events = 0, ended_at = null, outcome = null, lines = '{}'`,
      [runId, actor.userName, actor.name, time, total],
    );
    let looked = Promise.resolve();
    const { outcome, lines, events } = await checked(integrity, (events) => {
      looked = looked.then(async () => {
        await pool.query('update base.integrity_run set events = $2 where run_id = $1', [runId, events]);
      });
      looked.catch(() => undefined);
    });
    await looked.catch(() => undefined);
    await pool.query(
      `update base.integrity_run set events = coalesce($2, events), outcome = $3, lines = $4,
          ended_at = clock_timestamp() where run_id = $1`,
      [runId, events, outcome, lines],
    );
    return { changed: outcome === 'intact', message: lines[0] ?? '' };
  },
});

interface Checked {
  readonly outcome: 'intact' | 'altered' | 'unproven' | 'failed';
  readonly lines: readonly string[];
  readonly events: number | null;
}

/** Runs the program on the store, whose address is told by the environment: others see arguments. */
async function checked(
  { eventStoreUrl, keyFolder }: NonNullable<CommandServices['integrity']>,
  progress: (events: number) => void,
): Promise<Checked> {
  const files = (await readdir(keyFolder).catch(() => [])).filter((name) => /^public-.*\.pem$/.test(name));
  const keys = files.flatMap((name) => ['--key', join(keyFolder, name)]);
  const child = fork(join(projectRoot, 'infra/verify/main.ts'), keys, {
    env: { EVENTSTORE_URL: eventStoreUrl },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr?.on('data', (bytes: Buffer) => (complaint += bytes.toString()));
  return await new Promise((resolve, reject) => {
    let end: Checked | undefined;
    child.on('message', (message) => {
      const told = said.parse(message);
      if (!('code' in told)) return progress(told.events);
      const outcome = outcomes[told.code] ?? 'failed';
      end = { outcome, lines: [told.verdict, ...told.lines], events: told.events };
    });
    child.on('error', reject);
    child.on('close', () => resolve(end ?? { outcome: 'failed', lines: [complaint.trim()], events: null }));
  });
}
