import { Select, TextInput } from '@mantine/core';
import {
  retakeExport,
  reassessmentCalls,
  reassessmentExports,
  reassessmentKinds,
  reassessmentTabs,
  type ReassessmentItem,
  type ReassessmentKind,
  type ReassessmentTab,
  reassessmentSorts,
} from '@jwxt/contracts/makeup/reassessment-approval.operations.ts';
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import { SCORE_PAGE_SIZE } from '@jwxt/contracts/kernel/fields.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { AuditList } from '../../pickers/audit-list.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page } from '../../ui/page.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import classes from './makeup.module.css';

const pageState = z.object({
  tab: z.enum(['todo', 'passed', 'all']).optional().catch(undefined),
  semesterId: z.string().catch('').default(''),
  keyword: z.string().catch('').default(''),
  ...pagingFields(SCORE_PAGE_SIZE),
  ...sortField(reassessmentSorts),
});

/** 补缓考成绩审批 (MAKEUP-01, 21, 22). */
export function ReassessmentApprovalsPage() {
  return <ApprovalsPage kind="retakeApproval" />;
}

/** 重修成绩审批 (MAKEUP-02, 21, 22). */
export function RetakeApprovalsPage() {
  return <ApprovalsPage kind="rebuildScoreApproval" />;
}

function ApprovalsPage({ kind }: { kind: ReassessmentKind }) {
  const [state, setState] = usePageState(pageState);
  const mayApprove = useMay(`${kind}:approval`);
  const may = {
    todo: mayApprove,
    passed: useMay(`${kind}:scorePassApproval:query`),
    all: useMay(`${kind}:scoreApprovalAll:query`),
  };
  const tabs = (Object.keys(reassessmentTabs) as ReassessmentTab[]).filter((tab) => may[tab]);
  const tab = state.tab !== undefined && may[state.tab] ? state.tab : (tabs[0] ?? 'all');
  const asked = {
    ...(state.semesterId ? { semesterId: state.semesterId } : {}),
    ...(state.keyword ? { keyword: state.keyword } : {}),
  };
  const query = useOperation(reassessmentCalls[kind].lists[tab], {
    ...asked,
    pageNo: state.pageNo,
    pageSize: state.pageSize,
    sort: state.sort,
  });
  const { name, what } = reassessmentKinds[kind];
  const search = (next: { semesterId: string; keyword: string }) => {
    setState({ ...next, pageNo: 1 });
    void query.refetch();
  };
  return (
    <Page title={name}>
      <Card flush>
        <ApprovalSearch
          key={`${state.semesterId}|${state.keyword}`}
          values={state}
          searching={query.isFetching}
          onSearch={search}
        />
      </Card>
      <Card flush grow>
        <AuditList<ReassessmentItem, ReassessmentTab>
          label={`${reassessmentTabs[tab]}${name}`}
          what={what}
          views={tabs.map((value) => ({ value, label: reassessmentTabs[value] }))}
          view={tab}
          onView={(next) => {
            setState({ tab: next, pageNo: 1 });
          }}
          filter={{ tab, ...asked }}
          query={query}
          page={state}
          sorting={sortingOf(state, setState)}
          onPage={setState}
          columns={columnsOf(kind)}
          decide={reassessmentCalls[kind].approve}
          mayDecide={mayApprove}
          auditedOf={(row) => ({
            applyId: row.applyId,
            path: modulePath('scoreManage', `${kind}/${encodeURIComponent(row.teachingClassId)}`),
            awaitsMe: row.mayApprove,
            status: row.approvalBusinessStatus,
            statusName: row.approvalBusinessStatusName,
            nodeName: row.currentNodeName,
          })}
          actions={<ListExport key={tab} kind={kind} tab={tab} filter={asked} />}
          minWidth={1120}
        />
      </Card>
    </Page>
  );
}

