import { teachingJob } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { reachesResource } from '../kernel/resource.read.ts';
import type { ScopedRow } from '../kernel/scope.ts';

/** Where the scope dimensions are found on a job. */
export const jobScope: ScopedRow = { target: 'resource', DW: 'job.open_department_id', XQ: 'job.xqdm' };

/** Refuses where one of these jobs is beyond the caller's scope. Those that are not there the command tells of. */
export async function requireJobs(
  { services: { db }, user }: Pick<SignedInCall, 'services' | 'user'>,
  permission: PermissionCode,
  keys: readonly string[],
): Promise<void> {
  if (!(await reachesResource(db, user, teachingJob, permission, { keys }))) throw new Refused('OUT_OF_SCOPE');
}
