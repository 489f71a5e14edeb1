import { Button, Select, TextInput } from '@mantine/core';
import { scoreTypeNames, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import {
  analysisGroupings,
  bandNames,
  exportScoreAnalysis,
  queryScoreAnalysis,
  type AnalysisGrouping,
  type AnalysisRow,
  analysisSorts,
} from '@jwxt/contracts/statistics/score-analysis.operations.ts';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { TwoLines, TwoLineText } from '../../ui/two-lines.tsx';
import { AnalysisDialog } from './score-analysis.dialog.tsx';
import { shareText } from './score-analysis.model.ts';
import classes from './statistics.module.css';

const text = z.string().catch('').default('');
const pageState = z.object({
  groupBy: z
    .enum(Object.keys(analysisGroupings) as [AnalysisGrouping, ...AnalysisGrouping[]])
    .catch('class')
    .default('class'),
  semesterId: text,
  scoreType: z
    .enum(Object.keys(scoreTypeNames) as [ScoreType, ...ScoreType[]])
    .catch('1')
    .default('1'),
  course: text,
  teacher: text,
  ...pagingFields(),
  ...sortField(analysisSorts),
});

const options = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** 成绩分析: published scores in scope, put together in five ways, and what is unusual (SCORE-MORE-49). */
export function ScoreAnalysisPage() {
  const [{ pageNo, pageSize, groupBy, semesterId, scoreType, course, teacher, sort }, setState] =
    usePageState(pageState);
  const [draft, setDraft] = useState({ course, teacher });
  const [opened, setOpened] = useState<AnalysisRow | null>(null);
  const term = useOperation(semesters, {});
  const filter = {
    groupBy,
    scoreType,
    ...(semesterId === '' ? {} : { semesterId }),
    ...(course === '' ? {} : { course }),
    ...(teacher === '' ? {} : { teacher }),
  };
  const query = useOperation(queryScoreAnalysis, { ...filter, pageNo, pageSize, sort });
  const search = () => {
    setState({ course: draft.course.trim(), teacher: draft.teacher.trim(), pageNo: 1 });
  };
  const columns: Column<AnalysisRow>[] = [
    {
      key: 'name',
      sort: 'name',
      title: analysisGroupings[groupBy],
      width: 'auto',
      least: 260,
      align: 'left',
      render: (row) => <TwoLines first={row.name} second={row.about} />,
    },
    {
      key: 'num',
      sort: 'scoredNum',
      title: '实考 / 人数',
      width: 84,
      render: (row) => `${String(row.scoredNum)} / ${String(row.personNum)}`,
    },
    {
      key: 'mean',
      sort: 'mean',
      title: '平均分',
      width: 94,
      render: (row) => <TwoLines first={row.mean} second={`标准差 ${row.stdDev}`} />,
    },
    {
      key: 'range',
      sort: 'max',
      title: '最高 / 最低',
      width: 92,
      render: (row) => <TwoLines first={row.max} second={row.min} />,
    },
    { key: 'rate', sort: 'passRate', title: '及格率', width: 72, render: (row) => `${row.passRate}%` },
    ...bandNames.map((name, band) => ({
      key: name,
      title: name,
      width: 66,
      render: (row: AnalysisRow) => <TwoLines first={row.bands[band]} second={shareText(row, band)} />,
    })),
    {
      key: 'flags',
      title: '异常提示',
      width: 96,
      align: 'left',
      render: (row) => (
        <span style={{ color: 'var(--jw-orange-text)' }}>
          <TwoLineText text={row.flags.join('；')} />
        </span>
      ),
    },
    {
      key: 'action',
      title: '操作',
      width: 72,
      pinRight: true,
      render: (row) => (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => {
            setOpened(row);
          }}
        >
          分析
        </Button>
      ),
    },
  ];
  return (
    <Page title="成绩分析">
      <Card>
        <form
          className={classes['filters']}
          onSubmit={(event) => {
            event.preventDefault();
            search();
          }}
        >
          <Select
            aria-label="学年学期"
            placeholder="全部学期"
            clearable
            searchable
            w={170}
            value={semesterId || null}
            onChange={(value) => {
              setState({ semesterId: value ?? '', pageNo: 1 });
            }}
            data={(term.data?.list ?? []).map((row) => ({ value: row.xnxq, label: row.xnxq }))}
          />
          <Select
            aria-label="成绩类型"
            w={130}
            allowDeselect={false}
            value={scoreType}
            onChange={(value) => {
              setState({ scoreType: (value ?? '1') as ScoreType, pageNo: 1 });
            }}
            data={options(scoreTypeNames)}
          />
          {(['course', 'teacher'] as const).map((name) => (
            <TextInput
              key={name}
              aria-label={name === 'course' ? '课程' : '任课教师'}
              placeholder={name === 'course' ? '课程编号或名称' : '教师工号或姓名'}
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
        </form>
      </Card>
      <Card flush grow>
        <Toolbar>
          <SegmentedControl
            aria-label="分组"
            value={groupBy}
            onChange={(value) => {
              setState({ groupBy: value as AnalysisGrouping, pageNo: 1 });
            }}
            data={options(analysisGroupings)}
          />
          <ExportButton operation={exportScoreAnalysis} input={filter} />
        </Toolbar>
        <DataTable
          label="成绩分析"
          columns={columns}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.key}
          numberFrom={(pageNo - 1) * pageSize + 1}
          twoLine
          minWidth={1120}
          empty={{ reason: '没有符合条件的已发布成绩，可以换一个条件' }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
      {opened && (
        <AnalysisDialog
          row={opened}
          scoreType={scoreType}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </Page>
  );
}
