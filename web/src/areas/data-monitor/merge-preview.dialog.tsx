import { Alert, Button, Loader } from '@mantine/core';
import { mergeOperations } from '@jwxt/contracts/data-monitor/merge.operations.ts';
import { mergeHandlers, type MergeHandler } from '@jwxt/contracts/data-monitor/merge.vocabulary.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { InputOf, OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { LongJobPanel } from '../../pickers/long-job-panel.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/faces.tsx';
import classes from './data-monitor.module.css';

type Operations = (typeof mergeOperations)[MergeHandler];
type Preview = OutputOf<Operations['preview']>;

/** The rows side by side, and what hangs on those that go; then the merge as it goes on. */
export function MergePreviewDialog({
  handler,
  choice,
  onClose,
  onMerged,
}: {
  handler: MergeHandler;
  choice: InputOf<Operations['preview']>;
  onClose: () => void;
  onMerged: () => void;
}) {
  const operations = mergeOperations[handler];
  const { title } = mergeHandlers[handler];
  const [jobId, setJobId] = useState<string | null>(null);
  const query = useOperation(operations.preview, choice, { keepPrevious: false, staleTime: 0 });
  const merge = useOperationMutation(operations.clean, {
    invalidates: ['dataClean.', 'dataMonitor.'],
    onSuccess: (started) => {
      setJobId(started.jobId);
    },
  });
  const close = jobId === null ? onClose : onMerged;
  const preview = query.data;
  return (
    <Dialog
      opened
      width={1000}
      title={`合并${title}`}
      onClose={close}
      footer={
        <>
          <Button variant="default" onClick={close}>
            {jobId === null ? '取消' : '关闭'}
          </Button>
          {jobId === null && (
            <Button
              color="red"
              disabled={preview?.refusal !== null}
              loading={merge.isPending}
              onClick={() => {
                merge.mutate(choice);
              }}
            >
              开始合并
            </Button>
          )}
        </>
      }
    >
      {jobId !== null && <LongJobPanel jobId={jobId} invalidates={['dataClean.', 'dataMonitor.']} />}
      {jobId === null && query.error && (
        <ErrorState
          error={query.error}
          onRetry={() => {
            void query.refetch();
          }}
        />
      )}
      {jobId === null && !query.error && preview === undefined && <Loader size="sm" aria-label="加载中" />}
      {jobId === null && preview !== undefined && <PreviewTables preview={preview} />}
    </Dialog>
  );
}

function PreviewTables({ preview: { rows, uses, refusal } }: { preview: Preview }) {
  const labels = rows[0]?.values.map(({ label }) => label) ?? [];
  const textOf = (row: Preview['rows'][number], label: string): string =>
    row.values.find((each) => each.label === label)?.text ?? '';
  return (
    <>
      {refusal !== null && (
        <Alert color="red" icon={<IconAlertTriangle size={16} />} p={8} mb={12} role="alert">
          {refusal}
        </Alert>
      )}
      <table className={classes['mergeTable']} aria-label="要合并的数据">
        <thead>
          <tr>
            <th scope="col">字段</th>
            {rows.map(({ key, name }, at) => (
              <th key={key} scope="col">
                {at === 0 ? '保留' : '并入'}：{name}（{key}）
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {rows.map((row, at) => (
                <td key={row.key} data-differs={at > 0 && textOf(row, label) !== textOf(rows[0] ?? row, label)}>
                  {textOf(row, label) || NOTHING}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <table className={classes['mergeTable']} aria-label="受影响的数据">
        <thead>
          <tr>
            <th scope="col">受影响的数据</th>
            <th scope="col">改到保留的数据</th>
            <th scope="col">两边都有，去掉并入的</th>
            <th scope="col">保持原样</th>
          </tr>
        </thead>
        <tbody>
          {uses.map(({ what, moved, conflicts, where, kept }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{moved}</td>
              <td>
                {conflicts}
                {where !== '' && `（${where}${conflicts > 5 ? ' 等' : ''}）`}
              </td>
              <td>{kept}</td>
            </tr>
          ))}
          {uses.length === 0 && (
            <tr>
              <td colSpan={4}>没有其他数据使用要并入的数据。</td>
            </tr>
          )}
        </tbody>
      </table>
      <p className={classes['lead']}>
        并入的数据停用，仍按原代码和名称可查；成绩、审批、操作日志和已归档学期、已有成绩单的教学班不变。
      </p>
    </>
  );
}
