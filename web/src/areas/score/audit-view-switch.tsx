import type { auditViews } from '@jwxt/contracts/score/score-change-audit.operations.ts';
import { SegmentedControl } from '@mantine/core';

type View = (typeof auditViews)[number];

/** 待审批 with how many wait for the person, 已通过, 全部. */
export function AuditViewSwitch({ view, todo, onView }: { view: View; todo: number | undefined; onView: (view: View) => void }) {
  return (
    <SegmentedControl aria-label="范围" value={view} onChange={(next) => { onView(next); }}
      data={[{ value: 'todo', label: todo === undefined || todo === 0 ? '待我审批' : `待我审批 ${String(todo)}` }, { value: 'passed', label: '已通过' }, { value: 'all', label: '全部' }]} />
  );
}
