import type { approvalCounts } from '@jwxt/contracts/approval/approval.operations.ts';
import { ALL_TIME, approvalTab } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { Link } from '@tanstack/react-router';
import classes from './waiting-by-process.module.css';

/**
 * How many to-dos of each process wait, each leading to them: one make-up class is seen among many others. Nothing
 * where all are of one process; its place is kept while they are not known. `chosen`: the process that the list shows
 * alone.
 */
export function WaitingByProcess({
  byProcess,
  chosen = '',
}: {
  byProcess: OutputOf<typeof approvalCounts>['byProcess'] | undefined;
  chosen?: string;
}) {
  if (byProcess === undefined) return <div className={classes['list']} />;
  if (byProcess.length < 2) return null;
  return (
    <ul className={classes['list']} aria-label="各流程待办">
      {byProcess.map(({ processNo, processName, n }) => (
        <li key={processNo}>
          <Link
            to="/jwxt/gly/messageSystem/approval"
            search={{
              tab: approvalTab.waiting,
              scope: ALL_TIME,
              ...(processNo === chosen ? {} : { processNo }),
            }}
            aria-current={processNo === chosen || undefined}
          >
            {processName} <b>{n}</b>
          </Link>
        </li>
      ))}
    </ul>
  );
}
