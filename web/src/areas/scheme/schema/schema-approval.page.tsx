import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { schemaSorts } from '@jwxt/contracts/scheme/schema/schema.operations.ts';
import {
  approveSchemas,
  exportSchemaApprovals,
  querySchemaApprovals,
} from '@jwxt/contracts/scheme/schema/schema-approval.operations.ts';
import type { SchemaItem } from '@jwxt/contracts/scheme/schema/schema.operations.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { AuditList, type Audited } from '../../../pickers/audit-list.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, Page } from '../../../ui/page.tsx';
import { Field, SearchForm } from '../../../ui/search-form.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { schemaColumns, schemaStateOf } from './schemas.page.tsx';
import { schemaPreviewPath } from './schema-path.ts';

const views = [
  { value: 'todo', label: '待审核' },
  { value: 'open', label: '审批中' },
  { value: 'passed', label: '已通过' },
  { value: 'refused', label: '已退回或撤回' },
  { value: 'all', label: '全部' },
] as const;
const pageState = z.object({
  keyword: z.string().catch('').default(''),
  view: z.enum(['todo', 'open', 'passed', 'refused', 'all']).catch('todo').default('todo'),
  ...pagingFields(20),
  ...sortField(schemaSorts),
});

const columns: readonly Column<SchemaItem>[] = [
  ...schemaColumns,
  {
    key: 'applicant',
    sort: 'applyTime',
    title: '申请人与时间',
    width: 168,
    align: 'left',
    render: (row) => <TwoLines first={row.applicantName ?? NOTHING} second={row.applyTime ?? ''} />,
  },
];
const auditedOf = (row: SchemaItem): Audited => ({
  applyId: row.majorSchemaKey,
  path: schemaPreviewPath(row.majorSchemaKey),
  awaitsMe: row.awaitsMe,
  ...schemaStateOf(row),
});

/** 方案审批管理: schemes that were sent for approval, decided with what is different at hand (SCHEME-25). */
export function SchemaApprovalPage() {
  const [{ pageNo, pageSize, view, keyword, sort }, setState] = usePageState(pageState);
  const [draft, setDraft] = useState(keyword);
  const filter = {
    ...(keyword === '' ? {} : { keyword }),
    ...(view === 'all' ? {} : { schemaStatus: view }),
  };
  const query = useOperation(querySchemaApprovals, { ...filter, pageNo, pageSize, sort });
  return (
    <Page title="方案审批管理">
      <Card flush>
        <SearchForm
          searching={query.isFetching}
          onSearch={() => {
            setState({ keyword: draft.trim(), pageNo: 1 });
            void query.refetch();
          }}
          onReset={() => {
            setDraft('');
            setState({ keyword: '', pageNo: 1 });
          }}
        >
          <Field label="关键字" htmlFor="schema-keyword">
            <TextInput
              id="schema-keyword"
              placeholder="方案或专业名称"
              value={draft}
              maxLength={60}
              onChange={(event) => {
                setDraft(event.currentTarget.value);
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        <AuditList
          label="专业方案审批"
          what="专业方案"
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
          decide={approveSchemas}
          mayDecide={useMay('system:approve')}
          minWidth={1120}
          actions={<ExportButton operation={exportSchemaApprovals} input={filter} />}
        />
      </Card>
    </Page>
  );
}
