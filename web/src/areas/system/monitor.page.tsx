import { IconAlertTriangle, IconHelp } from '@tabler/icons-react';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { monitorQuery } from '@jwxt/contracts/system/monitor.operations.ts';
import { bytesText, countText, shortElapsedText } from '../../lib/format.ts';
import { useOperation } from '../../lib/queries.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ErrorState, LoadingState } from '../../ui/faces.tsx';
import { Card, Figure, Headline, Page } from '../../ui/page.tsx';
import { StatusTag, StatusText } from '../../ui/status-tag.tsx';
import { MonitorCharts } from './monitor-charts.tsx';
import { StorageCard } from './storage.card.tsx';
import {
  durationText,
  failing,
  figureText,
  serviceTones,
  troubles,
  type Monitor,
  type MonitoredModel,
  type Service,
} from './monitor.model.ts';
import classes from './monitor.module.css';
import { ParkedEventsCard } from './parked-events.card.tsx';
import { LAG_ALARM_SECONDS, lagText } from './read-model.model.ts';

/** The services are looked at every five seconds; asking more often would show the same. */
const refreshMs = 5_000;

/** How everything runs: services, commands, read models, pushes, what is set aside, and the last hour in pictures. */
export function MonitorPage() {
  const query = useOperation(monitorQuery, {}, { refetchInterval: refreshMs });
  const monitor = query.data;
  if (!monitor) {
    return (
      <Page title="运行状态" fill={false}>
        <Card>
          {query.error ? (
            <ErrorState
              error={query.error}
              onRetry={() => {
                void query.refetch();
              }}
              retrying={query.isFetching}
            />
          ) : (
            <LoadingState rows={8} />
          )}
        </Card>
      </Page>
    );
  }
  return (
    <Page title="运行状态" fill={false}>
      <Summary monitor={monitor} stale={query.error !== null} />
      <Troubles list={troubles(monitor)} />
      <ParkedEventsCard refreshMs={refreshMs} />
      <Card
        flush
        title="服务"
        note={
          `由网关 ${monitor.gateway} 每 ${String(monitor.everySeconds)} 秒查看；有多个网关时，` +
          '各自只看到自己连接的服务'
        }
      >
        <DataTable
          label="服务"
          columns={serviceColumns}
          rows={monitor.services}
          rowKey={(service) => service.name}
          rowTone={(service) => (serviceTones[service.state] === 'red' ? 'red' : undefined)}
          minWidth={1040}
        />
      </Card>
      <StorageCard monitor={monitor} />
      <MonitorCharts history={monitor.history} />
      <div className={classes['halves']}>
        <Card
          flush
          title="读模型"
          note={monitor.subscriptions.map(({ title, stateName }) => `${title}：${stateName}`).join(' · ')}
        >
          <DataTable
            label="读模型状态"
            columns={modelColumns}
            rows={monitor.readModels}
            rowKey={(model) => model.name}
            rowTone={(model) => (needsSomebody(model) ? 'red' : undefined)}
          />
        </Card>
        <Card flush title="命令" note="最近一分钟">
          <DataTable
            label="命令"
            columns={commandColumns}
            rows={monitor.commands.byType}
            rowKey={(command) => command.name}
            empty={{ title: '最近一分钟没有命令', compact: true }}
          />
        </Card>
      </div>
    </Page>
  );
}

function Summary({ monitor, stale }: { monitor: Monitor; stale: boolean }) {
  const { commands, push, parked, readModels, services } = monitor;
  const failed = failing(services).length;
  const lag = Math.max(0, ...readModels.map(({ lagSeconds }) => lagSeconds));
  const setAside = parked.readModels + parked.policies;
  return (
    <Headline
      actions={
        stale ? (
          <span role="alert" className={classes['alarm']}>
            刷新失败，显示的是 {monitor.serverTime.slice(11)} 的情况
          </span>
        ) : (
          <span>{monitor.serverTime.slice(11)} 更新</span>
        )
      }
    >
      <Figure
        lead
        value={failed === 0 ? '全部正常' : `${String(failed)} 项异常`}
        label={`服务与引擎，共 ${String(services.length)} 项`}
        tone={failed === 0 ? 'green' : 'red'}
      />
      <Figure
        value={figureText(commands.acceptedPerMinute)}
        label={`命令/分，拒绝 ${figureText(commands.refusedPerMinute)}，出错 ${figureText(commands.failedPerMinute)}`}
      />
      <Figure
        value={durationText(commands.appendP99Ms)}
        label={
          `写入 99%，中位 ${durationText(commands.appendP50Ms)}，` +
          `冲突 ${figureText(commands.conflictsPerMinute)}/分`
        }
      />
      <Figure
        value={lagText(lag)}
        label="读模型最大延迟"
        {...(lag >= LAG_ALARM_SECONDS ? { tone: 'red' as const } : {})}
      />
      <Figure value={durationText(push.p99Ms)} label={`推送 99%，${countText(push.sockets)} 个在线连接`} />
      {setAside > 0 && <Figure value={setAside} label="搁置的事件" tone="red" />}
    </Headline>
  );
}

