import { Button, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { readModelCancel, readModelQuery, readModelRebuild } from '@jwxt/contracts/system/system.operations.ts';
import { useCallback, useMemo, useState } from 'react';
import { bytesText, countText, schoolTime } from '../../lib/format.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { ChartCard, type ChartTokens } from '../../ui/chart.tsx';
import { confirm } from '../../ui/confirm.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import {
  combined,
  inOrderOfNeed,
  LAG_ALARM_SECONDS,
  lagText,
  observe,
  statusText,
  summaryOf,
  toneOf,
  type Observation,
  type ReadModel,
  type Rebuild,
} from './read-model.model.ts';
import { RebuildCard } from './rebuild-card.tsx';
import classes from './read-models.module.css';

/**
 * A rebuild's progress moves, and lag is a matter of seconds: both are asked for again and again while the page is
 * open.
 */
const refreshMs = 1000;

/** The read models with version, position, lag and size; rebuilds with progress, which can be cancelled. */
export function ReadModelsPage() {
  const query = useOperation(readModelQuery, {}, { refetchInterval: refreshMs });
  const mayRebuild = useMay('readModel:rebuild');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rebuild = useOperationMutation(readModelRebuild, {
    invalidates: ['readModel.'],
    success: '已开始重建',
    onSuccess: () => {
      setChosen(new Set());
    },
  });
  const cancel = useOperationMutation(readModelCancel, { invalidates: ['readModel.'], success: '已取消重建' });
  const models = useMemo(() => (query.data ? inOrderOfNeed(query.data.list) : undefined), [query.data]);
  const running = (models ?? []).flatMap((model) => (model.rebuild ? [{ model, rebuild: model.rebuild }] : []));

  const start = async (names: readonly string[], what: string): Promise<void> => {
    if (await confirm({ message: `确定重建${what}吗？重建期间使用者仍看到旧版本。`, confirmText: '重建' }))
      rebuild.mutate({ names: [...names] });
  };
  const stop = async (stopped: readonly ReadModel[]): Promise<void> => {
    const what = stopped.length === 1 ? `“${stopped[0]?.title ?? ''}”` : `${String(stopped.length)} 个读模型`;
    if (
      await confirm({
        message: `确定取消${what}的重建吗？正在使用的版本不受影响。`,
        danger: true,
        confirmText: '取消重建',
      })
    )
      cancel.mutate({ names: stopped.map((model) => model.name) });
  };

  const columns: Column<ReadModel>[] = [
    {
      key: 'title',
      title: '读模型',
      width: 'auto',
      align: 'left',
      render: (model) => (
        <>
          {model.title}
          <span className={classes['name']}>{model.name}</span>
        </>
      ),
    },
    {
      key: 'version',
      title: '版本',
      width: 90,
      align: 'center',
      render: (model) =>
        model.nextVersion !== null && model.nextVersion !== model.version
          ? `${String(model.version)} → ${String(model.nextVersion)}`
          : String(model.version),
    },
    {
      key: 'status',
      title: '状态',
      width: 150,
      align: 'center',
      render: (model) => (
        <StatusTag tone={toneOf(model)} {...(model.lastFailure === null ? {} : { title: model.lastFailure })}>
          {statusText(model)}
        </StatusTag>
      ),
    },
    {
      key: 'lag',
      title: '延迟',
      width: 100,
      align: 'right',
      render: (model) => (
        <span
          className={model.lagSeconds >= LAG_ALARM_SECONDS ? classes['alarm'] : undefined}
          title={`落后 ${countText(model.lagEvents)} 个事件`}
        >
          {lagText(model.lagSeconds)}
        </span>
      ),
    },
    {
      key: 'position',
      title: '位置',
      width: 130,
      align: 'right',
      render: (model) => countText(Number(model.position.split('/')[0])),
    },
    { key: 'size', title: '大小', width: 100, align: 'right', render: (model) => bytesText(model.sizeBytes) },
    { key: 'rows', title: '行数', width: 110, align: 'right', render: (model) => countText(model.rowCount) },
    ...(mayRebuild
      ? [
          {
            key: 'actions',
            title: '操作',
            width: 100,
            align: 'center' as const,
            pinRight: true,
            render: (model: ReadModel) =>
              model.rebuild ? (
                <Button
                  variant="subtle"
                  color="red"
                  size="compact-sm"
                  onClick={() => {
                    void stop([model]);
                  }}
                >
                  取消
                </Button>
              ) : (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onClick={() => {
                    void start([model.name], `“${model.title}”`);
                  }}
                >
                  重建
                </Button>
              ),
          },
        ]
      : []),
  ];

  return (
    <Page title="读模型管理">
      <ReadModelCharts models={models} serverTime={query.data?.serverTime ?? null} />
      <Rebuilds
        running={running}
        cancelling={cancel.isPending}
        onCancel={
          mayRebuild
            ? (stopped) => {
                void stop(stopped);
              }
            : null
        }
      />
      <Card flush grow>
        <Toolbar
          right={
            query.data && (
              <>
                事件总数 {countText(query.data.storeEvents)} · 库位置{' '}
                {countText(Number(query.data.storePosition.split('/')[0]))}
              </>
            )
          }
        >
          {mayRebuild && (
            <>
              <Button
                leftSection={<IconRefresh size={15} />}
                disabled={chosen.size === 0}
                loading={rebuild.isPending}
                onClick={() => {
                  void start([...chosen], `所选 ${String(chosen.size)} 个读模型`);
                }}
              >
                重建所选{chosen.size > 0 ? `（${String(chosen.size)}）` : ''}
              </Button>
              <Button
                variant="default"
                disabled={(models ?? []).length === running.length}
                loading={rebuild.isPending}
                onClick={() => {
                  void start(
                    (models ?? []).map((model) => model.name),
                    '全部读模型（含统计）',
                  );
                }}
              >
                全部重建
              </Button>
              {chosen.size > 0 && (
                <span>
                  已选择 <b>{chosen.size}</b> 项{' '}
                  <UnstyledButton
                    c="var(--jw-ink)"
                    ml={8}
                    onClick={() => {
                      setChosen(new Set());
                    }}
                  >
                    取消选择
                  </UnstyledButton>
                </span>
              )}
            </>
          )}
        </Toolbar>
        <DataTable
          label="读模型"
          columns={columns}
          rows={models}
          query={query}
          rowKey={(model) => model.name}
          numberFrom={1}
          empty={{ reason: '还没有读模型，投影服务启动后会自动建立' }}
          {...(mayRebuild
            ? {
                selection: {
                  keys: chosen,
                  onChange: setChosen,
                  disabled: (name: string) =>
                    (models ?? []).some((model) => model.name === name && model.rebuild !== null),
                },
              }
            : {})}
          rowTone={(model) => (toneOf(model) === 'red' ? 'red' : undefined)}
          footer="异常与重建中的排在最前"
        />
      </Card>
    </Page>
  );
}

