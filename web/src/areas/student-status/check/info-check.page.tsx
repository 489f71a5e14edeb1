import { approvalDetail } from '@jwxt/contracts/approval/approval.operations.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { decideInfoChecks } from '@jwxt/contracts/student-status/check/info-check-approval.operations.ts';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { usePageParams } from '../../../lib/page-address.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { ApplicationStatus } from '../../../pickers/application-status.tsx';
import { ApprovalLogDialog } from '../../../pickers/approval-log-dialog.tsx';
import { useDecisions } from '../../../pickers/decisions.tsx';
import { InfoCheckRows } from '../../../pickers/info-check-rows.tsx';
import { QueryFaces } from '../../../ui/faces.tsx';
import { Card, FactList, Page } from '../../../ui/page.tsx';

type Detail = OutputOf<typeof approvalDetail>;

/** One application to change information: its rows, judged one by one, and the decision (PERM-14, APPROVAL-35). */
export function InfoCheckPage() {
  const { applyId = '' } = usePageParams<'applyId'>();
  const query = useOperation(approvalDetail, { applyId }, { keepPrevious: false });
  return (
    <Page title="信息核对详情" fill={false}>
      {query.data === undefined ? (
        <Card>
          <QueryFaces query={query} rows={6}>
            {() => null}
          </QueryFaces>
        </Card>
      ) : (
        <Application detail={query.data} onChanged={() => void query.refetch()} />
      )}
    </Page>
  );
}

function Application({ detail, onChanged }: { detail: Detail; onChanged: () => void }) {
  const { applyId, approvalBusinessStatusName: name, currentNodeName: node } = detail;
  const [log, setLog] = useState(false);
  const mayDecide = useMay('studentInformationApproval:approval');
  const { start, isPending, dialogs } = useDecisions(decideInfoChecks, { onDecided: onChanged, onOpen: onChanged });
  return (
    <>
      <Card
        title={detail.title}
        actions={
          <Group gap={8}>
            <ApplicationStatus
              status={detail.approvalBusinessStatus}
              name={node === null ? name : `${name} · ${node}`}
            />
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                setLog(true);
              }}
            >
              审批日志
            </Button>
            {detail.mayApprove && mayDecide && (
              <Button
                size="xs"
                loading={isPending}
                onClick={() => {
                  void start([applyId]);
                }}
              >
                审批
              </Button>
            )}
          </Group>
        }
      >
        <FactList
          columns={3}
          items={[
            { label: '申请人', value: detail.applicantName },
            { label: '申请时间', value: detail.applyTime },
            { label: '当前节点', value: node ?? NOTHING },
          ]}
        />
      </Card>
      <Card title="变更项" note="审批通过后，只有标记为生效的变更会写入学生信息" flush>
        <InfoCheckRows applyId={applyId} />
      </Card>
      {log && (
        <ApprovalLogDialog
          businessId={applyId}
          processNo="XSXXHD"
          onClose={() => {
            setLog(false);
          }}
        />
      )}
      {dialogs}
    </>
  );
}
