import { Button, TextInput } from '@mantine/core';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  exportScoreChangeHistory,
  queryScoreChangeHistory,
  changeHistorySorts,
} from '@jwxt/contracts/score/score-change-history.operations.ts';
import { scoreTypeNames, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { studentColumn } from '../../../pickers/student-column.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { TwoLines, TwoLineText } from '../../../ui/two-lines.tsx';

type Row = OutputOf<typeof queryScoreChangeHistory>['rows'][number];

const text = z.string().catch('').default('');
const searched = { course: '课程编号或名称', student: '学号或姓名', applicantName: '申请人' } as const;
type Searched = keyof typeof searched;
const labels: Record<Searched, string> = { course: '课程', student: '学生', applicantName: '申请人' };
const pageState = z.object({
  course: text,
  student: text,
  applicantName: text,
  ...pagingFields(),
  ...sortField(changeHistorySorts),
});

const columns: Column<Row>[] = [
  studentColumn(110),
  {
    key: 'course',
    sort: 'courseName',
    title: '课程',
    width: 'auto',
    least: 230,
    align: 'left',
    render: (row) => <TwoLines first={row.courseName} second={`${row.courseNum} · ${row.semesterName}`} />,
  },
  {
    key: 'class',
    sort: 'teachingClassName',
    title: '教学班',
    width: 176,
    align: 'left',
    render: (row) => <TwoLines first={row.teachingClassName} second={scoreTypeNames[row.scoreType as ScoreType]} />,
  },
  {
    key: 'change',
    title: '更改项',
    width: 124,
    align: 'left',
    render: ({ itemName, beforeValue, afterValue, beforeRemark, afterRemark }) =>
      itemName === '' ? (
        <TwoLines first="成绩备注" second={`${beforeRemark} → ${afterRemark}`} />
      ) : (
        <TwoLines
          first={itemName}
          second={
            `${beforeValue} → ${afterValue}` +
            (beforeRemark === afterRemark ? '' : `，备注 ${beforeRemark} → ${afterRemark}`)
          }
        />
      ),
  },
  { key: 'final', title: '总评', width: 124, render: (row) => `${row.finalBefore} → ${row.finalAfter}` },
  { key: 'reason', title: '更改原因', width: 160, align: 'left', render: (row) => <TwoLineText text={row.reason} /> },
  {
    key: 'applicant',
    sort: 'effectTime',
    title: '申请人 / 生效时间',
    width: 150,
    align: 'left',
    render: (row) => <TwoLines first={row.applicantName} second={row.effectTime} />,
  },
];

/** 成绩更改历史: changes of published scores that took effect, in scope (SCORE-MORE-24). */
export function ScoreChangeHistoryPage() {
  const [{ pageNo, pageSize, sort, ...texts }, setState] = usePageState(pageState);
  const [draft, setDraft] = useState<Record<Searched, string>>(texts);
  const filter = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''));
  const query = useOperation(queryScoreChangeHistory, { ...filter, pageNo, pageSize, sort });
  return (
    <Page title="成绩更改历史">
      <Card flush grow>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setState({
              course: draft.course.trim(),
              student: draft.student.trim(),
              applicantName: draft.applicantName.trim(),
              pageNo: 1,
            });
          }}
        >
          <Toolbar>
            {(Object.keys(searched) as Searched[]).map((name) => (
              <TextInput
                key={name}
                aria-label={labels[name]}
                placeholder={searched[name]}
                w={170}
                maxLength={60}
                value={draft[name]}
                onChange={(event) => {
                  const value = event.currentTarget.value;
                  setDraft((old) => ({ ...old, [name]: value }));
                }}
              />
            ))}
            <Button type="submit">查询</Button>
            <ExportButton operation={exportScoreChangeHistory} input={filter} />
          </Toolbar>
        </form>
        <DataTable
          label="成绩更改历史"
          columns={columns}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => `${row.applyId}.${row.studentCode}`}
          numberFrom={(pageNo - 1) * pageSize + 1}
          twoLine
          minWidth={1100}
          empty={{ reason: '没有符合条件的成绩更改，可以换一个条件' }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
    </Page>
  );
}
