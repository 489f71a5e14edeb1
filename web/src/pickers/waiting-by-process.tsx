import type { approvalCounts } from '@jwxt/contracts/approval/approval.operations.ts';
import { ALL_TIME, approvalTab } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { Link } from '@tanstack/react-router';
import classes from './waiting-by-process.module.css';

/**
 * How many to-dos of each process wait, each leading to them: one make-up class is seen among many others. Nothing
 * where all are of one process. `chosen`: the process that the list shows alone.
 */
export function WaitingByProcess({
  byProcess,
  chosen = '',
}: Pick<OutputOf<typeof approvalCounts>, 'byProcess'> & { chosen?: string }) {
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
