import { isOpenWork } from '@jwxt/contracts/score/score-entry.rules.ts';
import { approvalCounts } from '@jwxt/contracts/approval/approval.operations.ts';
import { recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { queryScoreChanges } from '@jwxt/contracts/score/score-change.operations.ts';
import { entryClasses } from '@jwxt/contracts/score/score-entry.operations.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { readModelQuery } from '@jwxt/contracts/system/system.operations.ts';
import { useOperation } from '../../lib/queries.ts';
import { useUser } from '../../lib/session.ts';
import type { MenuEntry } from '../menus/menu-entry.ts';
import { OWN_CLASSES } from './open-windows.model.ts';

export type EntryCount = { label: string; value: number };

/**
 * The number that says most about a page of the menu, live, by the code that opens it; null where there is none, and
 * until it is known.
 */
export function useEntryCount(permission: MenuEntry['permission']): EntryCount | null {
  const { semester } = useUser();
  const todo = useOperation(approvalCounts, {}, { enabled: permission === 'systemApprove:query' }).data?.todo;
  const own = useOperation(entryClasses, OWN_CLASSES(semester), {
    enabled: permission === 'scoreEntry:query',
  }).data;
  // Those of the other score types too: a make-up class is work as well.
  const open =
    own &&
    own.elsewhere
      .filter(({ semesterId }) => semesterId === semester)
      .reduce((sum, { n }) => sum + n, own.rows.filter(isOpenWork).length);
  const changes = useOperation(
    queryScoreChanges,
    { pageNo: 1, pageSize: 1 },
    { enabled: permission === 'scoreChange:query' },
  ).data?.total;
  const recognitions = {
    system: useOperation(
      recognitionOperationsOf.system.query,
      { pageNo: 1, pageSize: 1 },
      { enabled: permission === 'systemScoreCognizance:query' },
    ).data?.total,
    outside: useOperation(
      recognitionOperationsOf.outside.query,
      { pageNo: 1, pageSize: 1 },
      { enabled: permission === 'outsideScoreCognizance:query' },
    ).data?.total,
    outSchool: useOperation(
      recognitionOperationsOf.outSchool.query,
      { pageNo: 1, pageSize: 1 },
      { enabled: permission === 'outSideSchoolScoreCognizance:query' },
    ).data?.total,
  };
  const parked = useOperation(readModelQuery, {}, { enabled: permission === 'readModel:query' }).data?.list.reduce(
    (sum, { parkedCount }) => sum + parkedCount,
    0,
  );
  const known: Partial<Record<PermissionCode, [string, number | undefined]>> = {
    'systemApprove:query': ['待办', todo],
    'scoreEntry:query': ['待录入', open],
    'scoreChange:query': ['申请', changes],
    'systemScoreCognizance:query': ['申请', recognitions.system],
    'outsideScoreCognizance:query': ['申请', recognitions.outside],
    'outSideSchoolScoreCognizance:query': ['申请', recognitions.outSchool],
    'readModel:query': ['搁置事件', parked],
  };
  const [label, value] = (typeof permission === 'string' ? known[permission] : undefined) ?? [];
  return label === undefined || value === undefined ? null : { label, value };
}
