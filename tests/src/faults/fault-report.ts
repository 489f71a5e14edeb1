import { readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { z } from 'zod';
import { audited } from './audit.ts';
import type { FaultResult } from './fault-run.ts';

const faultRun = z.object({
  seed: z.number(),
  writers: z.number(),
  results: z.array(
    z.object({
      name: z.string(),
      how: z.string(),
      commands: z.number(),
      sentAgain: z.number(),
      recoverySeconds: z.number().nullable(),
      problems: z.array(z.string()),
    }),
  ),
});
type FaultRun = z.output<typeof faultRun>;

/** Tests below the whole product that are run with the faults. */
export interface Proof {
  readonly what: string;
  readonly passed: number;
  readonly failed: number;
}

/** Where a run leaves its results; ignored by git. */
const resultsFile = join(projectRoot, 'fault-report.json');

/** Keeps the results of the faults under load. */
export async function keepFaultResults(run: {
  readonly seed: number;
  readonly writers: number;
  readonly results: readonly FaultResult[];
}): Promise<void> {
  await writeFile(resultsFile, `${JSON.stringify(faultRun.parse(run), null, 2)}\n`);
}

/** Takes away what an earlier run kept. */
export async function forgetFaultResults(): Promise<void> {
  await rm(resultsFile, { force: true });
}

/** What {@link keepFaultResults} kept; null when the run ended before it kept anything. */
export async function keptFaultResults(): Promise<FaultRun | null> {
  const kept = await readFile(resultsFile, 'utf8').catch(() => null);
  return kept === null ? null : faultRun.parse(JSON.parse(kept));
}

/** The report as Markdown. */
export function faultReport(
  { seed, writers, results }: FaultRun,
  proofs: readonly Proof[],
  about: { readonly form: 'short' | 'long'; readonly startedAt: Date; readonly minutes: number },
): string {
  const [cpu] = cpus();
  const kills = results.filter(({ name }) => name.endsWith(' killed')).length;
  const recoveries = results
    .flatMap(({ recoverySeconds }) => (recoverySeconds === null ? [] : [recoverySeconds]))
    .toSorted((a, b) => a - b);
  const failed = results.filter(({ problems }) => problems.length > 0);
  const facts: readonly [what: string, value: string][] = [
    [
      'date',
      `${about.startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC, ${about.minutes.toFixed(0)} minutes`,
    ],
    [
      'machine',
      `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
        `${type()} ${release()}, Node ${process.versions.node}`,
    ],
    [
      'command',
      `\`FAULT_SEED=${seed} npm run test:faults${about.form === 'short' ? ' -- --short' : ''}\` ` +
        '(the seed gives the same faults at the same random moments again)',
    ],
    [
      'processes',
      about.form === 'short'
        ? 'one of each'
        : 'two commands services, two projections and two gateways: ' +
          'connections go to both of two in turn, and past one that is gone',
    ],
    [
      'load',
      `${writers} writers at the API: they type into shared sheets, submit, approve, return, recognise; ` +
        `${results.reduce((sum, { commands }) => sum + commands, 0)} commands acknowledged around the faults`,
    ],
    [
      'faults',
      `${results.length}, of them ${kills} × SIGKILL; ` +
        (failed.length === 0 ? 'every check passed after each of them' : `${failed.length} with problems, see below`),
    ],
    [
      'following again',
      `median ${seconds(recoveries[Math.floor(recoveries.length / 2)])}, longest ${seconds(recoveries.at(-1))}, ` +
        'from the part being up again until everything was subscribed, by its own word, ' +
        'and beyond what was stored then',
    ],
  ];
  const rows = results.map(({ name, how, commands, sentAgain, recoverySeconds, problems }) => {
    const told = problems.slice(0, 3).join('; ').replaceAll('|', '/').replaceAll('\n', ' ');
    const result = problems.length === 0 ? 'as it should be' : told;
    return `| ${name} | ${how} | ${commands} | ${sentAgain} | ${seconds(recoverySeconds ?? undefined)} | ${result} |`;
  });
  const introduction =
    'What happens to the whole product, at work, when its parts fail. Written by `npm run test:faults`; ' +
    'a short form of it belongs to `npm test`.';
  const subscribed =
    '- subscriptions were back by themselves within 10 s of the part being up again ' +
    '(20 s after a part that was frozen; 40 s where policies were kept from their work and have all of it before ' +
    'them, and where connections stay dead without a word: nobody can tell those from a slow answer sooner).';
  const ownChecks =
    'Beside that each fault may have checks of its own: that the damage was said and where, ' +
    'that nothing was acknowledged meanwhile, that the other of two processes went on alone and took over ' +
    'what the dead or frozen one had led, that never both led, that two answers to one command are one.';
  const columns =
    '“Commands” were acknowledged from just before the fault until the writers got on again; ' +
    '“sent again” had to be repeated by their writer, because an answer was missing.';
  return `# Faults

${introduction}

| | |
| --- | --- |
${facts.map(([what, value]) => `| ${what} | ${value} |`).join('\n')}

## What is checked

The load is let come to rest after each fault (after each round of kills) and then:

${audited.map((line) => `- ${line};`).join('\n')}
${subscribed}

${ownChecks}

## Faults under load

| fault | how | commands | sent again | following again | result |
| --- | --- | ---: | ---: | ---: | --- |
${rows.join('\n')}

${columns}

## Below the whole product

| what | tests passed | failed |
| --- | ---: | ---: |
${proofs.map(({ what, passed, failed: bad }) => `| ${what} | ${passed} | ${bad} |`).join('\n')}
`;
}

function seconds(value: number | undefined): string {
  return value === undefined ? '–' : `${value.toFixed(1)} s`;
}
