import { ActionIcon, Button, Loader } from '@mantine/core';
import {
  ballPercentage,
  countCleanable,
  queryMonitorData,
  quickClean,
} from '@jwxt/contracts/data-monitor/monitor-ball.operations.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { IconAlertTriangle, IconCheck, IconExternalLink, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { toApiError } from '../../lib/api-error.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { SPIN_MS } from './monitor-ball.model.ts';
import classes from './monitor-ball.module.css';
import { PercentageGauge } from './percentage-gauge.tsx';

type Report = OutputOf<typeof quickClean>;
type Cleaning =
  | { step: 'idle' }
  | { step: 'busy' }
  | { step: 'done'; report: Report }
  | { step: 'failed'; message: string };

export type MonitorPanelProps = { onClose: () => void; onOpenScreen: () => void; onBusy: (busy: boolean) => void };

/** What the ball opens: the gauge, how many points can be cleaned, and the button that does it (MONITOR-09…12). */
export function MonitorPanel({ onClose, onOpenScreen, onBusy }: MonitorPanelProps) {
  const health = useOperation(ballPercentage, {});
  const cleanable = useOperation(countCleanable, {});
  const groups = useOperation(queryMonitorData, {});
  const [cleaning, setCleaning] = useState<Cleaning>({ step: 'idle' });
  const clean = useOperationMutation(quickClean, { invalidates: ['dataMonitor.'], onError: () => undefined });
  const failed = health.error ?? cleanable.error ?? groups.error;

  const start = async (): Promise<void> => {
    if (cleaning.step === 'busy') return;
    setCleaning({ step: 'busy' });
    onBusy(true);
    // The spinner shows for a second even when the answer is quicker (MONITOR-12).
    const [outcome] = await Promise.all([
      clean.mutateAsync({}).then(
        (report): Cleaning => ({ step: 'done', report }),
        (error: unknown): Cleaning => ({ step: 'failed', message: toApiError(error, quickClean.failureText).message }),
      ),
      pause(SPIN_MS),
    ]);
    setCleaning(outcome);
    onBusy(false);
  };

  return (
    <>
      <header className={classes['head']}>
        <h2>数据监控</h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          onClick={onOpenScreen}
          aria-label="在新标签页打开监控大屏"
          title="打开监控大屏"
        >
          <IconExternalLink size={16} />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" size={26} onClick={onClose} aria-label="关闭">
          <IconX size={16} />
        </ActionIcon>
      </header>
      {failed !== null && (
        <p className={classes['failed']} role="alert">
          <IconAlertTriangle size={16} aria-hidden />
          {toApiError(failed, '查询失败').message}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              for (const query of [health, cleanable, groups]) void query.refetch();
            }}
          >
            重试
          </Button>
        </p>
      )}
      <div className={classes['overview']}>
        <PercentageGauge
          percentage={health.data?.lastRunTime ? health.data.percentage : null}
          size={112}
          note="健康度"
        />
        <dl className={classes['groups']}>
          {groups.data?.map((group) => (
            <div key={group.monitorGroup}>
              <dt>{group.monitorGroupName}</dt>
              <dd data-problem={group.problemNum > 0 || undefined}>
                {group.problemNum > 0 ? `${String(group.problemNum)} 个问题` : '无问题'}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <p className={classes['count']}>
        可清洗监测点 <strong>{cleanable.data?.count ?? NOTHING}</strong> 个
      </p>
      <Button
        fullWidth
        data-autofocus
        disabled={cleaning.step !== 'busy' && cleanable.data?.count === 0}
        aria-disabled={cleaning.step === 'busy'}
        aria-busy={cleaning.step === 'busy'}
        onClick={() => {
          void start();
        }}
        leftSection={
          cleaning.step === 'busy' ? (
            <Loader size={15} color="white" data-testid="clean-spinner" />
          ) : cleaning.step === 'done' ? (
            <IconCheck size={17} data-testid="clean-check" aria-label="已完成" />
          ) : undefined
        }
      >
        一键清洗
      </Button>
      <div className={classes['report']} role="status">
        {cleaning.step === 'busy' && '正在清洗…'}
        {cleaning.step === 'done' && <ReportLine report={cleaning.report} />}
        {cleaning.step === 'failed' && <span className={classes['refused']}>{cleaning.message}</span>}
        {cleaning.step === 'idle' &&
          (health.data?.lastRunTime
            ? `监测于 ${health.data.lastRunTime.slice(5, 16)}`
            : health.data
              ? '数据尚未监测，每天 03:00 自动监测'
              : '')}
      </div>
    </>
  );
}

function ReportLine({ report: { points, cleaned, left } }: { report: Report }) {
  if (cleaned === 0) return left === 0 ? <>没有需要清洗的数据</> : <>{left} 条未能清洗，请打开监控大屏查看</>;
  return (
    <>
      已清洗 {points} 个监测点的 {cleaned} 条数据{left > 0 ? `，余 ${String(left)} 条未能清洗` : ''}；修改的数据 7
      天内可在清洗记录中撤销
    </>
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
