import {
  approvePlanChanges,
  checkSchemeChange,
  queryPlanChanges,
  querySchemeChangeLog,
  type SchemeChangeLogItem,
} from '@jwxt/contracts/scheme/change/adjust-views.operations.ts';
import { useState } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { Page } from '../../../ui/page.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { AdjustAudit, type AdjustAsked } from './adjust-audit.tsx';
import { adjustColumns, implementColumn } from './course-adjust-columns.tsx';

type LogRow = SchemeChangeLogItem & {
  readonly approvalBusinessStatus: string;
  readonly approvalBusinessStatusName: string;
};

const logColumns: readonly Column<LogRow>[] = [
  { key: 'time', sort: 'applyTime', title: '变更时间', width: 160, render: (row) => row.changeTime },
  {
    key: 'gradeMajor',
    sort: 'gradeMajorName',
    title: '年级专业',
    width: 180,
    align: 'left',
    render: (row) => row.gradeMajorName,
  },
  { key: 'type', title: '类型', width: 90, render: (row) => row.changeType },
  {
    key: 'content',
    title: '变更内容',
    width: 'auto',
    align: 'left',
    render: (row) => <TwoLines first={row.changeContent} second={row.checkOpinion} />,
  },
  { key: 'operator', title: '申请人', width: 110, render: (row) => row.operatorName },
];

function useLog(asked: AdjustAsked) {
  const query = useOperation(querySchemeChangeLog, asked);
  return {
    error: query.error,
    isFetching: query.isFetching,
    refetch: query.refetch,
    data: query.data && {
      ...query.data,
      rows: query.data.rows.map((row): LogRow => ({
        ...row,
        approvalBusinessStatus: row.checkStatus,
        approvalBusinessStatusName: row.checkStatusName,
      })),
    },
  };
}
const useChanges = (asked: AdjustAsked) => useOperation(queryPlanChanges, asked);
type Kind = 'log' | 'changes';

/** 变更日志: every change with what was decided last, and what the plan's rows became (SCHEME-17, 44). */
export function ChangeLogPage() {
  const [kind, setKind] = useState<Kind>('log');
  const choice = (
    <SegmentedControl<Kind>
      aria-label="内容"
      value={kind}
      onChange={setKind}
      data={[
        { value: 'log', label: '审核日志' },
        { value: 'changes', label: '计划变更' },
      ]}
    />
  );
  return (
    <Page title="变更日志">
      {kind === 'log' ? (
        <AdjustAudit
          key="log"
          label="方案变更"
          first="all"
          useRows={useLog}
          columns={logColumns}
          decide={checkSchemeChange}
          actions={choice}
        />
      ) : (
        <AdjustAudit
          key="changes"
          label="计划变更"
          first="all"
          useRows={useChanges}
          columns={[...adjustColumns, implementColumn]}
          decide={approvePlanChanges}
          actions={choice}
        />
      )}
    </Page>
  );
}