type RebuildsProps = {
  running: readonly { model: ReadModel; rebuild: Rebuild }[];
  cancelling: boolean;
  onCancel: ((models: readonly ReadModel[]) => void) | null;
};

/** What is being rebuilt: one or two each for itself, more as one, since the table tells of each. */
function Rebuilds({ running, cancelling, onCancel }: RebuildsProps) {
  if (running.length > 2) {
    const models = running.map(({ model }) => model);
    return (
      <RebuildCard
        title={`${String(running.length)} 个读模型`}
        rebuild={combined(running.map(({ rebuild }) => rebuild))}
        cancelText="全部取消"
        cancelling={cancelling}
        onCancel={
          onCancel &&
          (() => {
            onCancel(models);
          })
        }
      />
    );
  }
  return running.map(({ model, rebuild }) => (
    <RebuildCard
      key={model.name}
      title={model.title}
      versions={
        model.nextVersion !== null && model.nextVersion !== model.version
          ? `${String(model.version)} → ${String(model.nextVersion)}`
          : undefined
      }
      rebuild={rebuild}
      cancelText="取消重建"
      cancelling={cancelling}
      onCancel={
        onCancel &&
        (() => {
          onCancel([model]);
        })
      }
    />
  ));
}

/** The worst lag now, and lag and rebuild speed since the page was opened. */
function ReadModelCharts({
  models,
  serverTime,
}: {
  models: readonly ReadModel[] | undefined;
  serverTime: string | null;
}) {
  const [seen, setSeen] = useState<{ time: string | null; observations: readonly Observation[] }>({
    time: null,
    observations: [],
  });
  // Each answer is one more observation; the second render it costs draws the charts.
  if (models && serverTime !== null && serverTime !== seen.time)
    setSeen({ time: serverTime, observations: observe(seen.observations, schoolTime(serverTime), models) });
  const { observations } = seen;
  const lag = useCallback(
    (tokens: ChartTokens) =>
      lineOption(
        tokens,
        observations.map(({ at, lag: value }) => [at, value]),
        tokens.c1,
        LAG_ALARM_SECONDS,
      ),
    [observations],
  );
  const speed = useCallback(
    (tokens: ChartTokens) =>
      lineOption(
        tokens,
        observations.map(({ at, speed: value }) => [at, value]),
        tokens.c2,
        null,
      ),
    [observations],
  );
  if (!models) return null;
  const { healthy, rebuilding, failing, worst } = summaryOf(models);
  const alarm = worst !== null && worst.lagSeconds >= LAG_ALARM_SECONDS;
  const rows = observations.map(
    (entry) => [new Date(entry.at).toLocaleTimeString('zh-CN'), entry.lag.toFixed(1), Math.round(entry.speed)] as const,
  );
  return (
    <div className={classes['top']}>
      <Card>
        <div className={classes['lag']}>
          <span className={classes['lagLabel']}>最大延迟</span>
          <span className={classes['lagValue']} data-alarm={alarm || undefined}>
            {alarm ? <IconAlertTriangle size={24} aria-hidden /> : <IconCircleCheck size={24} aria-hidden />}
            {lagText(worst?.lagSeconds ?? 0)}
          </span>
          <span className={classes['lagWhat']}>{worst === null ? '没有读模型' : worst.title}</span>
          <span className={classes['counts']}>
            <span style={{ color: 'var(--jw-green-text)' }}>{healthy} 正常</span>
            {rebuilding > 0 && <span style={{ color: 'var(--jw-blue-text)' }}>{rebuilding} 重建</span>}
            {failing > 0 && <span style={{ color: 'var(--jw-red-text)' }}>{failing} 异常</span>}
          </span>
        </div>
      </Card>
      <ChartCard
        title="延迟"
        note={`本次打开以来，秒；告警线 ${String(LAG_ALARM_SECONDS)} 秒`}
        height={88}
        label="最大延迟随时间的变化"
        option={lag}
        table={{ head: ['时间', '延迟（秒）', '速度（事件/秒）'], rows }}
      />
      <ChartCard
        title="重建速度"
        note="本次打开以来，事件/秒"
        height={88}
        label="重建速度随时间的变化"
        option={speed}
        table={{ head: ['时间', '延迟（秒）', '速度（事件/秒）'], rows }}
      />
    </div>
  );
}

