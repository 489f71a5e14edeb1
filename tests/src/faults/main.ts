/**
 * `npm run test:faults`: every fault in its long form under load, and the tests below the whole product that belong to
 * them. Writes docs/faults.md and, with all figures, fault-report.json. `-- --short` takes the faults of `npm test`
 * instead. FAULT_SEED repeats a run. Exits with 1 when something failed.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { runVitest } from '../vitest-run.ts';
import { faultReport, forgetFaultResults, keptFaultResults, type Proof } from './fault-report.ts';

/** Tests on engines, by what they prove. */
const proofs: readonly { readonly what: string; readonly paths: readonly string[] }[] = [
  {
    what: '1,000 interleavings of two editors on one sheet, through two commands services: no silent lost edit',
    paths: ['services/commands/src/score/entry/sheet-interleavings.test.ts'],
  },
  {
    what:
      '500 applications × 4 concurrent submissions of each: exactly 500; a command repeated at once, and after the ' +
      'stream moved on, answers its first result',
    paths: ['services/commands/src/kernel/command-handler.test.ts'],
  },
  {
    what: 'policies cut between append and effect',
    paths: [
      'services/commands/src/kernel/policies.test.ts',
      'services/commands/src/kernel/outages.test.ts',
      'services/commands/src/score/interrupted-policies.test.ts',
    ],
  },
  {
    what: 'poison, unknown types and versions, rebuilds and several workers, at the read models',
    paths: ['services/projections/src/kernel'],
  },
  {
    what: 'connections to PostgreSQL that are dead without a word',
    paths: ['tests/src/faults/half-open-database.test.ts'],
  },
  {
    what: 'the local node: crashes at any line, torn and damaged logs, a damaged index, a full disk',
    paths: [
      'infra/eventstore/src/crash.test.ts',
      'infra/eventstore/src/recovery.test.ts',
      'infra/eventstore/src/disk-faults.test.ts',
      'infra/eventstore/src/index-damage.test.ts',
    ],
  },
  { what: 'backup while the system runs, and restore', paths: ['infra/src/backup'] },
];

const form = process.argv.includes('--short') ? 'short' : 'long';
const startedAt = new Date();
const seed = process.env.FAULT_SEED ?? String(startedAt.getTime() % 1_000_000);
/** On a busy machine the long form takes several times as long as on a quiet one. */
const limitMs = 60 * 60_000;
const options = { cwd: projectRoot, limitMs, env: { ...process.env, FAULT_FORM: form, FAULT_SEED: seed } };
await forgetFaultResults();
const underLoad = await runVitest(['--project', 'faults'], options);
const below: Proof[] = [];
for (const { what, paths } of proofs)
  below.push({ what, ...(await runVitest(['--project', 'engines*', ...paths], options)) });
const run = await keptFaultResults();
if (run)
  await writeFile(
    join(projectRoot, 'docs', 'faults.md'),
    faultReport(run, below, { form, startedAt, minutes: (Date.now() - startedAt.getTime()) / 60_000 }),
  );
else process.stderr.write('\nThe load did not run to its end (see above): docs/faults.md stays as it was\n');
const failed = underLoad.failed + below.reduce((sum, proof) => sum + proof.failed, 0);
process.stdout.write(
  `\n${underLoad.passed + below.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failed} failed` +
    `${run ? '; see docs/faults.md' : ''}\n`,
);
process.exit(failed === 0 ? 0 : 1);
