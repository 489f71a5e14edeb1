import { Button, Switch } from '@mantine/core';
import { queryMonitorPoints, updateMonitorPoint } from '@jwxt/contracts/data-monitor/data-monitor.operations.ts';
import { fixes } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { NumberValueInput } from '../../ui/number-input.tsx';
import { shortTimeText } from '../../lib/format.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Card, FactList, Page } from '../../ui/page.tsx';
import { Field } from '../../ui/search-form.tsx';
import { StatusText } from '../../ui/status-tag.tsx';
import classes from './data-monitor.module.css';
import type { MonitorPoint } from './point-group.card.tsx';
import { SeverityTag } from './severity-tag.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import { TwoLines, TwoLineText } from '../../ui/two-lines.tsx';

const fixOf = (point: MonitorPoint): string =>
  point.quickClean === yesNo.yes ? fixes.quick : point.cleanable === yesNo.yes ? fixes.confirm : fixes.manual;

/** Every point: what it looks at, what helps, what it found, and whether it is on (MONITOR-33). */
export function MonitorPointsPage() {
  const query = useOperation(queryMonitorPoints, {});
  const mayUpdate = useMay('dataMonitor:update');
  const [edited, setEdited] = useState<MonitorPoint | null>(null);
  const columns: Column<MonitorPoint>[] = [
    { key: 'group', title: '监测分组', width: 84, align: 'center', render: ({ monitorGroupName }) => monitorGroupName },
    {
      key: 'name',
      title: '监测点',
      width: 236,
      align: 'left',
      render: ({ pointName, pointCode }) => <TwoLines first={pointName} second={pointCode} />,
    },
    {
      key: 'severity',
      title: '严重程度',
      width: 84,
      align: 'center',
      render: ({ severity, severityName }) => <SeverityTag severity={severity}>{severityName}</SeverityTag>,
    },
    { key: 'fix', title: '处理方式', width: 88, align: 'center', render: fixOf },
    {
      key: 'remedy',
      title: '处理办法',
      width: 'auto',
      least: 360,
      align: 'left',
      render: ({ remedy }) => <TwoLineText text={remedy} />,
    },
    {
      key: 'problems',
      title: '问题数',
      width: 64,
      align: 'right',
      render: ({ problemNum, pointCode, lastFailure }) =>
        lastFailure !== null ? (
          <span className={classes['alarm']} title={lastFailure}>
            未监测
          </span>
        ) : problemNum > 0 ? (
          <Link to={modulePath('dataMonitor', 'monitorResult')} search={{ pointCode }}>
            {problemNum}
          </Link>
        ) : (
          0
        ),
    },
    {
      key: 'last',
      title: '上次监测',
      width: 104,
      importance: 3,
      align: 'center',
      render: ({ lastRunTime }) => (lastRunTime === null ? NOTHING : shortTimeText(lastRunTime)),
    },
    {
      key: 'on',
      title: '状态',
      width: 80,
      align: 'center',
      render: ({ sfqy }) => (
        <StatusText tone={sfqy === yesNo.yes ? 'green' : 'grey'}>{sfqy === yesNo.yes ? '启用' : '停用'}</StatusText>
      ),
    },
    ...(mayUpdate
      ? [
          {
            key: 'actions',
            title: '操作',
            width: 72,
            align: 'center' as const,
            pinRight: true,
            render: (point: MonitorPoint) => (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => {
                  setEdited(point);
                }}
              >
                设置
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Page title="监测点">
      <Card flush grow>
        <DataTable
          label="监测点"
          columns={columns}
          rows={query.data?.list}
          query={query}
          rowKey={({ pointCode }) => pointCode}
          twoLine
          minWidth={1080}
          numberFrom={1}
          empty={{ title: '尚未监测', reason: '服务启动后会自动监测，稍后刷新即可看到。' }}
        />
      </Card>
      {edited && (
        <PointDialog
          point={edited}
          onClose={() => {
            setEdited(null);
          }}
        />
      )}
    </Page>
  );
}

function PointDialog({ point, onClose }: { point: MonitorPoint; onClose: () => void }) {
  const [on, setOn] = useState(point.sfqy === yesNo.yes);
  const [threshold, setThreshold] = useState<number | null>(point.threshold);
  const update = useOperationMutation(updateMonitorPoint, {
    invalidates: ['dataMonitor.'],
    success: true,
    onSuccess: onClose,
  });
  const error = threshold === null ? '请输入允许的问题数' : null;
  return (
    <Dialog
      opened
      width={560}
      title="监测点设置"
      onClose={onClose}
      input={[on, threshold]}
      footer={
        <>
          <CancelButton />
          <Button
            loading={update.isPending}
            disabled={threshold === null || Number.isNaN(threshold)}
            onClick={() => {
              update.mutate({
                pointCode: point.pointCode,
                sfqy: on ? yesNo.yes : yesNo.no,
                threshold: Number(threshold),
              });
            }}
          >
            保存
          </Button>
        </>
      }
    >
      <FactList
        columns={1}
        items={[
          { label: '监测点', value: point.pointName },
          { label: '处理办法', value: point.remedy },
        ]}
      />
      <div className={classes['form']} style={{ marginTop: 16 }}>
        <Field
          label="是否启用"
          htmlFor="point-on"
          width={100}
          hint={on ? undefined : '停用后不再监测，未处理的结果一并清除'}
        >
          <Switch
            id="point-on"
            data-autofocus
            checked={on}
            onChange={(event) => {
              setOn(event.currentTarget.checked);
            }}
            label={on ? '启用' : '停用'}
          />
        </Field>
        <Field
          label="允许的问题数"
          htmlFor="point-threshold"
          width={100}
          required
          error={error}
          hint="不超过此数时不影响健康度"
        >
          <NumberValueInput id="point-threshold" min={0} max={100_000} value={threshold} onChange={setThreshold} />
        </Field>
      </div>
    </Dialog>
  );
}