function ApprovalSearch({
  values,
  searching,
  onSearch,
}: {
  values: { semesterId: string; keyword: string };
  searching: boolean;
  onSearch: (values: { semesterId: string; keyword: string }) => void;
}) {
  const [keyword, setKeyword] = useState(values.keyword);
  const list = useOperation(semesters, {}, { staleTime: 3_600_000 });
  return (
    <SearchForm
      searching={searching}
      onSearch={() => {
        onSearch({ semesterId: values.semesterId, keyword: keyword.trim() });
      }}
      onReset={() => {
        setKeyword('');
        onSearch({ semesterId: '', keyword: '' });
      }}
    >
      <Field label="学年学期" htmlFor="retake-semester">
        <Select
          id="retake-semester"
          clearable
          searchable
          placeholder="全部学期"
          data={list.data?.list.map((one) => ({ value: one.xnxq, label: one.xnxqmc })) ?? []}
          value={values.semesterId || null}
          onChange={(value) => {
            onSearch({ semesterId: value ?? '', keyword: keyword.trim() });
          }}
        />
      </Field>
      <Field label="关键字" htmlFor="retake-keyword">
        <TextInput
          id="retake-keyword"
          placeholder="课程、班级或提交人"
          value={keyword}
          maxLength={60}
          onChange={(event) => {
            setKeyword(event.currentTarget.value);
          }}
        />
      </Field>
    </SearchForm>
  );
}

function columnsOf(kind: ReassessmentKind): Column<ReassessmentItem>[] {
  const makeup = kind === 'retakeApproval';
  return [
    {
      key: 'semester',
      sort: 'semesterId',
      title: makeup ? '补考学期' : '学期',
      width: 180,
      importance: 2,
      align: 'left',
      render: (row) => <TwoLines first={row.makeupSemester} second={row.openDepartmentName} />,
    },
    {
      key: 'course',
      sort: 'courseName',
      title: '课程与班级',
      width: 'auto',
      least: 250,
      align: 'left',
      render: (row) => (
        <TwoLines
          first={row.courseName}
          title={`${row.courseName}（${row.courseNum}，${row.courseCredit} 学分）`}
          second={`${row.teachingClassName} · ${row.teacherName}`}
        />
      ),
    },
    ...(makeup
      ? [{ key: 'option', title: '方式', width: 84, render: (row: ReassessmentItem) => row.makeupOptionName }]
      : []),
    {
      key: 'count',
      title: '人数',
      width: 112,
      align: 'right',
      render: (row) => (
        <TwoLines
          first={`${String(row.coursePersonCount)} · 及格 ${String(row.passedNum)}`}
          second={
            row.originOpenNum > 0 ? <span className={classes['open']}>{row.originOpenNum} 人原成绩变动</span> : null
          }
        />
      ),
    },
    {
      key: 'window',
      sort: 'scoreTermInputEndTime',
      title: '录入时间',
      width: 148,
      importance: 3,
      align: 'center',
      render: (row) => (
        <TwoLines
          first={row.scoreTermInputBeginTime.slice(0, 16)}
          title={row.scoreTermInputBeginTime}
          second={`至 ${row.scoreTermInputEndTime.slice(0, 16)}`}
        />
      ),
    },
    {
      key: 'applicant',
      sort: 'applyTime',
      title: '提交人',
      width: 148,
      align: 'left',
      render: (row) => <TwoLines first={row.applicantName} second={row.applyTime} />,
    },
  ];
}

/** The export of the list that is shown; each has a permission of its own. */
function ListExport({
  kind,
  tab,
  filter,
}: {
  kind: ReassessmentKind;
  tab: ReassessmentTab;
  filter: { semesterId?: string; keyword?: string };
}) {
  return kind === 'retakeApproval' ? (
    <ExportButton operation={reassessmentExports[tab]} input={filter} />
  ) : (
    <ExportButton operation={retakeExport} input={{ ...filter, tab }} />
  );
}