function lineOption(
  tokens: ChartTokens,
  data: readonly (readonly [number, number])[],
  color: string,
  alarm: number | null,
) {
  return {
    grid: { left: 44, right: 16, top: 10, bottom: 22 },
    // A single observation would otherwise stand in a whole day.
    xAxis: {
      type: 'time',
      min: ({ max }: { max: number }) => Math.min(data[0]?.[0] ?? max, max - 10_000),
      axisLabel: { color: tokens['text-2'], hideOverlap: true, formatter: '{HH}:{mm}:{ss}' },
      splitLine: { show: false },
      axisLine: { lineStyle: { color: tokens.line } },
    },
    yAxis: {
      type: 'value',
      min: 0,
      splitNumber: 2,
      axisLabel: { color: tokens['text-2'] },
      splitLine: { lineStyle: { color: tokens.line } },
    },
    series: [
      {
        type: 'line',
        data,
        showSymbol: false,
        lineStyle: { color, width: 2 },
        itemStyle: { color },
        areaStyle: { color, opacity: 0.08 },
        ...(alarm !== null && data.some(([, value]) => value > alarm / 4)
          ? {
              markLine: {
                symbol: 'none',
                silent: true,
                label: { show: false },
                lineStyle: { type: 'dashed', color: tokens['text-3'] },
                data: [{ yAxis: alarm }],
              },
            }
          : {}),
      },
    ],
  };
}
