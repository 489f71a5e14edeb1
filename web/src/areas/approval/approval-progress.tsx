import type { approvalDetail } from '@jwxt/contracts/approval/approval.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { toneIcons } from '../../ui/status-tag.tsx';
import { stepLook } from './approval-status.tsx';
import classes from './approval.module.css';

type Detail = OutputOf<typeof approvalDetail>;

/** The way so far, the open step in blue, and the nodes still ahead. */
export function ApprovalProgress({ detail }: { detail: Detail }) {
  const ahead = detail.nodes.filter((node) => node.state === 'ahead');
  const ended = detail.approvalProcessStatus === '3' || detail.approvalProcessStatus === '0';
  return (
    <ol className={classes['progress']}>
      {detail.progress.map((record, index) => {
        const { tone, icon } = stepLook(record);
        const Glyph = icon ?? toneIcons[tone];
        return (
          <li key={index} data-tone={tone}>
            <span className={classes['dot']}><Glyph size={15} aria-hidden /></span>
            <div className={classes['stepHead']}><strong>{record.processNodeName}</strong><span className={classes['stepResult']}>{record.processNodeResultName}</span></div>
            <div className={classes['second']}>{record.auditPersonName} {record.processNodeExamineTime?.slice(5)}</div>
            {record.processNodeRemark !== '' && <div className={classes['remark']}>{record.processNodeRemark}</div>}
          </li>
        );
      })}
      {!ended && ahead.map((node) => <li key={node.processNodeId} data-tone="ahead"><span className={classes['dot']} /><div className={classes['stepHead']}><span>{node.processNodeName}</span><span className={classes['second']}>未到达</span></div></li>)}
    </ol>
  );
}
