import { Button } from '@mantine/core';
import { cleanMonitorResults } from '@jwxt/contracts/data-monitor/data-monitor.operations.ts';
import { UNDO_DAYS } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { notify } from '../../lib/notify.ts';
import { useOperationMutation } from '../../lib/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './data-monitor.module.css';
import { ResultChanges, type MonitorResult } from './result-changes.tsx';

/**
 * Whether the cleaning can be taken back: what is changed can, what is deleted for good (no before and after) cannot.
 */
function undoNote(results: readonly MonitorResult[]): string {
  const final = results.filter(({ changes }) => changes.length === 0).length;
  if (final === results.length) return '删除后不能撤销';
  return (
    `清洗后 ${String(UNDO_DAYS)} 天内可在清洗记录中撤销` +
    `${final > 0 ? `，其中 ${String(final)} 条删除后不能撤销` : ''}`
  );
}

/** Shows what cleaning the chosen results will change, row by row, and does it. */
export function CleanResultsDialog({
  results,
  onClose,
  onDone,
}: {
  results: readonly MonitorResult[];
  onClose: () => void;
  onDone: () => void;
}) {
  const clean = useOperationMutation(cleanMonitorResults, {
    invalidates: ['dataMonitor.'],
    onSuccess: ({ cleaned, left }) => {
      notify.success(
        left === 0
          ? `已清洗 ${String(cleaned)} 条`
          : `已清洗 ${String(cleaned)} 条，${String(left)} 条在此期间已变化，未改动`,
      );
      onDone();
    },
  });
  return (
    <Dialog
      opened
      width={860}
      title="清洗数据"
      onClose={onClose}
      footerNote={undoNote(results)}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            取消
          </Button>
          <Button
            data-autofocus
            loading={clean.isPending}
            onClick={() => {
              clean.mutate({ resultIds: results.map(({ resultId }) => resultId) });
            }}
          >
            清洗 {results.length} 条
          </Button>
        </>
      }
    >
      <p className={classes['lead']}>将按下表修改 {results.length} 条数据。在此期间被他人修改过的不会改动。</p>
      <ResultChanges results={results} />
    </Dialog>
  );
}
