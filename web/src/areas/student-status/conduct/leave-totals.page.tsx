import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { statusChangeFor, statusChangePath } from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import {
  leaveTotals,
  type LeaveTotal,
  leaveTotalSorts,
} from '@jwxt/contracts/student-status/conduct/conduct.operations.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMayCheck } from '../../../lib/session.ts';
import { DepartmentSelect } from '../../../pickers/department-select.tsx';
import { studentColumn } from '../../../pickers/student-column.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, Figure, Headline, Page } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { Field, SearchForm } from '../../../ui/search-form.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { useSemesters } from '../term/term-options.ts';

const text = z.string().catch('').default('');
const pageState = z.object({
  semesterId: text,
  keyword: text,
  departmentId: text,
  view: z.enum(['reached', 'all']).catch('reached').default('reached'),
  ...pagingFields(),
  ...sortField(leaveTotalSorts),
});
/** The kind of change by which a student takes a semester off (休学). */
const SUSPENSION = '11';

function columnsOf(acts: (row: LeaveTotal) => ReactNode): Column<LeaveTotal>[] {
  return [
    studentColumn(140),
    {
      key: 'class',
      sort: 'departmentName',
      title: '院系与行政班',
      width: 'auto',
      align: 'left',
      render: (row) => <TwoLines first={row.departmentName} second={row.administrativeClassName} />,
    },
    { key: 'num', sort: 'leaveNum', title: '请假次数', width: 90, render: (row) => row.leaveNum },
    {
      key: 'days',
      sort: 'days',
      title: '累计天数',
      width: 100,
      render: (row) => <span {...(row.reached && { style: { color: 'var(--jw-red-text)' } })}>{row.days} 天</span>,
    },
    {
      key: 'last',
      sort: 'lastEndTime',
      title: '最近一次至',
      width: 170,
      render: (row) => row.lastEndTime.slice(0, 16),
    },
    { key: 'status', title: '学籍状态', width: 100, render: (row) => row.statusName },
    { key: 'action', title: '操作', width: 110, pinRight: true, render: acts },
  ];
}

/** 累计请假: who was away for so much of a semester that 休学 is advised, which begins here (STUDENT-STATUS-35). */
export function LeaveTotalsPage() {
  const [state, setState] = usePageState(pageState);
  const [draft, setDraft] = useState(state);
  const may = useMayCheck();
  const navigate = useNavigate();
  const { options, current } = useSemesters();
  const { pageNo, pageSize, sort, semesterId, keyword, departmentId, view } = state;
  const query = useOperation(leaveTotals, {
    ...(semesterId === '' ? {} : { semesterId }),
    ...(keyword === '' ? {} : { keyword }),
    ...(departmentId === '' ? {} : { departmentId }),
    view,
    pageNo,
    pageSize,
    sort,
  });
  const limit = query.data?.limit;
  const act = (label: string, to: string) => (
    <Button
      variant="subtle"
      size="compact-xs"
      onClick={() => {
        void navigate({ to });
      }}
    >
      {label}
    </Button>
  );
  const acts = (row: LeaveTotal) => {
    if (row.openChange !== null) return may('statusChange:query') && act('查看异动', statusChangePath(row.openChange));
    const why = `本学期累计请假 ${row.days} 天，超过 ${String(limit ?? '')} 天`;
    return (
      row.reached &&
      row.maySuspend &&
      may('statusChange:create') &&
      act('办理休学', statusChangeFor(row.studentCode, SUSPENSION, why))
    );
  };
  const none = { semesterId: '', keyword: '', departmentId: '', pageNo: 1 };
  return (
    <Page title="累计请假">
      <Headline>
        <Figure
          lead
          tone="red"
          value={query.data?.reachedNum ?? NOTHING}
          label={limit === undefined ? '建议休学' : `累计超过 ${String(limit)} 天，建议休学`}
          filter={{
            on: view === 'reached',
            onToggle: () => {
              setState({ view: view === 'reached' ? 'all' : 'reached', pageNo: 1 });
            },
          }}
        />
        <Figure value={query.data?.total ?? NOTHING} label={view === 'all' ? '本学期请过假的学生' : '当前列表'} />
      </Headline>
      <Card flush>
        <SearchForm
          visible={3}
          searching={query.isFetching}
          onSearch={() => {
            setState({ ...draft, view, keyword: draft.keyword.trim(), pageNo: 1 });
            void query.refetch();
          }}
          onReset={() => {
            setDraft({ ...draft, ...none });
            setState(none);
          }}
        >
          <Field label="学年学期" htmlFor="leave-semester">
            <Select
              id="leave-semester"
              data={options.map(({ code, name }) => ({ value: code, label: name }))}
              searchable
              allowDeselect={false}
              placeholder="本学期"
              value={draft.semesterId || current}
              onChange={(value) => {
                setDraft({ ...draft, semesterId: value ?? '' });
              }}
            />
          </Field>
          <Field label="学生" htmlFor="leave-keyword">
            <TextInput
              id="leave-keyword"
              placeholder="学号或姓名"
              maxLength={60}
              value={draft.keyword}
              onChange={(event) => {
                setDraft({ ...draft, keyword: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="院系" htmlFor="leave-department">
            <DepartmentSelect
              id="leave-department"
              placeholder="全部"
              value={draft.departmentId || null}
              onChange={(value) => {
                setDraft({ ...draft, departmentId: value ?? '' });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        <DataTable
          label="累计请假"
          columns={columnsOf(acts)}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.studentCode}
          numberFrom={(pageNo - 1) * pageSize + 1}
          twoLine
          minWidth={960}
          empty={{ reason: view === 'reached' ? '没有学生的累计请假超过限度' : '这个学期没有学生请假' }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
    </Page>
  );
}
