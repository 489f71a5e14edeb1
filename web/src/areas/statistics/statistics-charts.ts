import { entryStateNames } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { ChartTokens } from '../../ui/chart.tsx';
import {
  rateValue,
  type byProcess,
  type DepartmentProgress,
  type ScoreGroup,
  type scoreBars,
} from './statistics-figures.model.ts';

const labels = (tokens: ChartTokens) => ({ color: tokens['text-2'], fontSize: 12 });
const quiet = { axisTick: { show: false }, axisLine: { show: false } };

/** Pass rate of each group against that of all: hollow dots lie below. */
export function passRateOption(tokens: ChartTokens, groups: readonly ScoreGroup[], allRate: number) {
  const all = rateValue(allRate);
  const values = groups.map((group) => rateValue(group.passRate));
  const least = Math.max(0, Math.floor((Math.min(all, ...values) - 10) / 5) * 5);
  return {
    grid: { left: 8, right: 44, top: 26, bottom: 8, containLabel: true },
    xAxis: {
      type: 'value',
      min: least,
      max: 100,
      splitNumber: 4,
      minInterval: 5,
      axisLabel: labels(tokens),
      splitLine: { lineStyle: { color: tokens.line } },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: groups.map((group) => group.name),
      axisLabel: { ...labels(tokens), width: 120, overflow: 'truncate' },
      ...quiet,
    },
    series: [
      {
        type: 'bar',
        stack: 'rate',
        barWidth: 3,
        silent: true,
        itemStyle: { color: 'transparent' },
        data: values.map((value) => Math.min(value, all)),
        markLine: {
          symbol: 'none',
          silent: true,
          lineStyle: { color: tokens['grey-solid'], type: 'solid' },
          label: { position: 'start', formatter: `总体 ${all.toFixed(1)}`, color: tokens['text-2'] },
          data: [{ xAxis: all }],
        },
      },
      {
        type: 'bar',
        stack: 'rate',
        barWidth: 3,
        silent: true,
        itemStyle: { color: tokens.c6 },
        data: values.map((value) => Math.abs(value - all)),
      },
      {
        type: 'scatter',
        symbolSize: 11,
        z: 5,
        data: values.map((value) => ({
          value,
          itemStyle:
            value < all ? { color: tokens.surface, borderColor: tokens.c1, borderWidth: 2 } : { color: tokens.c1 },
          label: {
            show: true,
            position: value < all ? 'left' : 'right',
            formatter: value.toFixed(1),
            color: tokens.text,
            fontSize: 12,
          },
        })),
      },
    ],
  };
}

/** How many scores in each range; failing ones in red. */
export function distributionOption(tokens: ChartTokens, bars: ReturnType<typeof scoreBars>) {
  return {
    grid: { left: 8, right: 8, top: 24, bottom: 4, containLabel: true },
    xAxis: {
      type: 'category',
      data: bars.map((bar) => bar.label),
      axisLabel: labels(tokens),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: tokens.line } },
    },
    yAxis: { type: 'value', show: false },
    series: [
      {
        type: 'bar',
        barWidth: '58%',
        label: { show: true, position: 'top', color: tokens.text, fontSize: 12 },
        data: bars.map((bar) => ({
          value: bar.count,
          itemStyle: { color: bar.failing ? tokens['red-solid'] : tokens.c1, borderRadius: [3, 3, 0, 0] },
        })),
      },
    ],
  };
}

const nodeColours = ['c1', 'c6', 'c2', 'c3'] as const;

/** Mean hours of each node, stacked per process. */
export function turnaroundOption(tokens: ChartTokens, processes: ReturnType<typeof byProcess>) {
  const most = Math.max(0, ...processes.map((process) => process.nodes.length));
  return {
    grid: { left: 8, right: 56, top: 6, bottom: 4, containLabel: true },
    tooltip: { trigger: 'item' },
    xAxis: { type: 'value', show: false },
    yAxis: {
      type: 'category',
      inverse: true,
      data: processes.map((process) => process.processName),
      axisLabel: labels(tokens),
      ...quiet,
    },
    series: Array.from({ length: most }, (_, index) => ({
      type: 'bar',
      stack: 'hours',
      barWidth: 15,
      name: `第${String(index + 1)}级审核`,
      itemStyle: { color: tokens[nodeColours[index % nodeColours.length] ?? 'c1'] },
      data: processes.map((process) => {
        const node = process.nodes[index];
        const last = index === process.nodes.length - 1;
        return {
          value: node ? Number(node.hours.toFixed(1)) : 0,
          label: last
            ? {
                show: true,
                position: 'right',
                formatter: `共 ${process.total.toFixed(0)}`,
                color: tokens.text,
                fontWeight: 600,
              }
            : { show: false },
        };
      }),
    })),
  };
}

/** Classes passed, under approval, returned, being entered and untouched, in per cent of each department. */
export function progressOption(tokens: ChartTokens, departments: readonly DepartmentProgress[]) {
  const share = (count: number, total: number): number => (total === 0 ? 0 : (count / total) * 100);
  const series = [
    { name: entryStateNames.passed, color: tokens['green-solid'], count: (row: DepartmentProgress) => row.passed },
    { name: entryStateNames.submitted, color: tokens['blue-solid'], count: (row: DepartmentProgress) => row.submitted },
    { name: entryStateNames.returned, color: tokens['red-solid'], count: (row: DepartmentProgress) => row.returned },
    { name: entryStateNames.entering, color: tokens['grey-solid'], count: (row: DepartmentProgress) => row.entering },
    { name: entryStateNames.empty, color: tokens['grey-edge'], count: (row: DepartmentProgress) => row.empty },
  ];
  return {
    grid: { left: 8, right: 44, top: 28, bottom: 4, containLabel: true },
    legend: { top: 0, left: 0, itemWidth: 10, itemHeight: 10, textStyle: { color: tokens['text-2'] } },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      valueFormatter: (value: number) => `${value.toFixed(0)}%`,
    },
    xAxis: { type: 'value', max: 100, show: false },
    yAxis: {
      type: 'category',
      inverse: true,
      data: departments.map((row) => row.departmentName),
      axisLabel: { ...labels(tokens), width: 130, overflow: 'truncate' },
      ...quiet,
    },
    series: series.map(({ name, color, count }, index) => ({
      type: 'bar',
      stack: 'progress',
      name,
      barWidth: 14,
      itemStyle: { color },
      data: departments.map((row) => share(count(row), row.total)),
      ...(index === series.length - 1
        ? {
            label: {
              show: true,
              position: 'right',
              color: tokens.text,
              formatter: ({ dataIndex }: { dataIndex: number }) => {
                const row = departments[dataIndex];
                return row ? `${share(row.passed + row.submitted, row.total).toFixed(0)}%` : '';
              },
            },
          }
        : {}),
    })),
  };
}
