import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const databaseServer = './infra/src/testing/global-setup.ts';
const wholeProduct = './tests/src/testing/product-setup.ts';

/** Tests that replace what Node itself gives, or measure their process: each has one of its own. */
const ownProcess = 'infra/eventstore/src/{disk-faults,memory}.test.ts';

/**
 * Walks through a product that each starts itself: from a demo university that nobody has touched, and from nothing.
 * The longest files: their group comes first by name.
 */
const ownProduct = 'tests/src/journeys/{readme,real-school}.journey.test.ts';

/**
 * What `npm run test:engine` leaves out, because it brings engines of its own; vitest's own `--exclude` does not reach
 * into projects.
 */
const leftOut = (process.env.TEST_LEFT_OUT ?? '').split(',').filter((pattern) => pattern !== '');

/** Many tests with engines wait for processes that start, end or are frozen: a third file uses that time. */
const waitingWorkers = 3;

/** Files that take a minute or more. Vitest begins with large files; a small one that takes long would end alone. */
const long = [
  'backup',
  'bench',
  'npm-start',
  'production',
  'service-stop',
  'sheet-interleavings',
  'supervisor',
  'two-services',
  'worker',
].map((name) => `/${name}.test.ts`);

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const group = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    const isLong = ({ moduleId }: TestSpecification): number => Number(long.some((end) => moduleId.endsWith(end)));
    return (await super.sort(files)).toSorted((one, other) => group(one) - group(other) || isLong(other) - isLong(one));
  }
}

/**
 * Groups, one after the other: what needs no engine, what needs engines, what needs the whole product, and what breaks
 * it.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    // Generous, for slow and busy machines: a test waits for a condition, not for a time.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    setupFiles: ['./infra/src/testing/patience.ts'],
    expect: { poll: { timeout: 60_000, interval: 25 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'plain',
          include: [
            'contracts/src/**/*.test.ts',
            'web/src/**/*.test.ts',
            'tests/src/{architecture,spec-coverage,bench,golden}/**/*.test.ts',
          ],
          // One process for many files: there is nothing in them that one could leave to the next.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['web/src/**/*.test.tsx'],
          // A context of its own for each file in the same threads: a third of the time that a process for each takes.
          pool: 'vmThreads',
          vmMemoryLimit: '1GB',
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          include: ['infra/**/*.test.ts', 'services/**/*.test.ts', 'tests/src/**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            'tests/src/{architecture,spec-coverage,bench,golden,journeys,backup}/**',
            'tests/src/faults/**/*.fault.test.ts',
            ownProcess,
            ...leftOut,
          ],
          globalSetup: [databaseServer],
          // One process for many files: nothing here is a singleton, and to import the services anew for each file took
          // longer than many of the tests.
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          maxWorkers: waitingWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'engines-apart',
          include: [ownProcess],
          maxWorkers: waitingWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'walk', include: [ownProduct], testTimeout: 180_000, sequence: { groupOrder: 2 } },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['tests/src/{journeys,backup}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ownProduct],
          // A product for each of the two workers.
          globalSetup: [wholeProduct],
          isolate: false,
          restoreMocks: true,
          testTimeout: 180_000,
          // The first waits for the products to start.
          hookTimeout: 420_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          // Each starts what it breaks.
          include: ['tests/src/faults/**/*.fault.test.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
