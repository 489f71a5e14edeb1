import { classInfo, gradeMajor } from '@jwxt/contracts/base-info/major.resource.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { freshman } from '@jwxt/contracts/student-status/freshman/freshman.resource.ts';
import type { SignedInCall } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { reachesResource } from '../../kernel/resource.read.ts';
import type { ScopedRow } from '../../kernel/scope.ts';

/** Where the scope dimensions are found on a freshman. */
export const freshmanScope: ScopedRow = {
  target: 'resource',
  NJ: 'freshman.njdm',
  XQ: 'freshman.xqdm',
  XSLB: 'freshman.xslbdm',
  DW: 'freshman.dwh',
  ZY: 'freshman.zydm',
};

const requiring =
  (resource: Resource) =>
  async ({ services: { db }, user, permission }: SignedInCall, keys: readonly string[]): Promise<void> => {
    if (!(await reachesResource(db, user, resource, permission, { keys }))) throw new Refused('OUT_OF_SCOPE');
  };
/** Refuses where one of these is beyond the caller's scope. Those that are not there the command tells of. */
export const requireFreshmen = requiring(freshman);
export const requireGradeMajors = requiring(gradeMajor);
export const requireClasses = requiring(classInfo);
