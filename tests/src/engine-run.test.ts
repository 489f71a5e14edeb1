import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { expect, it } from 'vitest';
import { withOwnEngines } from './engine-run.ts';

/** What gives a test an engine of its own, whatever engines are given. */
const ownEngine =
  /\b(startTestEventNode|startLocalEventNode|startTestNode|spawnNode|startLocalPostgres|startNpmStart)\(/;

it('names every engine test that brings an engine of its own, and nothing that is not there', () => {
  const files = globSync('{infra,services,tests/src}/**/*.test.ts', {
    cwd: projectRoot,
    exclude: ['**/node_modules/**'],
  }).filter((file) => !/^tests\/src\/(journeys|backup|faults)\//.test(file));
  const ownFile = 'tests/src/engine-run.test.ts';
  const givenOrNode = 'infra/eventstore/src/as-real-servers.test.ts';
  const own = files.filter(
    (file) =>
      file !== ownFile && file !== givenOrNode && ownEngine.test(readFileSync(`${projectRoot}/${file}`, 'utf8')),
  );
  const known = (file: string): boolean => withOwnEngines.some(({ paths }) => matchesGlob(file, paths));
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((file) => !known(file))).toEqual([]);
  for (const { paths } of withOwnEngines)
    expect(
      files.some((file) => matchesGlob(file, paths)),
      paths,
    ).toBe(true);
});
