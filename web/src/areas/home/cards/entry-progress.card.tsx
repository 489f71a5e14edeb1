import { entryStateNames } from '@jwxt/contracts/score/score.vocabulary.ts';
import { entryProgress } from '@jwxt/contracts/statistics/statistics.operations.ts';
import type { EChartsCoreOption } from 'echarts';
import { useMemo } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import { useUser } from '../../../lib/session.ts';
import { ChartCard, type ChartTokens } from '../../../ui/chart.tsx';
import { ErrorState } from '../../../ui/faces.tsx';
import { Card } from '../../../ui/page.tsx';

/** Room for axis and legend, and for each bar. */
const heightOf = (bars: number) => 76 + Math.max(2, bars) * 30;
const states = [
  { key: 'passed', colour: 'green-solid' },
  { key: 'submitted', colour: 'blue-solid' },
  { key: 'returned', colour: 'red-solid' },
  { key: 'entering', colour: 'grey-solid' },
  { key: 'empty', colour: 'grey-edge' },
] as const;

/** 成绩录入进度 of the semester by opening department: classes by state. */
export function EntryProgressCard() {
  const { semester } = useUser();
  const query = useOperation(entryProgress, semester === '' ? {} : { semesterId: semester });
  const departments = useMemo(
    () => (query.data?.departments ?? []).toSorted((a, b) => b.total - a.total).slice(0, 12),
    [query.data],
  );
  const option = useMemo(
    () =>
      (tokens: ChartTokens): EChartsCoreOption => ({
        grid: { left: 8, right: 40, top: 30, bottom: 4, containLabel: true },
        legend: {
          top: 0,
          left: 0,
          itemWidth: 10,
          itemHeight: 10,
          textStyle: { color: tokens['text-2'], fontSize: 12 },
        },
        tooltip: {
          trigger: 'axis',
          axisPointer: { type: 'shadow' },
          backgroundColor: tokens.surface,
          borderColor: tokens.line,
          textStyle: { color: tokens.text },
        },
        xAxis: {
          type: 'value',
          minInterval: 1,
          splitLine: { lineStyle: { color: tokens.line } },
          axisLabel: { color: tokens['text-2'] },
        },
        yAxis: {
          type: 'category',
          inverse: true,
          data: departments.map((department) => department.departmentName),
          axisLine: { show: false },
          axisTick: { show: false },
          axisLabel: { color: tokens.text, fontSize: 12, width: 130, overflow: 'truncate' },
        },
        series: states.map(({ key, colour }, index) => ({
          name: entryStateNames[key],
          type: 'bar',
          stack: 'all',
          barMaxWidth: 14,
          itemStyle: { color: tokens[colour] },
          data: departments.map((department) => department[key]),
          ...(index === states.length - 1
            ? {
                label: {
                  show: true,
                  position: 'right',
                  color: tokens['text-2'],
                  formatter: ({ dataIndex }: { dataIndex: number }) => String(departments[dataIndex]?.total ?? ''),
                },
              }
            : {}),
        })),
      }),
    [departments],
  );
  if (query.data === undefined && query.error !== null)
    return (
      <Card title="成绩录入进度">
        <ErrorState
          compact
          error={query.error}
          onRetry={() => {
            void query.refetch();
          }}
          retrying={query.isFetching}
        />
      </Card>
    );
  return (
    <ChartCard
      title="成绩录入进度"
      note="单位：教学班"
      option={option}
      height={heightOf(departments.length)}
      label="各开课单位教学班的成绩录入进度"
      loading={query.data === undefined}
      empty={departments.length === 0}
      emptyText="本学期还没有教学班成绩单"
      table={{
        head: ['开课单位', '合计', ...states.map(({ key }) => entryStateNames[key])],
        rows: departments.map((department) => [
          department.departmentName,
          department.total,
          ...states.map(({ key }) => department[key]),
        ]),
      }}
    />
  );
}
