import { operations } from './all-areas.ts';
import { permissionOf, type Operation } from './kernel/operation.ts';
import { permissions, type PermissionCode } from './kernel/permission.vocabulary.ts';
import { noScope, type OperationScope } from './kernel/scope.vocabulary.ts';

/**
 * Scopes by which one person may act in the reach of another: rows of the university, no queues and nothing personal.
 */
const lent: ReadonlySet<OperationScope | undefined> = new Set<OperationScope>([
  'teachingClass',
  'student',
  'unit',
  'notice',
  'resource',
  'timetable',
  noScope.school,
  noScope.totals,
  noScope.picking,
]);

/** What looks at the person besides the scope: who teaches a class, and who is an approver of a node (审批代理). */
const personal: readonly PermissionCode[] = [
  'scoreEntry:save',
  'scoreEntry:submit',
  'scoreEntry:registerRemark',
  'scoreEntry:template',
  'scoreEntry:import',
  'retakeApproval:approval',
  'rebuildScoreApproval:approval',
];

const administration: ReadonlySet<string> = new Set(
  permissions.filter(({ module }) => module === 'systemManage').map(({ code }) => code),
);

const byPermission: ReadonlyMap<PermissionCode | null, readonly Operation[]> = Map.groupBy(operations, permissionOf);

/**
 * Whether a permission can be handed on (SYSADMIN-18, kind 2): one of the university's business that is judged by the
 * data scope alone. Not what administers the system, not what is about oneself, and not approving.
 */
export function isLendable(code: string): boolean {
  const asking = byPermission.get(code as PermissionCode) ?? [];
  return (
    asking.length > 0 &&
    asking.every(({ scope }) => lent.has(scope)) &&
    !administration.has(code) &&
    !personal.some((own) => own === code)
  );
}