function Troubles({ list }: { list: readonly string[] }) {
  if (list.length === 0) return null;
  return (
    <section className={classes['trouble']} role="status" aria-label="需要处理">
      <IconAlertTriangle size={18} aria-hidden />
      <ul>
        {list.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

const serviceColumns: Column<Service>[] = [
  {
    key: 'title',
    title: '服务',
    width: 130,
    align: 'left',
    render: ({ title, name, instance }) => <span title={instance ?? name}>{title}</span>,
  },
  {
    key: 'state',
    title: '状态',
    width: 110,
    align: 'center',
    render: ({ state, stateName }) => (
      <StatusTag
        tone={serviceTones[state]}
        {...(state === 'degraded' ? { icon: IconAlertTriangle } : state === 'unknown' ? { icon: IconHelp } : {})}
      >
        {stateName}
      </StatusTag>
    ),
  },
  {
    key: 'reasons',
    title: '说明',
    width: 'auto',
    ellipsis: true,
    align: 'left',
    render: ({ reasons, instance, version }) =>
      reasons.length > 0 ? reasons.join('；') : instance === null ? '' : `版本 ${version ?? NOTHING}，${instance}`,
  },
  {
    key: 'uptime',
    title: '已运行',
    width: 110,
    align: 'right',
    render: ({ uptimeSeconds, startedAt }) => (
      <span title={startedAt === null ? undefined : `${startedAt} 启动`}>
        {uptimeSeconds === null ? NOTHING : shortElapsedText(uptimeSeconds * 1000)}
      </span>
    ),
  },
  { key: 'cpu', title: 'CPU', width: 80, align: 'right', render: ({ cpuPercent }) => figureText(cpuPercent, '%') },
  {
    key: 'memory',
    title: '内存',
    width: 100,
    align: 'right',
    render: ({ memoryBytes }) => (memoryBytes === null ? NOTHING : bytesText(memoryBytes)),
  },
  {
    key: 'loop',
    title: '事件循环延迟',
    width: 120,
    align: 'right',
    render: ({ loopDelayMs, loopBusyPercent }) => (
      <span title={`忙碌 ${figureText(loopBusyPercent, '%')}`}>{durationText(loopDelayMs)}</span>
    ),
  },
  {
    key: 'pools',
    title: '数据库连接',
    width: 170,
    align: 'right',
    render: ({ pools }) =>
      pools.length === 0
        ? NOTHING
        : pools.map(({ name, busy, limit, waiting }, index) => (
            <span key={name} className={waiting > 0 ? classes['alarm'] : undefined}>
              {`${index === 0 ? '' : '；'}忙 ${String(busy)} / ${String(limit)}`}
              {waiting > 0 && `，等待 ${String(waiting)}`}
            </span>
          )),
  },
];

const modelColumns: Column<MonitoredModel>[] = [
  {
    key: 'title',
    title: '读模型',
    width: 'auto',
    align: 'left',
    render: ({ title, name }) => (
      <>
        {title}
        <span className={classes['muted']}>{name}</span>
      </>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: 110,
    align: 'center',
    render: (model) => (
      <StatusText tone={needsSomebody(model) ? 'red' : model.state === 'building' ? 'blue' : 'green'}>
        {model.parked > 0 ? `搁置 ${String(model.parked)}` : model.stateName}
      </StatusText>
    ),
  },
  {
    key: 'lag',
    title: '延迟',
    width: 90,
    align: 'right',
    render: ({ lagSeconds, lagEvents }) => (
      <span title={`落后 ${countText(lagEvents)} 个事件`}>{lagText(lagSeconds)}</span>
    ),
  },
  {
    key: 'age',
    title: '上次推进',
    width: 110,
    align: 'right',
    render: ({ checkpointAgeSeconds }) =>
      checkpointAgeSeconds === null
        ? NOTHING
        : checkpointAgeSeconds < 60
          ? `${String(checkpointAgeSeconds)} 秒前`
          : `${shortElapsedText(checkpointAgeSeconds * 1000)}前`,
  },
];

const commandColumns: Column<Monitor['commands']['byType'][number]>[] = [
  { key: 'name', title: '命令', width: 'auto', align: 'left', render: ({ name }) => name },
  { key: 'accepted', title: '已执行', width: 80, align: 'right', render: ({ accepted }) => countText(accepted) },
  { key: 'refused', title: '被拒绝', width: 80, align: 'right', render: ({ refused }) => countText(refused) },
  {
    key: 'failed',
    title: '出错',
    width: 70,
    align: 'right',
    render: ({ failed }) => <span className={failed > 0 ? classes['alarm'] : undefined}>{countText(failed)}</span>,
  },
  { key: 'p95', title: '95% 用时', width: 110, align: 'right', render: ({ p95Ms }) => durationText(p95Ms) },
];

function needsSomebody({ state, parked, lagSeconds }: MonitoredModel): boolean {
  return state === 'stopped' || parked > 0 || lagSeconds >= LAG_ALARM_SECONDS;
}
