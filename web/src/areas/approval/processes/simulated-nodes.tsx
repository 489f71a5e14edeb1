import { nodeMode } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { processSimulate } from '@jwxt/contracts/approval/process-setting.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { StatusTag } from '../../../ui/status-tag.tsx';
import classes from './process.module.css';

type Simulated = OutputOf<typeof processSimulate>;
type Node = Simulated['nodes'][number];

/** The outcome of a simulation, node by node. */
export function SimulatedNodes({ simulated }: { simulated: Simulated }) {
  const version = simulated.version === null ? '草稿' : `版本 ${String(simulated.version)}`;
  return (
    <section aria-label="模拟结果" className={classes['conditionList']} style={{ alignItems: 'stretch', gap: 12 }}>
      <p className={classes['hint']}>
        {simulated.processName}（{version}）· {simulated.title}
      </p>
      {simulated.nodes.map((node, index) => (
        <SimulatedNode key={node.processNodeId} node={node} place={index + 1} />
      ))}
    </section>
  );
}

function SimulatedNode({ node, place }: { node: Node; place: number }) {
  const deciding = node.holders.filter(({ excluded }) => excluded === null);
  return (
    <section
      className={classes['node']}
      aria-label={node.processNodeName}
      data-skipped={!node.entered || undefined}
      data-current={node.state === 'current' || undefined}
    >
      <header className={classes['nodeHead']}>
        <span className={classes['order']}>{place}</span>
        <h3 className={classes['nodeName']}>{node.processNodeName}</h3>
        <StatusTag tone={node.entered ? 'green' : 'grey'} icon={null}>
          {node.entered ? '进入' : '跳过'}
        </StatusTag>
        {node.state === 'current' && <StatusTag tone="blue">当前节点</StatusTag>}
        {node.state === 'done' && node.entered && (
          <StatusTag tone="grey" icon={null}>
            已过
          </StatusTag>
        )}
        <span className={classes['nodeId']}>
          {node.roleName} · {node.scopeRuleName}
          {node.scopeUnitName !== '' && node.scopeUnitName !== node.scopeRuleName && `：${node.scopeUnitName}`}
        </span>
      </header>
      <p className={classes['reason']}>{node.reason}</p>
      {node.entered && (
        <>
          {deciding.length === 0 && (
            <p className={classes['problems']} role="alert" style={{ padding: '8px 16px' }}>
              没有可用的审批人，提交会被拒绝
            </p>
          )}
          <ul className={classes['people']} aria-label={`${node.processNodeName}的审批人`}>
            {node.holders.map((holder) => (
              <li key={holder.userName} className={classes['person']} data-out={holder.excluded !== null || undefined}>
                {[holder.name, holder.departmentName].filter(Boolean).join(' · ')}
                {holder.excluded !== null && `（${holder.excluded}）`}
                {holder.delegates.length > 0 && `，代理：${holder.delegates.join('、')}`}
              </li>
            ))}
          </ul>
          <p className={classes['hint']}>
            {[
              ...(node.nodeMode === nodeMode.all ? ['须全部审批人通过'] : []),
              `时限 ${String(node.timeLimitDays)} 天${node.timeoutText === '' ? '' : `，超时${node.timeoutText}`}`,
              ...(node.backNodeNames.length > 0 ? [`可驳回到：${node.backNodeNames.join('、')}`] : []),
              ...node.copied.map(({ roleName, names }) => `抄送${roleName}：${names.join('、') || '没有人担任'}`),
            ].join('；')}
          </p>
        </>
      )}
    </section>
  );
}
