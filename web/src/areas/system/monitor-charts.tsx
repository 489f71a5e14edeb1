import { useCallback } from 'react';
import { ChartCard, type ChartTokens } from '../../ui/chart.tsx';
import type { TokenName } from '../../ui/tokens.ts';
import { historyRows, lineOf, type History, type HistoryFigure } from './monitor.model.ts';
import classes from './monitor.module.css';

/** `dots`: measured only when something happened, so that a value may stand alone. */
type Line = { figure: HistoryFigure; name: string; color: TokenName; dots?: boolean };

/** The colours mean what they mean everywhere: green accepted, orange refused, red failed. */
const pictures: readonly { title: string; note: string; lines: readonly Line[] }[] = [
  {
    title: '命令',
    note: '次/分',
    lines: [
      { figure: 'accepted', name: '已执行', color: 'green-solid' },
      { figure: 'refused', name: '被拒绝', color: 'orange-solid' },
      { figure: 'failed', name: '出错', color: 'red-solid' },
    ],
  },
  {
    title: '写入事件库',
    note: '毫秒，99% 不超过',
    lines: [{ figure: 'appendMs', name: '写入', color: 'c1', dots: true }],
  },
  { title: '读模型延迟', note: '秒，最慢的一个', lines: [{ figure: 'lagSeconds', name: '延迟', color: 'c4' }] },
  {
    title: '推送',
    note: '毫秒，从写入到送达，99% 不超过',
    lines: [{ figure: 'pushMs', name: '推送', color: 'c2', dots: true }],
  },
  { title: '在线连接', note: '个，本网关', lines: [{ figure: 'sockets', name: '连接', color: 'c5' }] },
  {
    title: '事件循环延迟',
    note: '毫秒，最慢的服务，99% 不超过',
    lines: [{ figure: 'loopDelayMs', name: '延迟', color: 'c3' }],
  },
];

/** The last hour in small pictures, each with its table. */
export function MonitorCharts({ history }: { history: History }) {
  return (
    <div className={classes['charts']}>
      {pictures.map((picture) => (
        <HistoryChart key={picture.title} {...picture} history={history} />
      ))}
    </div>
  );
}

function HistoryChart({
  title,
  note,
  lines,
  history,
}: {
  title: string;
  note: string;
  lines: readonly Line[];
  history: History;
}) {
  const known = history.at.length > 1 && lines.some(({ figure }) => history[figure].some((value) => value !== null));
  const option = useCallback((tokens: ChartTokens) => linesOption(tokens, lines, history), [lines, history]);
  return (
    <ChartCard
      title={title}
      note={note}
      height={112}
      label={`最近一小时：${title}`}
      option={option}
      empty={!known}
      emptyText={history.at.length < 2 ? '正在收集，几秒后显示' : `最近一小时没有${title}`}
      table={{
        head: ['时间', ...lines.map(({ name }) => name)],
        rows: historyRows(
          history,
          lines.map(({ figure }) => figure),
        ),
      }}
    />
  );
}

function linesOption(tokens: ChartTokens, lines: readonly Line[], history: History) {
  const [first, last] = [history.at[0] ?? 0, history.at.at(-1) ?? 0];
  return {
    grid: { left: 44, right: 12, top: lines.length > 1 ? 22 : 10, bottom: 22 },
    ...(lines.length > 1
      ? {
          legend: {
            top: 0,
            right: 0,
            itemWidth: 12,
            itemHeight: 2,
            icon: 'rect',
            textStyle: { color: tokens['text-2'], fontSize: 12 },
          },
        }
      : {}),
    tooltip: {
      trigger: 'axis',
      backgroundColor: tokens.surface,
      borderColor: tokens['line-strong'],
      textStyle: { color: tokens.text, fontSize: 12 },
    },
    // Few looks would otherwise stand in a whole day.
    xAxis: {
      type: 'time',
      min: Math.min(first, last - 60_000),
      max: last,
      minInterval: 60_000,
      axisLabel: { color: tokens['text-2'], hideOverlap: true, formatter: '{HH}:{mm}' },
      splitLine: { show: false },
      axisLine: { lineStyle: { color: tokens.line } },
    },
    yAxis: {
      type: 'value',
      min: 0,
      minInterval: lines[0]?.figure === 'sockets' ? 1 : 0,
      splitNumber: 2,
      axisLabel: { color: tokens['text-2'] },
      splitLine: { lineStyle: { color: tokens.line } },
    },
    series: lines.map(({ figure, name, color, dots = false }) => ({
      type: 'line',
      name,
      data: lineOf(history, figure),
      showSymbol: dots,
      symbol: 'circle',
      symbolSize: 4,
      connectNulls: false,
      lineStyle: { color: tokens[color], width: 1.5 },
      itemStyle: { color: tokens[color] },
      ...(lines.length === 1 ? { areaStyle: { color: tokens[color], opacity: 0.08 } } : {}),
    })),
  };
}
