import type { SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import { adjustSorts } from '@jwxt/contracts/scheme/change/course-adjust.operations.ts';
import type { Operation } from '@jwxt/contracts/kernel/operation.ts';
import type { ReactNode } from 'react';
import { usePageState } from '../../../lib/page-state.ts';
import { useMay } from '../../../lib/session.ts';
import { AuditList } from '../../../pickers/audit-list.tsx';
import type { DecisionOperation } from '../../../pickers/decision-form.dialog.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card } from '../../../ui/page.tsx';
import { auditedOf, changeListState, changeViews } from './change-list.ts';
import { courseAdjustPath } from './change-path.ts';
import { askedBy, ChangeSearchCard } from './change-search.tsx';

interface Standing {
  readonly applyId: string;
  readonly approvalBusinessStatus: string;
  readonly approvalBusinessStatusName: string;
  readonly currentNodeName: string | null;
  readonly awaitsMe: boolean;
}
interface Listed<Row> {
  readonly data?: { rows: readonly Row[]; total: number; todo: number } | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}
/** What the list is asked for. */
export interface AdjustAsked {
  readonly view: (typeof changeViews)[number]['value'];
  readonly keyword?: string;
  readonly gradeMajorId?: string;
  readonly pageNo: number;
  readonly pageSize: number;
  readonly sort: SortText<(typeof adjustSorts)[number]> | undefined;
}

const states = {
  all: changeListState('all', adjustSorts),
  todo: changeListState('todo', adjustSorts),
};

/** A list of changes of plans with its search and its own door to the one approval. */
export function AdjustAudit<Row extends Standing>({
  label,
  first,
  useRows,
  columns,
  decide,
  actions,
}: {
  label: string;
  /** The part that is shown at first. */
  first: keyof typeof states;
  useRows: (asked: AdjustAsked) => Listed<Row>;
  columns: readonly Column<Row>[];
  decide: DecisionOperation & Operation;
  actions?: ReactNode;
}) {
  const [{ pageNo, pageSize, sort, view, ...search }, setState] = usePageState(states[first]);
  const filter = { view, ...askedBy(search) };
  const query = useRows({ ...filter, pageNo, pageSize, sort });
  return (
    <>
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
          label={label}
          what={label}
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
          auditedOf={auditedOf(courseAdjustPath)}
          decide={decide}
          mayDecide={useMay('system:approve')}
          minWidth={1120}
          actions={actions}
        />
      </Card>
    </>
  );
}
