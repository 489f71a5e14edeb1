import { businessStatus, businessStatusNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { SCORE_PAGE_SIZE } from '@jwxt/contracts/kernel/fields.ts';
import {
  studentApplicationViews,
  type StudentApplicationKind,
  type studentApplicationItem,
  studentApplicationSorts,
} from '@jwxt/contracts/student-application/student-application-kind.ts';
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
import { useAddress, useKind } from './student-application-address.ts';

type Item = z.output<typeof studentApplicationItem>;
const text = z.string().catch('').default('');
const pageState = z.object({
  view: z
    .enum(['', ...studentApplicationViews])
    .catch('')
    .default(''),
  keyword: text,
  status: text,
  ...pagingFields(SCORE_PAGE_SIZE),
  ...sortField(studentApplicationSorts),
});
const viewNames = { apply: '我的申请', todo: '待审核', audit: '全部' } as const;
const statuses = Object.entries(businessStatusNames)
  .filter(([code]) => code !== businessStatus.saved)
  .map(([code, name]) => ({ code, name }));

const columnsOf = ({ subject }: StudentApplicationKind): readonly Column<Item>[] => [
  studentColumn(130),
  {
    key: 'class',
    sort: 'departmentName',
    title: '院系与班级',
    width: 180,
    align: 'left',
    render: (row) => <TwoLines first={row.departmentName} second={row.studentClassName} />,
  },
  {
    key: 'subject',
    sort: 'subjectName',
    title: subject,
    width: 'auto',
    align: 'left',
    render: (row) => <TwoLines first={row.subjectName} second={row.semesterId} />,
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

/** Applications of one kind: the own ones, and those of the own scope for who decides and looks (decision 068). */
export function StudentApplicationsPage() {
  const kind = useKind();
  const [state, setState] = usePageState(pageState);
  const student = useUser().kind === 'student';
  const [mayApply, mayDecide] = [useMay(kind.permissions.apply), useMay('system:approve')];
  const address = useAddress(kind);
  const mayShow = { apply: mayApply, todo: mayDecide, audit: !student };
  const offered = studentApplicationViews.filter((view) => mayShow[view]);
  // Who decides begins with what waits.
  const view = offered.find((one) => one === state.view) ?? (mayDecide ? 'todo' : (offered[0] ?? 'audit'));
  const filter = {
    view,
    ...(state.keyword ? { keyword: state.keyword } : {}),
    ...(state.status in businessStatusNames ? { approvalBusinessStatus: state.status } : {}),
  } as const;
  const query = useOperation(kind.operations.query, {
    ...filter,
    pageNo: state.pageNo,
    pageSize: state.pageSize,
    sort: state.sort,
  });
  return (
    <Page title={kind.name}>
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
          label={kind.name}
          what={kind.applicationName}
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
          columns={columnsOf(kind)}
          decide={kind.operations.audit}
          mayDecide={mayDecide}
          minWidth={900}
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
                {kind.verb}
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
      <Field label="关键字" htmlFor="application-keyword">
        <TextInput
          id="application-keyword"
          placeholder="学号、姓名、班级或申请内容"
          value={draft.keyword}
          maxLength={60}
          onChange={(event) => {
            setDraft({ ...draft, keyword: event.currentTarget.value });
          }}
        />
      </Field>
      <Field label="审批状态" htmlFor="application-status">
        <SearchableSelect
          id="application-status"
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
