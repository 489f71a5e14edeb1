import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { mergeCourseHours, mergeHours } from '@jwxt/contracts/scheme/course-hour.operations.ts';
import { courseHourRequire } from '@jwxt/contracts/scheme/course-hour.resource.ts';
import {
  batchUpdateRequirements,
  changeRequirements,
  clearMajorSystem,
  clearMajorSystemOperation,
  schemeModuleByGradeMajor,
  selectedClassifyOfMajor,
} from '@jwxt/contracts/scheme/requirement.operations.ts';
import {
  batchUpdateSystem,
  changeSystem,
  copyGradeMajor,
  copySystemOfGradeMajor,
  copySystemOfVersion,
  copyToGradeMajor,
  deleteSystems,
  judgeCreate,
  newestVersionDetail,
  queryClassifyIsParent,
  querySystemByGradeMajor,
  querySystemByScheme,
  recountMajorSystem,
  synchronousCreditHours,
  systemVersionDetail,
} from '@jwxt/contracts/scheme/scheme-system.operations.ts';
import { gradeMajorRequirement, schemeSystem } from '@jwxt/contracts/scheme/scheme-system.resource.ts';
import { handler, type Handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { reachesResource } from '../kernel/resource.read.ts';
import { runCommand } from '../kernel/run-command.ts';
import { seesEverything } from '../kernel/scope.ts';
import { readClassesOfMajor, readModulesOfMajor } from './requirement.read.ts';
import { judge, newestVersion, readSystem } from './scheme-system.read.ts';

/** Refuses what is about grade-majors outside the person's scope; none: the whole school's. */
async function checkGradeMajors(
  { services, user }: SignedInCall,
  permission: PermissionCode,
  gradeMajorIds: readonly string[],
  resource: Resource = gradeMajorRequirement,
): Promise<void> {
  const reaches =
    gradeMajorIds.length === 0
      ? seesEverything(user, permission, 'resource')
      : await reachesResource(services.db, user, resource, permission, { keys: gradeMajorIds });
  if (!reaches) throw new Refused('OUT_OF_SCOPE');
}

/** Credits of versions and grade-majors, and what grade-majors ask for (SCHEME-10…12). */
export const schemeSystemHandlers: readonly Handler[] = [
  handler(querySystemByScheme, async ({ schemeVersionId }, { services: { db }, user }) => {
    const tree = await readSystem(db, { schemeVersionId, gradeMajorId: null });
    // Units look at it; who sees the whole school writes it.
    const mayWrite = seesEverything(user, 'schemeSystem:update');
    return tree.fixed === '' && !mayWrite ? { ...tree, fixed: '模板由教务处维护' } : tree;
  }),
  handler(systemVersionDetail, async ({ id }, { services: { db } }) =>
    readSystem(db, { schemeVersionId: id, gradeMajorId: null }),
  ),
  handler(newestVersionDetail, async ({ studyTypeCode }, { services: { db } }) => {
    const schemeVersionId = await newestVersion(db, studyTypeCode);
    if (schemeVersionId === null) throw new Refused('NOT_FOUND');
    return await readSystem(db, { schemeVersionId, gradeMajorId: null });
  }),
  handler(querySystemByGradeMajor, async ({ gradeMajorId }, call) => {
    await checkGradeMajors(call, 'schemeSystem:query', [gradeMajorId]);
    return await readSystem(call.services.db, { schemeVersionId: null, gradeMajorId });
  }),
  handler(queryClassifyIsParent, async ({ moduleId }, { services: { db } }) => {
    const { rows } = await db.query<{ parent: boolean }>(
      `select exists (select from base.scheme_module where parent_module_id = $1)
          or exists (select from base.scheme_classify where module_id = $1) as parent`,
      [moduleId],
    );
    return { isParent: rows[0]?.parent ? '1' : '0' } as const;
  }),
  handler(judgeCreate, (input, { services: { db } }) => {
    const { moduleId, classifyId, gradeMajorId } = input;
    return judge(db, {
      moduleId,
      ...(classifyId === undefined ? {} : { classifyId }),
      ...(gradeMajorId === undefined ? {} : { gradeMajorId }),
    });
  }),
  handler(batchUpdateSystem, async ({ commandId, ...payload }, call) => {
    const { gradeMajorId } = payload;
    await checkGradeMajors(call, 'schemeSystem:update', gradeMajorId === null ? [] : [gradeMajorId]);
    return await runCommand(changeSystem, payload, call, { commandId });
  }),
  handler(copyToGradeMajor, async ({ commandId, ...payload }, call) => {
    await checkGradeMajors(call, 'schemeSystem:create', payload.gradeMajorIds);
    return await runCommand(copySystemOfVersion, payload, call, { commandId });
  }),
  handler(copyGradeMajor, async ({ commandId, ...payload }, call) => {
    await checkGradeMajors(call, 'schemeSystem:create', [payload.from, ...payload.to]);
    return await runCommand(copySystemOfGradeMajor, payload, call, { commandId });
  }),
  handler(synchronousCreditHours, async ({ commandId, ...payload }, call) => {
    await checkGradeMajors(call, 'majorSystem:update', [payload.gradeMajorId]);
    return await runCommand(recountMajorSystem, payload, call, { commandId });
  }),
  handler(deleteSystems, async ({ commandId, keyList: keys }, call) => {
    await checkGradeMajors(call, 'schemeSystem:batchDelete', keys, schemeSystem);
    return await runCommand(schemeSystem.commands.batchDelete, { keys }, call, { commandId });
  }),
  handler(mergeHours, async ({ commandId, ...payload }, call) => {
    const { into, from } = payload;
    await checkGradeMajors(call, 'courseHourRequire:update', [into, from], courseHourRequire);
    return await runCommand(mergeCourseHours, payload, call, { commandId });
  }),
  handler(batchUpdateRequirements, async ({ commandId, ...payload }, call) => {
    await checkGradeMajors(call, 'gradeMajorSchemeRequirement:update', payload.requirementIds);
    return await runCommand(changeRequirements, payload, call, { commandId });
  }),
  handler(clearMajorSystemOperation, async ({ commandId, ...payload }, call) => {
    await checkGradeMajors(call, 'gradeMajorSchemeRequirement:update', [payload.requirementId]);
    return await runCommand(clearMajorSystem, payload, call, { commandId });
  }),
  handler(schemeModuleByGradeMajor, async ({ gradeMajorId }, call) => {
    await checkGradeMajors(call, 'majorSystem:query', [gradeMajorId]);
    return await readModulesOfMajor(call.services.db, gradeMajorId);
  }),
  handler(selectedClassifyOfMajor, async ({ gradeMajorId }, call) => {
    await checkGradeMajors(call, 'majorSystem:query', [gradeMajorId]);
    return { list: await readClassesOfMajor(call.services.db, gradeMajorId) };
  }),
];
