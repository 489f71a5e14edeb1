import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  auditRegularScores,
  exportRegularApprovals,
  queryRegularApprovals,
  type RegularApprovalItem,
} from '@jwxt/contracts/score/regular-approval.operations.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { NO_SCORE } from '@jwxt/contracts/score/score.vocabulary.ts';
import { usePageState } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { AuditList, auditViews, type Audited } from '../../../pickers/audit-list.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, Page } from '../../../ui/page.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { askedOf, auditPageState } from '../audit-list/audit-list.model.ts';
import { ScoreAuditSearch } from '../audit-list/score-audit-search.tsx';

const columns: readonly Column<RegularApprovalItem>[] = [
  {
    key: 'course',
    sort: 'courseName',
    title: '课程',
    width: 'auto',
    least: 224,
    align: 'left',
    render: (row) => <TwoLines first={row.courseName} second={`${row.semesterName} · ${row.courseCredit} 学分`} />,
  },
  {
    key: 'class',
    sort: 'teachingClassName',
    title: '教学班',
    width: 190,
    align: 'left',
    render: (row) => <TwoLines first={row.teachingClassName} second={`${row.departmentName} · ${row.teacherName}`} />,
  },
  { key: 'person', title: '人数', width: 56, align: 'right', render: (row) => row.figures?.personNum ?? NOTHING },
  {
    key: 'pass',
    title: '及格率',
    width: 92,
    align: 'right',
    render: (row) => (
      <TwoLines first={row.figures?.passRate || NO_SCORE} second={`优秀 ${row.figures?.excellentRate || NO_SCORE}`} />
    ),
  },
  { key: 'mean', title: '平均分', width: 72, align: 'right', render: (row) => row.figures?.mean || NO_SCORE },
  {
    key: 'applicant',
    sort: 'applyTime',
    title: '送审人',
    width: 150,
    align: 'left',
    render: (row) => <TwoLines first={row.applicantName} second={row.applyTime} />,
  },
];

const auditedOf = (row: RegularApprovalItem): Audited => ({
  applyId: row.applyId,
  path: modulePath('scoreManage', `regularApproval/${encodeURIComponent(row.applyId)}`),
  awaitsMe: row.awaitsMe,
  status: row.approvalBusinessStatus,
  statusName: row.approvalBusinessStatusName,
  nodeName: row.currentNodeName,
});

/**
 * 正考成绩审批: submissions of ordinary sheets that wait for the person, that have passed, and all in scope (ZKCJSP).
 */
export function RegularApprovalsPage() {
  const [{ view, pageNo, pageSize, sort, ...fields }, setState] = usePageState(auditPageState);
  const filter = { view, ...askedOf({ ...fields, studentName: '', scoreType: '' }) };
  const query = useOperation(queryRegularApprovals, { ...filter, pageNo, pageSize, sort });
  return (
    <Page title="正考成绩审批">
      <Card flush>
        <ScoreAuditSearch
          state={fields}
          searching={query.isFetching}
          onSearch={(next) => {
            setState({ ...next, pageNo: 1 });
            void query.refetch();
          }}
        />
      </Card>
      <Card flush grow>
        <AuditList
          label="正考成绩审批"
          what="正考成绩"
          views={auditViews}
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
          decide={auditRegularScores}
          mayDecide={useMay('system:approve')}
          actions={<ExportButton operation={exportRegularApprovals} input={filter} />}
          minWidth={1120}
        />
      </Card>
    </Page>
  );
}
