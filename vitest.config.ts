import { defineConfig } from 'vitest/config';

const databaseServer = './infra/src/testing/global-setup.ts';
const wholeProduct = './tests/src/testing/product-setup.ts';

/** Four groups, one after the other: what needs no engine, what needs engines, what needs the whole product alone, and what breaks it. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // Generous, for slow and busy machines: a test waits for a condition, not for a time.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'plain',
          include: ['contracts/src/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}', 'tests/src/{architecture,spec-coverage,bench}/**/*.test.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          include: ['infra/**/*.test.ts', 'services/**/*.test.ts', 'tests/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'tests/src/{architecture,spec-coverage,bench,journeys,backup}/**', 'tests/src/faults/**/*.fault.test.ts'],
          globalSetup: [databaseServer],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['tests/src/{journeys,backup}/**/*.test.ts'],
          globalSetup: [wholeProduct],
          maxWorkers: 1,
          testTimeout: 180_000,
          hookTimeout: 180_000,
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
