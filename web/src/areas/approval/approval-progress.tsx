import type { approvalDetail } from '@jwxt/contracts/approval/approval.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { toneIcons } from '../../ui/status-tag.tsx';
import { stepLook } from './approval-status.tsx';
import classes from './approval.module.css';

type Detail = OutputOf<typeof approvalDetail>;

/** The way so far, the open step in blue, and the nodes still ahead. */
export function ApprovalProgress({ detail }: { detail: Detail }) {
  const ahead = new Set(detail.nodes.filter((node) => node.state === 'ahead').map((node) => node.processNodeId));
  return (
    <ol className={classes['progress']}>
      {detail.progress.map((record, index) => {
        const { tone, icon } = stepLook(record);
        const Glyph = icon ?? toneIcons[tone];
        return (
          <li key={index} data-tone={record.kind === 'waiting' && ahead.has(record.processNodeId) ? 'ahead' : tone}>
            <span className={classes['dot']}>
              <Glyph size={15} aria-hidden />
            </span>
            <div className={classes['stepHead']}>
              <strong>{record.processNodeName}</strong>
              <span className={classes['stepResult']}>{record.processNodeResultName}</span>
            </div>
            <div className={classes['second']}>
              {[record.auditPersonName || record.auditPersonDepartmentName, record.processNodeExamineTime?.slice(5)]
                .filter(Boolean)
                .join('　')}
            </div>
            {record.processNodeRemark !== '' && <div className={classes['remark']}>{record.processNodeRemark}</div>}
          </li>
        );
      })}
    </ol>
  );
}
