import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  exportStatusLog,
  queryStatusLog,
  type StatusLogRow,
  statusLogSorts,
} from '@jwxt/contracts/student-status/change/status-log.operations.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { studentColumn } from '../../../pickers/student-column.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { Field, SearchForm } from '../../../ui/search-form.tsx';

const text = z.string().catch('').default('');
const pageState = z.object({
  keyword: text,
  operation: text,
  fromDate: text,
  toDate: text,
  ...pagingFields(20),
  ...sortField(statusLogSorts),
});
const none = { keyword: '', operation: '', fromDate: '', toDate: '' };

const columns: readonly Column<StatusLogRow>[] = [
  { key: 'time', sort: 'logTime', title: '时间', width: 160, render: (row) => row.logTime },
  studentColumn(146),
  {
    key: 'department',
    sort: 'departmentName',
    title: '院系',
    width: 'auto',
    align: 'left',
    render: (row) => row.departmentName,
  },
  { key: 'operation', title: '操作', width: 90, render: (row) => row.operation },
  { key: 'field', title: '字段', width: 84, render: (row) => row.fieldName },
  { key: 'before', title: '原值', width: 120, render: (row) => row.beforeValue || NOTHING },
  { key: 'after', title: '新值', width: 120, render: (row) => row.afterValue || NOTHING },
  { key: 'day', sort: 'effectiveDate', title: '生效日期', width: 100, render: (row) => row.effectiveDate },
  { key: 'operator', title: '操作人', width: 104, render: (row) => row.operatorName || NOTHING },
];

/** 学籍日志 (STUDENT-STATUS-40): what became of students' status, with what stood before. */
export function StatusLogPage() {
  const [{ pageNo, pageSize, sort, ...filter }, setState] = usePageState(pageState);
  const [draft, setDraft] = useState(filter);
  const mayExport = useMay('statusLog:exportExcel');
  const wanted = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  const query = useOperation(queryStatusLog, { ...wanted, pageNo, pageSize, sort });
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
  };
  return (
    <Page title="学籍日志">
      <Card flush>
        <SearchForm
          searching={query.isFetching}
          onSearch={() => {
            setState({ ...draft, keyword: draft.keyword.trim(), operation: draft.operation.trim(), pageNo: 1 });
          }}
          onReset={() => {
            setDraft(none);
            setState({ ...none, pageNo: 1 });
          }}
        >
          <Field label="学生" htmlFor="log-keyword">
            <TextInput
              id="log-keyword"
              placeholder="学号或姓名"
              maxLength={60}
              value={draft.keyword}
              onChange={(event) => {
                change({ keyword: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="操作" htmlFor="log-operation">
            <TextInput
              id="log-operation"
              placeholder="如 休学、更正、申请"
              maxLength={20}
              value={draft.operation}
              onChange={(event) => {
                change({ operation: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="起始日期" htmlFor="log-from">
            <DateField
              id="log-from"
              value={draft.fromDate}
              onChange={(fromDate) => {
                change({ fromDate: fromDate ?? '' });
              }}
            />
          </Field>
          <Field label="结束日期" htmlFor="log-to">
            <DateField
              id="log-to"
              value={draft.toDate}
              onChange={(toDate) => {
                change({ toDate: toDate ?? '' });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        {mayExport && (
          <Toolbar>
            <ExportButton operation={exportStatusLog} input={wanted} />
          </Toolbar>
        )}
        <DataTable
          label="学籍日志"
          columns={columns}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => `${row.logTime}${row.studentCode}${row.operation}${row.fieldName}${row.afterValue}`}
          numberFrom={(pageNo - 1) * pageSize + 1}
          twoLine
          minWidth={1120}
          empty={{ reason: '没有符合条件的学籍变化，可以换一个条件' }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
    </Page>
  );
}
