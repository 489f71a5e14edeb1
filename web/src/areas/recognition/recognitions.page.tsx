import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { queryRecognitions, type recognitionItem } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { SCORE_PAGE_SIZE } from '@jwxt/contracts/score/score.vocabulary.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { ApplicationStatus } from '../../pickers/application-status.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import classes from './recognition.module.css';

type Item = z.output<typeof recognitionItem>;

const pageState = z.object({ keyword: z.string().catch('').default(''), ...pagingFields(SCORE_PAGE_SIZE) });

/** Applications to recognise scores, in the person's scope (RECOGNITION-01, 19). */
export function RecognitionsPage() {
  const [{ keyword, pageNo, pageSize }, setState] = usePageState(pageState);
  const [draft, setDraft] = useState(keyword);
  const navigate = useNavigate();
  const mayApply = useMay('systemScoreCognizance:apply');
  const mayRead = useMay('systemScoreCognizanceAudit:detail');
  const query = useOperation(queryRecognitions, { pageNo, pageSize, ...(keyword ? { keyword } : {}) });
  const open = (row: Item) => { void navigate({ to: `/jwxt/gly/scoreManage/recognition/${row.scoreCognizanceApplyId}` }); };
  const start = mayApply ? <Button component={Link} to="/jwxt/gly/scoreManage/recognition/new" variant="light" leftSection={<IconPlus size={16} />}>新增认定申请</Button> : undefined;
  const columns: Column<Item>[] = [
    { key: 'student', title: '学生', width: 150, align: 'left', render: (row) => <><div>{row.studentName}</div><div className={classes['second']}>{row.studentNumber}</div></> },
    { key: 'class', title: '院系与班级', width: 190, align: 'left', render: (row) => <><div className="jw-ellipsis" title={row.departmentName}>{row.departmentName}</div><div className={`${classes['second'] ?? ''} jw-ellipsis`}>{row.studentClassName}</div></> },
    { key: 'summary', title: '认定内容', width: 'auto', align: 'left', render: (row) => row.summary, ellipsis: true },
    { key: 'applicant', title: '申请人', width: 100, align: 'left', render: (row) => row.applicantName, ellipsis: true },
    { key: 'time', title: '申请时间', width: 168, align: 'center', render: (row) => row.scoreCognizanceApplyTime },
    { key: 'status', title: '状态', width: 150, align: 'center', render: (row) => <><ApplicationStatus status={row.approvalBusinessStatus} name={row.approvalBusinessStatusName} />{row.currentNodeName !== null && <div className={classes['second']}>{row.currentNodeName}</div>}</> },
    ...(mayRead ? [{ key: 'action', title: '操作', width: 72, align: 'center' as const, pinRight: true, render: (row: Item) => <Link to={`/jwxt/gly/scoreManage/recognition/${row.scoreCognizanceApplyId}`}>详情</Link> }] : []),
  ];
  return (
    <Page title="成绩认定">
      <Card flush>
        <SearchForm onSearch={() => { setState({ keyword: draft.trim(), pageNo: 1 }); void query.refetch(); }} onReset={() => { setDraft(''); setState({ keyword: '', pageNo: 1 }); }} searching={query.isFetching}>
          <Field label="关键字" htmlFor="recognition-keyword"><TextInput id="recognition-keyword" placeholder="学号、姓名、课程或申请人" value={draft} maxLength={60} onChange={(event) => { setDraft(event.currentTarget.value); }} /></Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        {start && <Toolbar>{start}</Toolbar>}
        <DataTable label="成绩认定申请" columns={columns} rows={query.data?.rows} query={query} rowKey={(row) => row.scoreCognizanceApplyId} numberFrom={(pageNo - 1) * pageSize + 1} twoLine minWidth={1040} {...(mayRead ? { onRow: open } : {})}
          empty={{ reason: '没有符合条件的认定申请', ...(start ? { action: start } : {}) }} paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)} />
      </Card>
    </Page>
  );
}
