import { parseDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { classSize, gatewayLoad, lastSamples, openDesks, type Desk } from './desks.ts';
import { atMost, type Figure } from './figure.ts';
import type { LoadRun } from './load-driver.ts';
import { cpuOf } from './process-cost.ts';
import { typedValue } from './score-typing.ts';
import type { ProductStage } from './stage.ts';

const teachersAtOnce = [300, 4] as const;
const minuteMs = [60_000, 1_200] as const;
/** A row in a second, saved as the page saves by itself. */
const rowsInSave = 5;
const savesOfClass = classSize / rowsInSave;

/**
 * The last evening of entry: 300 teachers type a class of 60 each within one minute, beside raw appends of the same
 * events at the same moments.
 */
export async function measureEntryPeak(stage: ProductStage): Promise<Figure[]> {
  const [count, ms] = [stage.scale.size(...teachersAtOnce), stage.scale.size(...minuteMs)];
  const desks = await openDesks(stage, count, { rowsInSave, manner: 'rows' }, await teacherAccounts(stage, count));
  const save = await gatewayLoad(stage, desks);
  const before = await cpuOf(stage.processes);
  const saves = await save(desks.length, ms, ms / savesOfClass);
  const after = await cpuOf(stage.processes);
  const raw = await rawAppends(stage, desks, ms);
  const missing = await lostCells(stage, desks);
  const against = 'appendToStream of the same events at the same moments';
  const cpu = Object.fromEntries(
    Object.keys(before).map((name) => [name, (after[name]! - before[name]!) / saves.operations]),
  );
  const cells = desks.reduce((sum, { place }) => sum + place.studentCodes.length * place.dataKeys.length, 0);
  return [
    {
      id: 'peak.saves',
      unit: '1/s',
      value: saves.perSecond,
      baseline: raw.perSecond,
      against,
      cpu: { ...cpu, driver: saves.driverCpuMs },
    },
    {
      id: 'peak.save.p50',
      unit: 'ms',
      value: saves.p50,
      baseline: raw.p50,
      against,
      aims: [atMost(saves.p50, 20, ' ms')],
    },
    {
      id: 'peak.save.p99',
      unit: 'ms',
      value: saves.p99,
      baseline: raw.p99,
      against,
      aims: [atMost(saves.p99, 100, ' ms')],
    },
    {
      id: 'peak.lost',
      unit: 'cells',
      value: missing,
      baseline: cells,
      against: 'all cells that were typed',
      aims: [atMost(missing, 0, ' lost or wrong')],
    },
  ];
}

/** Accounts of teachers who may enter scores, as many as there are up to one a desk. */
async function teacherAccounts({ db }: ProductStage, count: number): Promise<string[]> {
  const { rows } = await db.query<{ user_name: string }>(
    `select account.user_name from base.user_account account
      join base.user_role held on held.user_name = account.user_name and held.jsbh = '06'
      where account.gh is not null and account.sfqy = '1' order by account.user_name limit $1`,
    [count],
  );
  return rows.map((row) => row.user_name);
}

async function rawAppends({ rawUrl, driver, log }: ProductStage, desks: readonly Desk[], ms: number): Promise<LoadRun> {
  const append = await driver.prepare('appendEvents', { url: rawUrl, samples: await lastSamples(log, desks) });
  return await append(desks.length, ms, ms / savesOfClass);
}

/** Cells whose last stored value is not the one that was typed, in the event store itself. */
async function lostCells({ log }: ProductStage, desks: readonly Desk[]): Promise<number> {
  let lost = 0;
  for (const {
    place: { teachingClassId, studentCodes, dataKeys },
  } of desks) {
    const stored = new Map<string, unknown>();
    for await (const recorded of log.readStream(sheetStream(teachingClassId, '1'))) {
      const entered = recorded as unknown as ScoreSheetEvent;
      if (entered.type !== 'CellsEntered') continue;
      for (const row of entered.data.rows)
        for (const cell of row.cells) stored.set(`${row.studentCode} ${cell.dataKey}`, cell.after);
    }
    for (const [student, code] of studentCodes.entries()) {
      for (const [item, dataKey] of dataKeys.entries())
        if (stored.get(`${code} ${dataKey}`) !== parseDecimal(typedValue(student, item), 1)) lost += 1;
    }
  }
  return lost;
}
