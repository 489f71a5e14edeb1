import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { handleStatus } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { ADMIN_BASE } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FactList } from '../../ui/page.tsx';
import { ResultChanges, type MonitorResult } from './result-changes.tsx';

/** One result whole: what is wrong, what helps, what cleaning changes or changed. */
export function ResultDetailDialog({ result, onClose }: { result: MonitorResult; onClose: () => void }) {
  const handled = result.handleStatus !== handleStatus.open;
  return (
    <Dialog
      opened
      width={760}
      title="监测结果"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" data-autofocus onClick={onClose}>
            关闭
          </Button>
          {result.page !== null && (
            <Button component={Link} to={`${ADMIN_BASE}/${result.page}`}>
              定位
            </Button>
          )}
        </>
      }
    >
      <FactList
        items={[
          { label: '监测点', value: `${result.monitorGroupName} · ${result.pointName}`, span: true },
          { label: '数据', value: result.businessName },
          { label: '单位', value: result.departmentName ?? '不属于单位' },
          { label: '问题描述', value: result.problemText, span: true },
          { label: '处理办法', value: result.remedy, span: true },
          { label: '严重程度', value: result.severityName },
          { label: '发现时间', value: result.foundTime },
          { label: '处理状态', value: result.handleStatusName },
          ...(handled
            ? [{ label: '处理时间', value: `${result.handleTime ?? ''} ${result.handler ?? '数据已自行恢复正常'}` }]
            : []),
          ...(result.ignoreReason === null
            ? []
            : [{ label: '忽略原因', value: `${result.ignoreReason}（至 ${result.ignoreUntil ?? ''}）`, span: true }]),
        ]}
      />
      {result.changes.length > 0 && result.handleStatus !== handleStatus.corrected && (
        <div style={{ marginTop: 16 }}>
          <ResultChanges results={[result]} />
        </div>
      )}
    </Dialog>
  );
}
