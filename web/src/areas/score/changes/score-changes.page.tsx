import { TextInput } from '@mantine/core';
import {
  queryScoreChanges,
  type scoreChangeItem,
  scoreChangeSorts,
} from '@jwxt/contracts/score/score-change.operations.ts';
import { SCORE_PAGE_SIZE } from '@jwxt/contracts/kernel/fields.ts';
import { scoreTypeNames, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, Page } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { Field, SearchForm } from '../../../ui/search-form.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { ApplicationStatus } from '../../../pickers/application-status.tsx';

type ScoreChangeItem = z.output<typeof scoreChangeItem>;

const pageState = z.object({
  keyword: z.string().catch('').default(''),
  teachingClassId: z.string().catch('').default(''),
  ...pagingFields(SCORE_PAGE_SIZE),
  ...sortField(scoreChangeSorts),
});

/** Score change applications: a teacher's own, for staff those in scope (SCORE-CHANGE-01, 11). */
export function ScoreChangesPage() {
  const [{ keyword, teachingClassId, pageNo, pageSize, sort }, setState] = usePageState(pageState);
  const [draft, setDraft] = useState(keyword);
  const navigate = useNavigate();
  const mayRead = useMay('scoreChangeAudit:detail');
  const mayApply = useMay('scoreChange:apply');
  const query = useOperation(queryScoreChanges, {
    pageNo,
    pageSize,
    sort,
    ...(keyword ? { keyword } : {}),
    ...(teachingClassId ? { teachingClassId } : {}),
  });
  const open = (row: ScoreChangeItem) => {
    void navigate({ to: `/jwxt/gly/scoreManage/change/${row.applyId}` });
  };
  const columns: Column<ScoreChangeItem>[] = [
    {
      key: 'course',
      sort: 'courseName',
      title: '课程',
      width: 176,
      align: 'left',
      render: (row) => <TwoLines first={row.courseName} second={row.semesterName} />,
    },
    {
      key: 'class',
      sort: 'teachingClassName',
      title: '教学班',
      width: 170,
      align: 'left',
      render: (row) => <TwoLines first={row.teachingClassName} second={scoreTypeNames[row.scoreType as ScoreType]} />,
    },
    {
      key: 'summary',
      title: '更改内容',
      width: 'auto',
      least: 270,
      align: 'left',
      render: (row) => <TwoLines first={row.summary} second={`原因：${row.reason}`} />,
    },
    { key: 'students', title: '人数', width: 64, align: 'right', render: (row) => row.studentNum },
    {
      key: 'applicant',
      sort: 'applicantName',
      title: '申请人',
      width: 100,
      importance: 3,
      align: 'left',
      render: (row) => (
        <TwoLines first={row.applicantName} second={row.onBehalfOf === '' ? null : `代 ${row.onBehalfOf}`} />
      ),
    },
    { key: 'time', sort: 'applyTime', title: '申请时间', width: 154, align: 'center', render: (row) => row.applyTime },
    {
      key: 'status',
      sort: 'status',
      title: '状态',
      width: 182,
      align: 'center',
      render: (row) => (
        <TwoLines
          first={<ApplicationStatus status={row.scoreChangeApplyStatus} name={row.scoreChangeApplyStatusName} />}
          second={row.currentNodeName ?? row.opinion}
        />
      ),
    },
    ...(mayRead
      ? [
          {
            key: 'action',
            title: '操作',
            width: 72,
            align: 'center' as const,
            pinRight: true,
            render: (row: ScoreChangeItem) => <Link to={`/jwxt/gly/scoreManage/change/${row.applyId}`}>详情</Link>,
          },
        ]
      : []),
  ];
  return (
    <Page title="成绩更改">
      <Card flush>
        <SearchForm
          onSearch={() => {
            setState({ keyword: draft.trim(), pageNo: 1 });
            void query.refetch();
          }}
          onReset={() => {
            setDraft('');
            setState({ keyword: '', teachingClassId: '', pageNo: 1 });
          }}
          searching={query.isFetching}
        >
          <Field label="关键字" htmlFor="change-keyword">
            <TextInput
              id="change-keyword"
              placeholder="课程、教学班、申请人或学生"
              value={draft}
              maxLength={60}
              onChange={(event) => {
                setDraft(event.currentTarget.value);
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card
        flush
        grow
        title="成绩更改申请"
        {...(mayApply ? { note: '从已审核的成绩单发起：成绩录入 → 查看成绩单 → 申请更改' } : {})}
      >
        <DataTable
          label="成绩更改申请"
          columns={columns}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.applyId}
          numberFrom={(pageNo - 1) * pageSize + 1}
          twoLine
          minWidth={1080}
          {...(mayRead ? { onRow: open } : {})}
          empty={{
            reason: '没有符合条件的成绩更改申请，可以换一个条件',
            ...(mayApply ? { action: <Link to="/jwxt/gly/scoreManage/entry">到成绩录入查看已审核的成绩单</Link> } : {}),
          }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
    </Page>
  );
}
