import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from './audit.ts';
import type { Fault, FaultScene } from './fault.ts';
import { untilFollowing } from './recovery.ts';

/** What became of one fault. */
export interface FaultResult {
  readonly name: string;
  readonly how: string;
  /** Commands acknowledged from shortly before the fault until everything followed again and the writers got on. */
  readonly commands: number;
  /** Those of them that had to be sent more than once. */
  readonly sentAgain: number;
  /** Seconds from the part being up again until every subscription was live; null when that never happened. */
  readonly recoverySeconds: number | null;
  readonly problems: readonly string[];
}

/** Acknowledgements that show the load to be running. */
const enough = 60;
/** A fault comes at a random moment of this length. */
const momentMs = 1_500;
/** In which subscriptions are to be back by themselves. */
const usualLimitSeconds = 10;

/** Lets faults happen one after the other to the product at work, then lets it rest and audits it once. */
export async function strike(faults: readonly Fault[], scene: FaultScene): Promise<FaultResult[]> {
  const { load } = scene;
  const results: FaultResult[] = [];
  const checks: (() => Promise<string[]>)[] = [];
  await load.go();
  for (const fault of faults) {
    const result = await strikeOnce(fault, scene, checks);
    results.push(result);
    process.stdout.write(
      `${result.name}: ${result.commands} commands, following again after ` +
        `${result.recoverySeconds?.toFixed(1) ?? '–'} s ${result.problems.join('; ')}\n`,
    );
  }
  const problems = await failing(async () => {
    await load.hold();
    const own: string[] = [];
    for (const check of checks) own.push(...(await check()));
    return [...own, ...(await audit(scene))];
  });
  const last = results.pop()!;
  return [...results, { ...last, problems: [...last.problems, ...problems] }];
}

async function strikeOnce(fault: Fault, scene: FaultScene, checks: (() => Promise<string[]>)[]): Promise<FaultResult> {
  const { site, load, random } = scene;
  const first = load.journal.commands.length;
  if (site.seconds) await spread(scene);
  let recoverySeconds: number | null = null;
  const problems = await failing(async () => {
    await load.busy(enough);
    await sleep(random.below(momentMs));
    const provoked = await fault.provoke(scene);
    await sleep(fault.lastsMs);
    await provoked.heal();
    const { seconds, last } = await untilFollowing(site);
    recoverySeconds = seconds;
    await load.busy(enough);
    if (provoked.check) checks.push(() => provoked.check!());
    return seconds > (fault.recoveryLimitSeconds ?? usualLimitSeconds)
      ? [`following again took ${seconds.toFixed(1)} s; last were: ${last}`]
      : [];
  });
  const sent = load.journal.commands.slice(first);
  return {
    name: fault.name,
    how: fault.how,
    recoverySeconds,
    problems,
    commands: sent.filter(({ outcome }) => outcome === 'acknowledged').length,
    sentAgain: sent.filter(({ tries }) => tries > 1).length,
  };
}

/** What failed, and why: a request that got no answer says only in its cause what became of it. */
function saying(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${saying(error.cause)}`;
}

/**
 * A connection stays with the process that took it, however long the other one has been back: when people rest, all are
 * opened anew, to both in turn.
 */
async function spread({ site, load }: FaultScene): Promise<void> {
  await load.hold();
  site.door.cut();
  site.proxies.commands.cut();
  await load.go();
}

/** The problems that work finds; that it failed is one. */
async function failing(work: () => Promise<string[]>): Promise<string[]> {
  try {
    return await work();
  } catch (error) {
    return [saying(error)];
  }
}
