import { ownScores } from '@jwxt/contracts/home/home.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { OWN_CARD_PATH } from '@jwxt/contracts/score-card/transcript.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Card, Figure } from '../../../ui/page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { WithheldScores } from '../../../pickers/withheld-scores.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { StepPicker } from '../../../ui/step-picker.tsx';
import classes from '../home.module.css';

type OwnScore = OutputOf<typeof ownScores>['rows'][number];

/** Credits are kept in tenths. */
const creditText = (tenths: number): string => (tenths / 10).toFixed(1);

const columns: Column<OwnScore>[] = [
  {
    key: 'name',
    title: '课程名称',
    width: 'auto',
    align: 'left',
    render: ({ courseName, items }) =>
      items.length === 0 ? (
        courseName
      ) : (
        <TwoLines first={courseName} second={items.map(({ name, value }) => `${name} ${value}`).join(' · ')} />
      ),
    ellipsis: true,
  },
  { key: 'num', title: '课程编号', width: 110, render: (row) => row.courseNum },
  { key: 'semester', title: '学年学期', width: 130, render: (row) => row.semesterId },
  { key: 'credit', title: '学分', width: 80, align: 'right', render: (row) => creditText(row.courseCredit) },
  {
    key: 'final',
    title: '成绩',
    width: 90,
    render: (row) => (
      <b data-fail={!row.passed || undefined} className={classes['final']}>
        {row.finalName}
      </b>
    ),
  },
  {
    key: 'state',
    title: '结果',
    width: 150,
    render: (row) => (
      <>
        {row.passed ? <StatusTag tone="green">通过</StatusTag> : <StatusTag tone="red">未通过</StatusTag>}
        {row.scoreRemarkName !== '' && <small className={classes['dim']}> {row.scoreRemarkName}</small>}
        {!row.effective && <small className={classes['dim']}> 不计入</small>}
      </>
    ),
  },
];

const everySemester = { code: '', name: '全部学期' };

/**
 * 我的成绩: what is not open yet, and why (SCORE-MORE-40); what the scores add up to; then each that is open, newest
 * semester first.
 */
export function OwnScoresCard() {
  const query = useOperation(ownScores, {});
  const [semesterId, setSemester] = useState('');
  const mayPrint = useMay('scoreQuery:print');
  const all = query.data?.rows ?? [];
  // Newest first, as the rows come.
  const semesters = [...new Set(all.map((row) => row.semesterId))].map((code) => ({ code, name: code }));
  return (
    <Card
      flush
      title="我的成绩"
      note="仅显示已开放查询的成绩"
      actions={
        semesters.length > 0 && (
          <>
            {mayPrint && <Link to={OWN_CARD_PATH}>学分绩点与成绩单</Link>}
            <StepPicker
              label="学期"
              width={130}
              options={[everySemester, ...semesters]}
              value={semesterId}
              onChange={setSemester}
            />
          </>
        )
      }
    >
      <WithheldScores withheld={query.data?.withheld ?? []} />
      {query.data && (
        <div className={classes['figures']}>
          <Figure value={creditText(query.data.earnedCredit)} label="已获学分" tone="ink" />
          <Figure value={creditText(query.data.takenCredit)} label="修读学分" />
          <Figure value={query.data.passedNum} label="通过门数" />
          <Figure
            value={query.data.failedNum}
            label="未通过门数"
            {...(query.data.failedNum > 0 ? { tone: 'red' as const } : {})}
          />
        </div>
      )}
      <DataTable
        label="我的成绩"
        cards
        twoLine={all.some((row) => row.items.length > 0)}
        columns={columns}
        rowKey={(row) => row.attemptId}
        rows={query.data?.rows.filter((row) => semesterId === '' || row.semesterId === semesterId)}
        query={query}
        empty={{
          title: '还没有可以查询的成绩',
          reason: '任课教师提交并审核通过、教务处开放查询后，成绩会显示在这里',
        }}
      />
    </Card>
  );
}
