import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../runtime/config.ts';
import { restartedBy, services, watchedFolders } from './restart-scope.ts';

it.each([
  ['services/gateway/src/app.ts', ['gateway']],
  ['services/commands/src/score/entry.decider.ts', ['commands']],
  ['contracts/src/score/score-remark.rules.ts', services],
  ['infra/src/runtime/event-log.ts', services],
  ['infra/src/demo/main.ts', []],
  ['services/gateway/src/app.test.ts', []],
  ['services/gateway/src/testing/school.ts', []],
  ['services/gateway/src/notes.md', []],
])('a change of %s starts %j again', (path, restarted) => {
  expect(restartedBy(path)).toEqual(restarted);
});

it('watches folders that are there', () => {
  expect(watchedFolders.filter((folder) => !existsSync(join(projectRoot, folder)))).toEqual([]);
});
