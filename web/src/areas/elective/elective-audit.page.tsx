import { Button } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { approve } from '@jwxt/contracts/approval/approval.operations.ts';
import { queryElectives, electiveSorts } from '@jwxt/contracts/elective/elective.operations.ts';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { AuditList, type Audited } from '../../pickers/audit-list.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page } from '../../ui/page.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { courseColumns, stateOf, type ElectiveItem } from './elective-columns.tsx';
import { asked, ElectiveFilters } from './elective-filters.tsx';
import { electivePath } from './elective-path.ts';
import { ElectiveRoundDialog } from './elective-round.dialog.tsx';

const text = z.string().catch('').default('');
const views = [
  { value: 'todo', label: '待审核' },
  { value: 'passed', label: '已通过' },
  { value: 'refused', label: '已退回或撤回' },
  { value: 'all', label: '全部' },
] as const;
const pageState = z.object({
  keyword: text,
  semester: text,
  publicCourseCategory: text,
  view: z.enum(['todo', 'passed', 'refused', 'all']).catch('todo').default('todo'),
  ...pagingFields(20),
  ...sortField(electiveSorts),
});

const columns: readonly Column<ElectiveItem>[] = [
  ...courseColumns,
  {
    key: 'applicant',
    sort: 'applyTime',
    title: '申请人与时间',
    width: 168,
    align: 'left',
    render: (row) => (
      <TwoLines
        first={row.applicantName}
        title={`${row.applicantName} ${row.applicantDepartmentName ?? ''}`}
        second={row.applyTime}
      />
    ),
  },
];
const auditedOf = (row: ElectiveItem): Audited => ({
  applyId: row.planId,
  path: electivePath(row.planId),
  awaitsMe: row.awaitsMe,
  ...stateOf(row),
});

/** Applications for public electives in the person's scope, to be reviewed (ELECTIVE-01). */
export function ElectiveAuditPage() {
  const [{ pageNo, pageSize, view, sort, ...fields }, setState] = usePageState(pageState);
  const maySetRound = useMay('publicCourseManage:setRound');
  const [round, setRound] = useState(false);
  const filter = { view: 'audit' as const, ...(view === 'all' ? {} : { status: view }), ...asked(fields) };
  const query = useOperation(queryElectives, { ...filter, pageNo, pageSize, sort });
  return (
    <Page title="公选课审核">
      <Card flush>
        <ElectiveFilters
          value={fields}
          searching={query.isFetching}
          onSearch={(next) => {
            setState({ ...next, pageNo: 1 });
            void query.refetch();
          }}
        />
      </Card>
      <Card flush grow>
        <AuditList
          label="公选课申请"
          what="公选课申请"
          views={views}
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
          auditedOf={auditedOf}
          decide={approve}
          mayDecide={useMay('system:approve')}
          minWidth={1120}
          right={
            maySetRound && (
              <Button
                variant="default"
                leftSection={<IconCalendarTime size={16} />}
                onClick={() => {
                  setRound(true);
                }}
              >
                申报时间
              </Button>
            )
          }
        />
      </Card>
      {round && (
        <ElectiveRoundDialog
          onClose={() => {
            setRound(false);
          }}
        />
      )}
    </Page>
  );
}
