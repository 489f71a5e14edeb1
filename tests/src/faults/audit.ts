import { approvalCounts } from '@jwxt/contracts/approval/approval.operations.ts';
import { queueKey, WHOLE_SCHOOL } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiSession } from '../testing/api-session.ts';
import { auditCommands, auditLog } from './command-audit.ts';
import { auditEffects } from './effect-audit.ts';
import type { FaultScene } from './fault.ts';
import type { FaultSite } from './fault-site.ts';
import {
  fingerprints,
  readQueues,
  rebuildAll,
  recountQueues,
  whatIsParked,
  whatLags,
  withDatabase,
} from './read-model-audit.ts';
import { readModels } from './recovery.ts';
import { auditSheets } from './sheet-audit.ts';
import { eventsAfter, readEverything, type LoggedEvent } from './stored-events.ts';

/** How long to wait for what comes right by itself; not how long it may take. */
const patienceMs = 120_000;

/** What was checked, as the report says it. */
export const audited = [
  'every command answered, none refused; every acknowledged one is in the store exactly once with the values ' +
    'sent, and nothing that nobody sent; no gap, no event twice',
  'everything that events set off in other streams happened exactly once, and nothing is parked',
  'every read model is live at the end of the log; sheets read through the API equal the fold of their events ' +
    'and what was acknowledged last',
  'to-do counts equal a recount of the applications, in the table and through the API',
  'a rebuild of every read model equals the live one, row for row',
];

/** Looks at everything while the load rests. Answers what is wrong; nothing when all is well. */
export async function audit({ site, load, admin }: FaultScene): Promise<string[]> {
  const unhappy = load.journal.commands.filter(({ outcome }) => outcome !== 'acknowledged');
  const effects = await untilNone(async () => auditEffects(await readEverything(site.env)));
  const lags = await untilNone(async () => [...(await whatLags(admin)), ...(await readModels(site))]);
  const events = await readEverything(site.env);
  return [
    ...unhappy.map(
      ({ expected, userName, outcome, refusal }) => `${expected.kind} of ${userName}: ${outcome} ${refusal ?? ''}`,
    ),
    ...auditLog(events),
    ...auditCommands(
      load.journal.commands,
      eventsAfter(events, load.from).filter((event) => !opensClass(event, load)),
    ),
    ...effects,
    ...lags,
    // What is tried again by itself is not parked for good.
    ...(await untilNone(() => withDatabase(site.env, whatIsParked))),
    ...(await auditSheets(await site.signIn('registrar2'), load.classes, events, load.journal.commands)),
    ...(await auditCounts(site, events)),
    ...(await auditRebuild({ site, admin })),
  ];
}

/** The test itself opens the classes that the writers type into. */
function opensClass({ stream, event }: LoggedEvent, { classes }: FaultScene['load']): boolean {
  return (
    event.type === 'SheetInitialised' &&
    classes.some(({ teachingClassId }) => stream === sheetStream(teachingClassId, '1'))
  );
}

async function auditCounts(site: FaultSite, events: readonly LoggedEvent[]): Promise<string[]> {
  const recount = recountQueues(events);
  const kept = await withDatabase(site.env, readQueues);
  const problems = [...new Set([...Object.keys(recount), ...Object.keys(kept)])]
    .filter((key) => (recount[key] ?? 0) !== (kept[key] ?? 0))
    .map((key) => `queue ${key}: ${kept[key] ?? 0} kept, ${recount[key] ?? 0} counted`);
  for (const [person, queue] of [
    ['dean3', queueKey('', '04', '103')],
    ['registrar2', queueKey('', '05', WHOLE_SCHOOL)],
  ] as const) {
    const own = Object.entries(recount)
      .filter(([key]) => key.endsWith(queue))
      .reduce((sum, [, count]) => sum + count, 0);
    const { todo } = await (await site.signIn(person)).call(approvalCounts, {});
    if (todo !== own) problems.push(`${person} is told of ${todo}, ${own} counted`);
  }
  return problems;
}

/** Rebuilds every read model and compares. `meanwhile` is done as soon as it was asked for. */
export async function auditRebuild(
  { site, admin }: { site: Pick<FaultSite, 'env'>; admin: ApiSession },
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  return await withDatabase(site.env, async (db) => {
    const live = await fingerprints(db);
    const unfinished = await rebuildAll(admin, db);
    await meanwhile();
    const left = await untilNone(unfinished);
    if (left.length > 0) return left.map((name) => `${name}: the rebuild did not come to an end`);
    const rebuilt = await fingerprints(db);
    return [...new Set([...Object.keys(live), ...Object.keys(rebuilt)])]
      .filter((table) => live[table] !== rebuilt[table])
      .map((table) => `${table}: ${live[table] ?? 'not there'} live, ${rebuilt[table] ?? 'not there'} rebuilt`);
  });
}

/** Asks until there is nothing to say, or for a while. */
async function untilNone(problems: () => Promise<string[]>): Promise<string[]> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const found = await problems();
    if (found.length === 0 || performance.now() > deadline) return found;
    await sleep(200);
  }
}
