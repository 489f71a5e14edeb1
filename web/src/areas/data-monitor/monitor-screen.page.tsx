import { Button } from '@mantine/core';
import { monitorScreen, queryMonitorPoints, recheck } from '@jwxt/contracts/data-monitor/data-monitor.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { IconRefresh } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { countText } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { ChartCard, type ChartTokens } from '../../ui/chart.tsx';
import { ErrorState, LoadingState } from '../../ui/faces.tsx';
import { Card, Figure, Headline, Page } from '../../ui/page.tsx';
import classes from './data-monitor.module.css';
import { PercentageGauge } from './percentage-gauge.tsx';
import { PointGroupCard } from './point-group.card.tsx';

type Screen = OutputOf<typeof monitorScreen>;
const groupColors = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'] as const;

/** The screen that the ball opens (MONITOR-08): health, a card a group, the last 30 days, the units with most to do. */
export function MonitorScreenPage() {
  const screen = useOperation(monitorScreen, {});
  const points = useOperation(queryMonitorPoints, {});
  const mayClean = useMay('dataMonitor:clean');
  const look = useOperationMutation(recheck, {
    invalidates: ['dataMonitor.'],
    onSuccess: ({ points: looked, problems }) => {
      notify.success(`已监测 ${String(looked)} 个监测点，发现 ${String(problems)} 个问题`);
    },
  });
  const failed = screen.error ?? points.error;
  if (!screen.data || !points.data) {
    return (
      <Page title="监控大屏" fill={false}>
        <Card>
          {failed ? (
            <ErrorState
              error={failed}
              onRetry={() => {
                void screen.refetch();
                void points.refetch();
              }}
              retrying={screen.isFetching || points.isFetching}
            />
          ) : (
            <LoadingState rows={8} />
          )}
        </Card>
      </Page>
    );
  }
  const { data } = screen;
  const known = data.lastRunTime !== null;
  const on = points.data.list.filter(({ sfqy }) => sfqy === yesNo.yes);
  return (
    <Page title="监控大屏" fill={false}>
      <Headline
        actions={
          <>
            <span>
              {known ? `监测于 ${data.lastRunTime ?? ''}，每天 03:00 自动监测` : '尚未监测，每天 03:00 自动监测'}
            </span>
            {mayClean && (
              <Button
                leftSection={<IconRefresh size={16} />}
                loading={look.isPending}
                onClick={() => {
                  look.mutate({});
                }}
              >
                重新监测
              </Button>
            )}
          </>
        }
      >
        <PercentageGauge percentage={known ? data.percentage : null} size={88} note="健康度" />
        <Figure value={countText(data.pointNum)} label="监测点" />
        <Figure
          value={countText(data.problemPointNum)}
          label="有警告或错误的监测点"
          {...(data.problemPointNum > 0 ? { tone: 'red' as const } : {})}
        />
        <Figure value={countText(data.problemNum)} label="未处理问题" />
        <Figure value={countText(data.cleanedToday)} label="今日已清洗" tone="green" />
      </Headline>
      <div className={classes['packed']}>
        {data.groups.map((group) => (
          <PointGroupCard
            key={group.monitorGroup}
            title={group.monitorGroupName}
            points={on.filter(({ monitorGroup }) => monitorGroup === group.monitorGroup)}
          />
        ))}
      </div>
      <div className={classes['halves']}>
        <Trend data={data} />
        <WorstUnits units={data.units} />
      </div>
    </Page>
  );
}

function Trend({ data: { trend, groups } }: { data: Screen }) {
  const option = useCallback(
    (tokens: ChartTokens) => ({
      grid: { left: 48, right: 16, top: 34, bottom: 26 },
      legend: { top: 0, right: 0, itemWidth: 12, itemHeight: 8, textStyle: { color: tokens['text-2'], fontSize: 12 } },
      tooltip: {
        trigger: 'axis',
        backgroundColor: tokens.surface,
        borderColor: tokens['line-strong'],
        textStyle: { color: tokens.text, fontSize: 12 },
      },
      xAxis: {
        type: 'category',
        data: trend.map(({ day }) => day.slice(5)),
        axisLabel: { color: tokens['text-2'] },
        axisLine: { lineStyle: { color: tokens.line } },
        axisTick: { show: false },
      },
      yAxis: {
        type: 'value',
        min: 0,
        minInterval: 1,
        splitNumber: 3,
        axisLabel: { color: tokens['text-2'] },
        splitLine: { lineStyle: { color: tokens.line } },
      },
      series: groups.map(({ monitorGroupName }, index) => ({
        type: 'bar',
        stack: 'all',
        barMaxWidth: 28,
        name: monitorGroupName,
        data: trend.map(({ byGroup }) => byGroup[index]),
        itemStyle: { color: tokens[groupColors[index % groupColors.length] ?? 'c1'] },
      })),
    }),
    [trend, groups],
  );
  return (
    <ChartCard
      title="近30天未处理问题"
      note="单位：个，每天最后一次监测"
      height={220}
      label="近30天未处理问题数的变化"
      option={option}
      empty={trend.length === 0}
      emptyText="监测之后显示"
      table={{
        head: ['日期', ...groups.map(({ monitorGroupName }) => monitorGroupName)],
        rows: trend.map(({ day, byGroup }) => [day, ...byGroup]),
      }}
    />
  );
}

function WorstUnits({ units }: { units: Screen['units'] }) {
  const navigate = useNavigate();
  const option = useCallback(
    (tokens: ChartTokens) => ({
      grid: { left: 130, right: 44, top: 4, bottom: 4 },
      xAxis: { type: 'value', show: false, min: 0 },
      yAxis: {
        type: 'category',
        inverse: true,
        data: units.map(({ departmentName }) => departmentName),
        axisLabel: { color: tokens.text, width: 116, overflow: 'truncate' },
        axisLine: { show: false },
        axisTick: { show: false },
      },
      series: [
        {
          type: 'bar',
          barMaxWidth: 16,
          data: units.map(({ problemNum }) => problemNum),
          itemStyle: { color: tokens.c1 },
          label: { show: true, position: 'right', color: tokens.text },
        },
      ],
    }),
    [units],
  );
  return (
    <ChartCard
      title="问题最多的单位"
      note="单位：个，点击查看"
      height={220}
      label="问题最多的单位"
      option={option}
      empty={units.length === 0}
      emptyText="没有属于单位的未处理问题"
      onClick={({ dataIndex }) => {
        const unit = units[dataIndex];
        if (unit)
          void navigate({
            to: modulePath('dataMonitor', 'monitorResult'),
            search: { departmentId: unit.departmentId },
          });
      }}
      table={{
        head: ['单位', '问题数'],
        rows: units.map(({ departmentName, problemNum }) => [departmentName, problemNum]),
      }}
    />
  );
}
