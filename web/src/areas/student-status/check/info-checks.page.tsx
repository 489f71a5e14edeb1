import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  decideInfoChecks,
  exportInfoChanges,
  exportInfoChecks,
  infoCheckViews,
  queryInfoChecks,
  type InfoCheckItem,
  infoCheckSorts,
} from '@jwxt/contracts/student-status/check/info-check-approval.operations.ts';
import { Button, Menu, TextInput } from '@mantine/core';
import { IconChevronDown, IconFileExport, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { useDownload } from '../../../lib/download.ts';
import { pagingFields, usePageState, sortField } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay, useMayCheck } from '../../../lib/session.ts';
import { AuditList } from '../../../pickers/audit-list.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, Page } from '../../../ui/page.tsx';
import { Field, SearchForm } from '../../../ui/search-form.tsx';
import { CheckTimeSelect } from './check-time-select.tsx';
import { INFO_CHECKS_PATH, infoCheckPath } from './check-path.ts';

const views = [
  { value: 'todo', label: '待审核' },
  { value: 'open', label: '审批中' },
  { value: 'passed', label: '已通过' },
  { value: 'refused', label: '未通过或撤回' },
  { value: 'all', label: '全部' },
] as const;
const schema = z.object({
  keyword: z.string().catch('').default(''),
  checkTimeId: z.string().catch('').default(''),
  view: z.enum(infoCheckViews).catch('todo').default('todo'),
  ...pagingFields(20),
  ...sortField(infoCheckSorts),
});

const columns: readonly Column<InfoCheckItem>[] = [
  {
    key: 'number',
    sort: 'studentNumber',
    title: '学号',
    width: 120,
    align: 'left',
    render: (row) => row.studentNumber,
  },
  {
    key: 'name',
    sort: 'studentName',
    title: '姓名',
    width: 90,
    align: 'left',
    render: (row) => row.studentName,
    ellipsis: true,
  },
  {
    key: 'class',
    sort: 'departmentName',
    title: '院系与行政班',
    width: 190,
    align: 'left',
    render: (row) => (
      <>
        <div>{row.departmentName}</div>
        <small>{row.className}</small>
      </>
    ),
  },
  { key: 'fields', title: '变更项', width: 'auto', align: 'left', render: (row) => row.fields, ellipsis: true },
  {
    key: 'check',
    sort: 'checkName',
    title: '核对',
    width: 150,
    align: 'left',
    render: (row) => row.checkName || NOTHING,
    ellipsis: true,
  },
  {
    key: 'applied',
    sort: 'applyTime',
    title: '申请',
    width: 150,
    align: 'left',
    render: (row) => (
      <>
        <div>{row.applicantName}</div>
        <small>{row.applyTime.slice(0, 16)}</small>
      </>
    ),
  },
];

/** 信息核对审批: applications to change information, decided one or several at once (PERM-14). */
export function InfoChecksPage() {
  const [{ keyword, checkTimeId, view, pageNo, pageSize, sort }, setState] = usePageState(schema);
  const [draft, setDraft] = useState({ keyword, checkTimeId });
  const filter = { view, ...(keyword === '' ? {} : { keyword }), ...(checkTimeId === '' ? {} : { checkTimeId }) };
  const query = useOperation(queryInfoChecks, { ...filter, pageNo, pageSize, sort });
  const mayApply = useMay('studentInformationApproval:apply');
  return (
    <Page title="信息核对审批">
      <Card flush>
        <SearchForm
          searching={query.isFetching}
          onSearch={() => {
            setState({ ...draft, keyword: draft.keyword.trim(), pageNo: 1 });
            void query.refetch();
          }}
          onReset={() => {
            const none = { keyword: '', checkTimeId: '' };
            setDraft(none);
            setState({ ...none, pageNo: 1 });
          }}
        >
          <Field label="关键字" htmlFor="info-check-keyword">
            <TextInput
              id="info-check-keyword"
              placeholder="学号、姓名或行政班"
              maxLength={60}
              value={draft.keyword}
              onChange={(event) => {
                setDraft({ ...draft, keyword: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="核对时间" htmlFor="info-check-time">
            <CheckTimeSelect
              id="info-check-time"
              value={draft.checkTimeId || null}
              onChange={(code) => {
                setDraft({ ...draft, checkTimeId: code ?? '' });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        <AuditList
          label="信息核对申请"
          what="信息核对申请"
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
          auditedOf={(row) => ({
            applyId: row.applyId,
            path: infoCheckPath(row.applyId),
            awaitsMe: row.awaitsMe,
            status: row.approvalBusinessStatus,
            statusName: row.approvalBusinessStatusName,
            nodeName: row.currentNodeName,
          })}
          decide={decideInfoChecks}
          mayDecide={useMay('studentInformationApproval:approval')}
          minWidth={1120}
          actions={
            <>
              {mayApply && (
                <Button
                  variant="light"
                  leftSection={<IconPlus size={16} />}
                  component={Link}
                  to={`${INFO_CHECKS_PATH}/new`}
                >
                  代学生提出
                </Button>
              )}
              <Exports filter={filter} />
            </>
          }
        />
      </Card>
    </Page>
  );
}

/** The applications, or their changes one a line. */
function Exports({ filter }: { filter: { view: (typeof infoCheckViews)[number] } }) {
  const check = useMayCheck();
  const applications = useDownload(exportInfoChecks);
  const changes = useDownload(exportInfoChanges);
  const [mayApplications, mayChanges] = [
    check('studentInformationApproval:export'),
    check('studentInformationApproval:exportExcel'),
  ];
  if (!mayApplications && !mayChanges) return null;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconFileExport size={16} />}
          rightSection={<IconChevronDown size={14} />}
          loading={applications.isPending || changes.isPending}
        >
          导出
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {mayApplications && (
          <Menu.Item
            onClick={() => {
              applications.start(filter);
            }}
          >
            申请列表
          </Menu.Item>
        )}
        {mayChanges && (
          <Menu.Item
            onClick={() => {
              changes.start(filter);
            }}
          >
            变更明细
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
