import { businessStatus, businessStatusNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import {
  deferredExamAudit,
  deferredExamQuery,
  deferredExamViews,
  type deferredExamItem,
  deferredExamSorts,
} from '@jwxt/contracts/deferred-exam/deferred-exam.operations.ts';
import { SCORE_PAGE_SIZE } from '@jwxt/contracts/kernel/fields.ts';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay, useUser } from '../../lib/session.ts';
import { AuditList } from '../../pickers/audit-list.tsx';
import { studentColumn } from '../../pickers/student-column.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page } from '../../ui/page.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { SearchableSelect } from '../../ui/searchable-select.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { useAddress } from './deferred-exam-address.ts';

type Item = z.output<typeof deferredExamItem>;
const text = z.string().catch('').default('');
const pageState = z.object({
  view: z
    .enum(['', ...deferredExamViews])
    .catch('')
    .default(''),
  keyword: text,
  status: text,
  ...pagingFields(SCORE_PAGE_SIZE),
  ...sortField(deferredExamSorts),
});
const viewNames = { apply: '我的申请', todo: '待审核', audit: '全部' } as const;
const statuses = Object.entries(businessStatusNames)
  .filter(([code]) => code !== businessStatus.saved)
  .map(([code, name]) => ({ code, name }));

const columns: readonly Column<Item>[] = [
  studentColumn(130),
  {
    key: 'class',
    sort: 'departmentName',
    title: '院系与班级',
    width: 170,
    align: 'left',
    render: (row) => <TwoLines first={row.departmentName} second={row.studentClassName} />,
  },
  {
    key: 'course',
    sort: 'courseName',
    title: '课程与教学班',
    width: 'auto',
    align: 'left',
    render: (row) => (
      <TwoLines first={`${row.courseName}（${row.courseNum}）`} second={`${row.semesterId} ${row.teachingClassName}`} />
    ),
  },
  {
    key: 'reason',
    sort: 'deferredReasonName',
    title: '缓考原因',
    width: 104,
    align: 'center',
    render: (row) => row.deferredReasonName,
  },
  {
    key: 'applicant',
    sort: 'applyTime',
    title: '申请人与时间',
    width: 168,
    align: 'left',
    render: (row) => <TwoLines first={row.applicantName} second={row.applyTime} />,
  },
];

/** 缓考申请: the own ones, and those of the own scope for who decides and looks (SCORE-MORE-16). */
export function DeferredExamsPage() {
  const [state, setState] = usePageState(pageState);
  const student = useUser().kind === 'student';
  const [mayApply, mayDecide] = [useMay('deferredExamApply:apply'), useMay('system:approve')];
  const address = useAddress();
  const mayShow = { apply: mayApply, todo: mayDecide, audit: !student };
  const offered = deferredExamViews.filter((view) => mayShow[view]);
  // Who decides begins with what waits.
  const view = offered.find((one) => one === state.view) ?? (mayDecide ? 'todo' : (offered[0] ?? 'audit'));
  const filter = {
    view,
    ...(state.keyword ? { keyword: state.keyword } : {}),
    ...(state.status in businessStatusNames ? { approvalBusinessStatus: state.status } : {}),
  } as const;
  const query = useOperation(deferredExamQuery, {
    ...filter,
    pageNo: state.pageNo,
    pageSize: state.pageSize,
    sort: state.sort,
  });
  return (
    <Page title="缓考申请">
      {!student && (
        <Card flush>
          <Search
            key={view}
            state={state}
            searching={query.isFetching}
            onSearch={(fields) => {
              setState({ ...fields, pageNo: 1 });
              void query.refetch();
            }}
          />
        </Card>
      )}
      <Card flush grow>
        <AuditList
          label="缓考申请"
          what="缓考申请"
          views={offered.map((value) => ({ value, label: viewNames[value] }))}
          view={view}
          onView={(next) => {
            setState({ view: next, status: '', pageNo: 1 });
          }}
          filter={filter}
          query={query}
          page={state}
          sorting={sortingOf(state, setState)}
          onPage={setState}
          columns={columns}
          decide={deferredExamAudit}
          mayDecide={mayDecide}
          minWidth={1000}
          auditedOf={(row) => ({
            applyId: row.applyId,
            path: address.one(row.applyId),
            awaitsMe: row.mayDecide,
            status: row.approvalBusinessStatus,
            statusName: row.approvalBusinessStatusName,
            nodeName: row.currentNodeName,
          })}
          actions={
            mayApply && (
              <Button component={Link} to={address.form()} variant="light" leftSection={<IconPlus size={16} />}>
                申请缓考
              </Button>
            )
          }
        />
      </Card>
    </Page>
  );
}

type Fields = { keyword: string; status: string };

function Search({
  state,
  searching,
  onSearch,
}: {
  state: Fields;
  searching: boolean;
  onSearch: (fields: Fields) => void;
}) {
  const [draft, setDraft] = useState<Fields>({ keyword: state.keyword, status: state.status });
  return (
    <SearchForm
      visible={3}
      searching={searching}
      onSearch={() => {
        onSearch({ ...draft, keyword: draft.keyword.trim() });
      }}
      onReset={() => {
        setDraft({ keyword: '', status: '' });
        onSearch({ keyword: '', status: '' });
      }}
    >
      <Field label="关键字" htmlFor="deferred-keyword">
        <TextInput
          id="deferred-keyword"
          placeholder="学号、姓名、班级或课程"
          value={draft.keyword}
          maxLength={60}
          onChange={(event) => {
            setDraft({ ...draft, keyword: event.currentTarget.value });
          }}
        />
      </Field>
      <Field label="审批状态" htmlFor="deferred-status">
        <SearchableSelect
          id="deferred-status"
          options={statuses}
          value={draft.status === '' ? null : draft.status}
          onChange={(status) => {
            setDraft({ ...draft, status: status ?? '' });
          }}
        />
      </Field>
    </SearchForm>
  );
}
