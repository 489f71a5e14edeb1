import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  auditScoreChange,
  exportScoreChangeAudits,
  queryScoreChangeAudits,
} from '@jwxt/contracts/score/score-change-audit.operations.ts';
import { scoreTypeNames, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
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
import { changePath } from './score-change-address.ts';
import { ScoreAuditSearch } from '../audit-list/score-audit-search.tsx';

type Row = OutputOf<typeof queryScoreChangeAudits>['rows'][number];

const columns: readonly Column<Row>[] = [
  {
    key: 'course',
    sort: 'courseName',
    title: '课程',
    width: 190,
    align: 'left',
    render: (row) => <TwoLines first={row.courseName} second={row.semesterName} />,
  },
  {
    key: 'class',
    sort: 'teachingClassName',
    title: '教学班',
    width: 170,
    align: 'left',
    render: (row) => (
      <TwoLines
        first={row.teachingClassName}
        second={`${scoreTypeNames[row.scoreType as ScoreType] ?? ''} · ${row.departmentName}`}
      />
    ),
  },
  {
    key: 'summary',
    title: '更改内容',
    width: 'auto',
    align: 'left',
    render: (row) => <TwoLines first={row.summary} second={`原因：${row.reason}`} />,
  },
  {
    key: 'applicant',
    sort: 'applyTime',
    title: '申请人',
    width: 168,
    align: 'left',
    render: (row) => <TwoLines first={row.applicantName} second={row.applyTime} />,
  },
];

const auditedOf = (row: Row): Audited => ({
  applyId: row.applyId,
  path: changePath(row.applyId),
  awaitsMe: row.awaitsMe,
  status: row.scoreChangeApplyStatus,
  statusName: row.scoreChangeApplyStatusName,
  nodeName: row.currentNodeName,
});

/**
 * 成绩更改审核: changes that wait for the person, that have passed, and all in scope, with export (SCORE-CHANGE-01,
 * 10…12, 14, 15).
 */
export function ScoreChangeAuditsPage() {
  const [{ view, pageNo, pageSize, sort, ...fields }, setState] = usePageState(auditPageState);
  const filter = { view, ...askedOf(fields) };
  const query = useOperation(queryScoreChangeAudits, { ...filter, pageNo, pageSize, sort });
  return (
    <Page title="成绩更改审核">
      <Card flush>
        <ScoreAuditSearch
          ofChanges
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
          label="成绩更改审核"
          what="成绩更改"
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
          decide={auditScoreChange}
          mayDecide={useMay('system:approve')}
          actions={<ExportButton operation={exportScoreChangeAudits} input={filter} />}
          minWidth={1100}
        />
      </Card>
    </Page>
  );
}
