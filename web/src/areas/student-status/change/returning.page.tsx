import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  queryReturning,
  type ReturningChange,
  returningSorts,
} from '@jwxt/contracts/student-status/change/status-change.operations.ts';
import { changeTypes, endingOf, RETURN_LISTED_DAYS } from '@jwxt/contracts/student-status/change/change-type.rules.ts';
import { statusChangeFor, statusChangePath } from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { studentColumn } from '../../../pickers/student-column.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, Figure, Headline, Page } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { Field, SearchForm } from '../../../ui/search-form.tsx';
import { StatusText } from '../../../ui/status-tag.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';

const pageState = z.object({
  keyword: z.string().catch('').default(''),
  state: z.enum(['', 'soon', 'overdue']).catch('').default(''),
  ...pagingFields(),
  ...sortField(returningSorts),
});
const leftText = (days: number): string =>
  days < 0 ? `逾期 ${String(-days)} 天` : days === 0 ? '今天到期' : `还有 ${String(days)} 天`;

const columnsOf = (back: (row: ReturningChange) => ReactNode): readonly Column<ReturningChange>[] => [
  studentColumn(150),
  {
    key: 'class',
    sort: 'departmentName',
    title: '院系与行政班',
    width: 'auto',
    align: 'left',
    render: (row) => <TwoLines first={row.departmentName} second={row.administrativeClassName} />,
  },
  { key: 'type', sort: 'changeType', title: '异动', width: 120, render: (row) => row.changeTypeName },
  { key: 'since', sort: 'effectiveDate', title: '异动日期', width: 120, render: (row) => row.effectiveDate },
  { key: 'end', sort: 'endDate', title: '截止日期', width: 120, render: (row) => row.endDate },
  {
    key: 'left',
    title: '期限',
    width: 140,
    render: (row) => (
      <StatusText tone={row.daysLeft < 0 ? 'red' : row.daysLeft <= 7 ? 'orange' : 'blue'}>
        {leftText(row.daysLeft)}
      </StatusText>
    ),
  },
  { key: 'applied', title: '返校申请', width: 120, render: (row) => (row.applied ? '已申请' : back(row)) },
];

/** 到期异动: students who are to come back soon, and those who have not (STUDENT-STATUS-16). */
export function ReturningPage() {
  const [{ pageNo, pageSize, keyword, state, sort }, setState] = usePageState(pageState);
  const [draft, setDraft] = useState(keyword);
  const navigate = useNavigate();
  const mayBegin = useMay('statusChange:create');
  const back = ({ studentCode, changeType, changeTypeName, endDate }: ReturningChange) => {
    const ending = endingOf(changeType);
    if (!mayBegin || ending === undefined) return '未申请';
    return (
      <Button
        variant="subtle"
        size="compact-xs"
        onClick={(event) => {
          event.stopPropagation();
          void navigate({ to: statusChangeFor(studentCode, ending, `${changeTypeName}至${endDate}期满`) });
        }}
      >
        办理{changeTypes[ending]?.name}
      </Button>
    );
  };
  const query = useOperation(queryReturning, {
    ...(keyword === '' ? {} : { keyword }),
    ...(state === '' ? {} : { state }),
    pageNo,
    pageSize,
    sort,
  });
  return (
    <Page title="到期异动">
      <Headline>
        <Figure
          lead
          tone="red"
          value={query.data?.overdue ?? NOTHING}
          label="逾期未返校"
          filter={{
            on: state === 'overdue',
            onToggle: () => {
              setState({ state: state === 'overdue' ? '' : 'overdue', pageNo: 1 });
            },
          }}
        />
        <Figure
          value={query.data?.total ?? NOTHING}
          label={state === '' ? `${String(RETURN_LISTED_DAYS)} 天内到期或逾期` : '当前列表'}
        />
      </Headline>
      <Card flush>
        <SearchForm
          searching={query.isFetching}
          onSearch={() => {
            setState({ keyword: draft.trim(), pageNo: 1 });
          }}
          onReset={() => {
            setDraft('');
            setState({ keyword: '', state: '', pageNo: 1 });
          }}
        >
          <Field label="学生" htmlFor="returning-keyword">
            <TextInput
              id="returning-keyword"
              placeholder="学号或姓名"
              maxLength={60}
              value={draft}
              onChange={(event) => {
                setDraft(event.currentTarget.value);
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        <DataTable
          label="到期异动"
          columns={columnsOf(back)}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.applyId}
          numberFrom={(pageNo - 1) * pageSize + 1}
          twoLine
          minWidth={980}
          onRow={(row) => {
            void navigate({ to: statusChangePath(row.applyId) });
          }}
          empty={{ reason: '没有即将到期或逾期的休学、保留学籍、留学等异动' }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
    </Page>
  );
}
