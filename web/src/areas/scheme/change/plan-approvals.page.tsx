import { approve } from '@jwxt/contracts/approval/approval.operations.ts';
import {
  queryGradeMajorApprovals,
  type GradeMajorApprovalItem,
  planApprovalSorts,
} from '@jwxt/contracts/scheme/change/grade-major-plan.operations.ts';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { usePageState } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { AuditList } from '../../../pickers/audit-list.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, Page } from '../../../ui/page.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { auditedOf, changeListState, changeViews } from './change-list.ts';
import { planApprovalPath } from './change-path.ts';
import { askedBy, ChangeSearchCard } from './change-search.tsx';
import { SubmitPlanDialog } from './submit-plan.dialog.tsx';

const pageState = changeListState('all', planApprovalSorts);
const columns: readonly Column<GradeMajorApprovalItem>[] = [
  {
    key: 'gradeMajor',
    sort: 'gradeMajorName',
    title: '年级专业',
    width: 'auto',
    align: 'left',
    render: (row) => <TwoLines first={row.gradeMajorName} second={row.departmentName} />,
  },
  { key: 'range', sort: 'semesterId', title: '范围', width: 130, render: (row) => row.semesterId || '整个计划' },
  { key: 'courses', sort: 'courseNum', title: '课程门数', width: 90, align: 'right', render: (row) => row.courseNum },
  { key: 'credit', sort: 'creditSum', title: '学分', width: 80, align: 'right', render: (row) => row.creditSum },
  { key: 'hours', sort: 'hourSum', title: '总学时', width: 90, align: 'right', render: (row) => row.hourSum },
  {
    key: 'applicant',
    sort: 'applyTime',
    title: '申请人与时间',
    width: 168,
    align: 'left',
    render: (row) => <TwoLines first={row.applicantName} second={row.applyTime} />,
  },
];

/** 执行计划审批: plans of grade-majors that were sent, and come into force when they pass (SCHEME-31). */
export function PlanApprovalsPage() {
  const [{ pageNo, pageSize, sort, view, ...search }, setState] = usePageState(pageState);
  const [sending, setSending] = useState(false);
  const maySubmit = useMay('gradeMajorApprovalInfo:submit');
  const filter = { view, ...askedBy(search) };
  const query = useOperation(queryGradeMajorApprovals, { ...filter, pageNo, pageSize, sort });
  return (
    <Page title="执行计划审批">
      <ChangeSearchCard
        value={search}
        searching={query.isFetching}
        onSearch={(next) => {
          setState({ ...next, pageNo: 1 });
          void query.refetch();
        }}
      />
      <Card flush grow>
        <AuditList
          label="执行计划审批"
          what="执行计划"
          views={changeViews}
          view={view}
          onView={(next) => {
            setState({ view: next, pageNo: 1 });
          }}
          filter={filter}
          query={query}
          page={{ pageNo, pageSize }}
          sorting={sortingOf({ sort }, setState)}
          onPage={setState}
          columns={columns}
          auditedOf={auditedOf(planApprovalPath)}
          decide={approve}
          mayDecide={useMay('system:approve')}
          minWidth={1000}
          actions={
            maySubmit && (
              <Button
                leftSection={<IconSend size={16} />}
                onClick={() => {
                  setSending(true);
                }}
              >
                计划送审
              </Button>
            )
          }
        />
      </Card>
      {sending && (
        <SubmitPlanDialog
          onClose={() => {
            setSending(false);
          }}
        />
      )}
    </Page>
  );
}
