import type { ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { scoreAnalysisDetail, type AnalysisRow } from '@jwxt/contracts/statistics/score-analysis.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { useCallback, useMemo } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { ChartCard, type ChartTokens } from '../../ui/chart.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Card } from '../../ui/page.tsx';
import { distributionOption } from './statistics-charts.ts';
import { scoreBars } from './statistics-figures.model.ts';
import classes from './statistics.module.css';

type Item = OutputOf<typeof scoreAnalysisDetail>['items'][number];

const itemColumns: Column<Item>[] = [
  { key: 'name', title: '分项', width: 'auto', align: 'left', render: (item) => item.name },
  { key: 'proportion', title: '比例', width: 80, render: (item) => `${String(item.proportion)}%` },
  { key: 'num', title: '人数', width: 80, render: (item) => item.scoredNum },
  { key: 'mean', title: '平均', width: 90, align: 'right', render: (item) => item.mean },
  { key: 'max', title: '最高', width: 90, align: 'right', render: (item) => item.max },
  { key: 'min', title: '最低', width: 90, align: 'right', render: (item) => item.min },
  { key: 'deviation', title: '标准差', width: 90, align: 'right', render: (item) => item.stdDev },
];
const classColumns = (own: string): Column<AnalysisRow>[] => [
  {
    key: 'name',
    title: '教学班',
    width: 'auto',
    align: 'left',
    render: (row) => (row.key === own ? <b>{row.name}（本班）</b> : row.name),
  },
  { key: 'num', title: '实考', width: 80, render: (row) => row.scoredNum },
  { key: 'mean', title: '平均', width: 90, align: 'right', render: (row) => row.mean },
  { key: 'max', title: '最高', width: 90, align: 'right', render: (row) => row.max },
  { key: 'min', title: '最低', width: 90, align: 'right', render: (row) => row.min },
  { key: 'deviation', title: '标准差', width: 90, align: 'right', render: (row) => row.stdDev },
  { key: 'rate', title: '及格率', width: 90, align: 'right', render: (row) => `${row.passRate}%` },
];

/** A group's distribution; of a class also its items, and the classes of the same course beside it (SCORE-MORE-49). */
export function AnalysisDialog({
  row,
  scoreType,
  onClose,
}: {
  row: AnalysisRow;
  scoreType: ScoreType;
  onClose: () => void;
}) {
  const { teachingClassId } = row;
  const query = useOperation(
    scoreAnalysisDetail,
    { teachingClassId: teachingClassId ?? '', scoreType },
    { enabled: teachingClassId !== null },
  );
  const bars = useMemo(() => scoreBars(row.histogram), [row]);
  const chart = useCallback((tokens: ChartTokens) => distributionOption(tokens, bars), [bars]);
  return (
    <Dialog opened onClose={onClose} title={`成绩分析：${row.name}`} width={920}>
      <div className={classes['column']}>
        <ChartCard
          title="总评分布"
          note={`人，实考 ${String(row.scoredNum)}，平均 ${row.mean}，及格率 ${row.passRate}%`}
          height={190}
          label="总评分布"
          option={chart}
          loading={false}
          empty={row.scoredNum === 0}
          emptyText="没有有成绩的学生"
          table={{ head: ['分数段', '人数'], rows: bars.map((bar) => [bar.label, bar.count]) }}
        />
        {teachingClassId !== null && (
          <>
            <Card flush title="分项统计">
              <DataTable
                label="分项统计"
                columns={itemColumns}
                rows={query.data?.items}
                query={query}
                rowKey={(item) => item.name}
                empty={{ reason: '没有分项' }}
              />
            </Card>
            <Card flush title="同课程教学班比较">
              <DataTable
                label="同课程教学班比较"
                columns={classColumns(row.key)}
                rows={query.data?.classes}
                query={query}
                rowKey={(one) => one.key}
                empty={{ reason: '没有其他教学班' }}
              />
            </Card>
          </>
        )}
      </div>
    </Dialog>
  );
}
