import { mergeCourseHours } from '@jwxt/contracts/scheme/course-hour.operations.ts';
import { changeRequirements, clearMajorSystem } from '@jwxt/contracts/scheme/requirement.operations.ts';
import {
  changeSystem,
  copySystemOfGradeMajor,
  copySystemOfVersion,
  recountMajorSystem,
} from '@jwxt/contracts/scheme/scheme-system.operations.ts';
import {
  addModulesOfDefault,
  copySchemeVersion,
  moveSchemeClassify,
  moveSchemeModule,
} from '@jwxt/contracts/scheme/scheme-version.operations.ts';
import type { CommandDefinition } from '@jwxt/contracts/kernel/command.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { z } from 'zod';
import { applyOnce } from '../kernel/applied-command.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';
import type { Refused } from '../kernel/refusal.ts';
import { mergeHourTypes } from './course-hours.ts';
import { chooseVersions, clearSystem } from './requirement.ts';
import {
  changeSystemLines,
  copyGradeMajorToOthers,
  copyVersionToGradeMajors,
  recountGradeMajor,
} from './scheme-system.ts';
import { copyOfVersion, giveDefaultModules, moveClassifyTo, moveModuleTo } from './scheme-tree.ts';

/** A command that changes rows, once, in one transaction with its log. */
function rowRoute<D extends CommandDefinition>(
  definition: D,
  work: (
    client: PoolClient,
    context: CommandContext,
    payload: z.output<D['payload']>,
  ) => Promise<z.output<D['result']> | Refused>,
): CommandRoute {
  return defineRoute(definition, async (payload, context, { pool, reference }) => {
    const done = await applyOnce(pool, context, (client) => work(client, context, payload));
    reference.forget();
    return done;
  });
}

/** Commands of the frame of training schemes besides those of its rows. */
export const schemeRoutes: readonly CommandRoute[] = [
  rowRoute(copySchemeVersion, copyOfVersion),
  rowRoute(addModulesOfDefault, giveDefaultModules),
  rowRoute(moveSchemeModule, moveModuleTo),
  rowRoute(moveSchemeClassify, moveClassifyTo),
  rowRoute(changeSystem, changeSystemLines),
  rowRoute(copySystemOfVersion, copyVersionToGradeMajors),
  rowRoute(copySystemOfGradeMajor, copyGradeMajorToOthers),
  rowRoute(recountMajorSystem, recountGradeMajor),
  rowRoute(changeRequirements, chooseVersions),
  rowRoute(clearMajorSystem, clearSystem),
  rowRoute(mergeCourseHours, mergeHourTypes),
];
