import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  addDefaultModules,
  addModulesOfDefault,
  copySchemeVersion,
  copyVersion,
  deleteVersions,
  getModuleAndCategory,
  getModuleNoSelectedClassify,
  getModuleSelectedClassify,
  getModuleSelectedClassifyForUpdate,
  moveClassify,
  moveModule,
  moveSchemeClassify,
  moveSchemeModule,
  queryAllVersions,
  schemeVersionTree,
} from '@jwxt/contracts/scheme/scheme-version.operations.ts';
import { schemeVersion } from '@jwxt/contracts/scheme/scheme-version.resource.ts';
import { handler, type Handler } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { fixedOf, readClassifies, readModules, readVersions } from './scheme-version.read.ts';

/** Versions with their trees (SCHEME-09): the whole school's, so that no scope holds. */
export const schemeVersionHandlers: readonly Handler[] = [
  handler(getModuleAndCategory, async ({ schemeVersionId }, { services: { db } }) => {
    const [version] = await readVersions(db, { key: schemeVersionId });
    if (!version) throw new Refused('NOT_FOUND');
    return { ...version, fixed: await fixedOf(db, version), modules: await readModules(db, schemeVersionId) };
  }),
  handler(getModuleNoSelectedClassify, async ({ schemeVersionId, gradeMajorId = null }, { services: { db } }) => ({
    list: await readClassifies(db, schemeVersionId, { gradeMajorId, selected: false }),
  })),
  handler(getModuleSelectedClassify, async ({ schemeVersionId, gradeMajorId = null }, { services: { db } }) => ({
    list: await readClassifies(db, schemeVersionId, { gradeMajorId, selected: true }),
  })),
  handler(getModuleSelectedClassifyForUpdate, async (input, { services: { db } }) => {
    const { schemeVersionId, gradeMajorId = null, schemeSystemId: besides } = input;
    return { list: await readClassifies(db, schemeVersionId, { gradeMajorId, selected: false, besides }) };
  }),
  handler(queryAllVersions, async ({ all }, { services: { db } }) => ({
    list: await readVersions(db, { published: all !== yesNo.yes }),
  })),
  handler(schemeVersionTree, async (_input, { services: { db } }) => ({
    list: [...Map.groupBy(await readVersions(db), ({ schemeVersionYear }) => schemeVersionYear)].map(
      ([year, versions]) => ({ year, versions }),
    ),
  })),
  handler(deleteVersions, ({ commandId, keyList: keys }, call) =>
    runCommand(schemeVersion.commands.batchDelete, { keys }, call, { commandId }),
  ),
  handler(copyVersion, ({ commandId, ...payload }, call) =>
    runCommand(copySchemeVersion, payload, call, { commandId }),
  ),
  handler(addDefaultModules, ({ commandId, ...payload }, call) =>
    runCommand(addModulesOfDefault, payload, call, { commandId }),
  ),
  handler(moveModule, ({ commandId, ...payload }, call) => runCommand(moveSchemeModule, payload, call, { commandId })),
  handler(moveClassify, ({ commandId, ...payload }, call) =>
    runCommand(moveSchemeClassify, payload, call, { commandId }),
  ),
];
