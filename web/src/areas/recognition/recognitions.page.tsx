import { businessStatusNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import {
  recognitionOperationsOf,
  recognitionViews,
  recognitionSorts,
} from '@jwxt/contracts/recognition/recognition.operations.ts';
import {
  CREDIT_OVERRIDE,
  recognitionKinds,
  SETTLE,
  type RecognitionKind,
} from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { SCORE_PAGE_SIZE } from '@jwxt/contracts/kernel/fields.ts';
import { z } from 'zod';
import { usePageParams } from '../../lib/page-address.ts';
import { pagingFields, usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { AuditList, AuditViewSwitch } from '../../pickers/audit-list.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page } from '../../ui/page.tsx';
import { OwnRecognitions } from './own-recognitions.tsx';
import { kindIn, recognitionPath } from './recognition-address.ts';
import { recognitionColumns, stateOf } from './recognition-columns.tsx';
import { RecognitionSearch } from './recognition-search.tsx';

const text = z.string().catch('').default('');
const pageState = z.object({
  view: z
    .enum(['', ...recognitionViews])
    .catch('')
    .default(''),
  keyword: text,
  status: text,
  beginDate: text,
  endDate: text,
  departmentId: text,
  ...pagingFields(SCORE_PAGE_SIZE),
  ...sortField(recognitionSorts),
});
const viewNames = { apply: '我的申请', todo: '待审核', settle: '待处理', passed: '已通过', audit: '全部' } as const;
const isDay = (day: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(day);

/**
 * Recognitions of the kind in the address: own applications, and those sent for audit in the person's scope
 * (RECOGNITION-01…03, 19).
 */
export function RecognitionsPage() {
  const kind = kindIn(usePageParams<'kind'>().kind);
  return <Recognitions key={kind} kind={kind} />;
}

function Recognitions({ kind }: { kind: RecognitionKind }) {
  const { name, codes } = recognitionKinds[kind];
  const operations = recognitionOperationsOf[kind];
  const [state, setState] = usePageState(pageState);
  const [mayApply, mayRead, mayDecide, maySettle, mayOverride] = [
    useMay(codes.apply),
    useMay(codes.detail),
    useMay('system:approve'),
    useMay(SETTLE),
    useMay(CREDIT_OVERRIDE),
  ];
  const mayShow = {
    apply: mayApply,
    todo: mayDecide,
    settle: kind === 'system' && maySettle,
    passed: true,
    audit: true,
  };
  const offered = recognitionViews.filter((view) => mayShow[view]);
  // Who only hands in for students begins with the own ones, who decides with what waits.
  const view =
    offered.find((one) => one === state.view) ?? (mayApply && !mayOverride ? 'apply' : mayDecide ? 'todo' : 'audit');
  const filter = {
    view,
    ...(state.keyword ? { keyword: state.keyword } : {}),
    ...(state.status in businessStatusNames ? { approvalBusinessStatus: state.status } : {}),
    ...(isDay(state.beginDate) ? { beginDate: state.beginDate } : {}),
    ...(isDay(state.endDate) ? { endDate: state.endDate } : {}),
    ...(state.departmentId ? { departmentId: state.departmentId } : {}),
  } as const;
  const query = useOperation(operations.query, {
    ...filter,
    pageNo: state.pageNo,
    pageSize: state.pageSize,
    sort: state.sort,
  });
  const views = offered.map((value) => ({ value, label: viewNames[value] }));
  const show = (next: typeof view) => {
    setState({ view: next, status: '', pageNo: 1 });
  };
  const shared = { query, page: state, onPage: setState, sorting: sortingOf(state, setState) };
  return (
    <Page title={name}>
      <Card flush>
        <RecognitionSearch
          key={view}
          state={state}
          searching={query.isFetching}
          onSearch={(next) => {
            setState({ ...next, pageNo: 1 });
            void query.refetch();
          }}
        />
      </Card>
      <Card flush grow>
        {view === 'apply' ? (
          <OwnRecognitions
            kind={kind}
            {...shared}
            views={
              views.length > 1 && <AuditViewSwitch views={views} view={view} todo={query.data?.todo} onView={show} />
            }
          />
        ) : (
          <AuditList
            label={`${name}申请`}
            what="认定申请"
            views={views}
            view={view}
            onView={show}
            filter={filter}
            {...shared}
            columns={recognitionColumns}
            decide={operations.audit}
            mayDecide={mayDecide}
            minWidth={1000}
            auditedOf={(row) => ({
              applyId: row.scoreCognizanceApplyId,
              path: mayRead ? recognitionPath(kind, encodeURIComponent(row.scoreCognizanceApplyId)) : null,
              awaitsMe: row.mayDecide,
              ...stateOf(row),
            })}
            actions={<ExportButton operation={operations.exportAuditExcel} input={filter} />}
          />
        )}
      </Card>
    </Page>
  );
}
