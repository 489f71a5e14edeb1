import {
  checkAdjust,
  checkHours,
  queryAdjustChecks,
  queryHourChecks,
  type AdjustCheckItem,
} from '@jwxt/contracts/scheme/change/adjust-views.operations.ts';
import { useState } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { Page } from '../../../ui/page.tsx';
import { AdjustAudit, type AdjustAsked } from './adjust-audit.tsx';
import { adjustColumns } from './course-adjust-columns.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

const columns: readonly Column<AdjustCheckItem>[] = [
  ...adjustColumns,
  {
    key: 'wait',
    title: '等待',
    width: 60,
    align: 'right',
    render: ({ waitDays }) => (waitDays === null ? '' : `${String(waitDays)}天`),
  },
];
const useAll = (asked: AdjustAsked) => useOperation(queryAdjustChecks, asked);
const useHours = (asked: AdjustAsked) => useOperation(queryHourChecks, asked);
type Kind = 'all' | 'hours';

/** 课程调整审核: what waits for the person, all changes or those of hours alone (SCHEME-15, 16). */
export function AdjustChecksPage() {
  const [kind, setKind] = useState<Kind>('all');
  const choice = (
    <SegmentedControl<Kind>
      aria-label="内容"
      value={kind}
      onChange={setKind}
      data={[
        { value: 'all', label: '全部调整' },
        { value: 'hours', label: '仅学时' },
      ]}
    />
  );
  const common = { first: 'todo', columns, actions: choice } as const;
  return (
    <Page title="课程调整审核">
      {kind === 'all' ? (
        <AdjustAudit key="all" label="课程调整" useRows={useAll} decide={checkAdjust} {...common} />
      ) : (
        <AdjustAudit key="hours" label="学时调整" useRows={useHours} decide={checkHours} {...common} />
      )}
    </Page>
  );
}
