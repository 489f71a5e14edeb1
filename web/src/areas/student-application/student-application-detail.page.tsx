import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import { isWithApplicant } from '@jwxt/contracts/approval/approval.rules.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { StudentApplicationKind } from '@jwxt/contracts/student-application/student-application-kind.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { ActionIcon, Alert, Button, Group } from '@mantine/core';
import { IconArrowLeft, IconMessage } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageParams } from '../../lib/page-address.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { ApplicationStatus } from '../../pickers/application-status.tsx';
import { ApprovalLogDialog } from '../../pickers/approval-log-dialog.tsx';
import { AttachmentList } from '../../pickers/attachment-list.tsx';
import { useDecisions } from '../../pickers/decisions.tsx';
import { ReasonDialog } from '../../pickers/reason.dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { Card, FactList, Page } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useProcess } from '../../ui/use-process.ts';
import { useAddress, useKind } from './student-application-address.ts';

type Detail = OutputOf<StudentApplicationKind['operations']['detail']>;
type Shown = { kind: StudentApplicationKind; detail: Detail };
const stale = ({ group }: StudentApplicationKind) => [`${group}.`, 'approval.'];

/** One application: who, what for, with what evidence, and how it stands. */
export function StudentApplicationDetailPage() {
  const kind = useKind();
  const { applyId = '' } = usePageParams<'applyId'>();
  const query = useOperation(kind.operations.detail, { id: applyId }, { keepPrevious: false });
  return (
    <Page title={`${kind.name}详情`} fill={false}>
      {query.data === undefined ? (
        <Card>
          <QueryFaces query={query} rows={6}>
            {() => null}
          </QueryFaces>
        </Card>
      ) : (
        <Application kind={kind} detail={query.data} />
      )}
    </Page>
  );
}

function Application({ kind, detail }: Shown) {
  const address = useAddress(kind);
  const mayLog = useMay('systemApprove:query');
  const [log, setLog] = useState(false);
  const { approvalBusinessStatusName: name, currentNodeName: node } = detail;
  return (
    <>
      <Card
        title={
          <Group gap={8} wrap="nowrap">
            <ActionIcon
              component={Link}
              to={address.list}
              variant="subtle"
              color="gray"
              size={28}
              aria-label={`返回${kind.name}`}
              title={`返回${kind.name}`}
            >
              <IconArrowLeft size={18} />
            </ActionIcon>
            {detail.studentName} {kind.applicationName}“{detail.subjectName}”
          </Group>
        }
        actions={
          <>
            <ApplicationStatus
              status={detail.approvalBusinessStatus}
              name={node === null ? name : `${name} · ${node}`}
            />
            {detail.effected && <StatusTag tone="green">已生效</StatusTag>}
            {mayLog && (
              <Button
                variant="default"
                size="xs"
                onClick={() => {
                  setLog(true);
                }}
              >
                审批日志
              </Button>
            )}
            <DecideAction kind={kind} detail={detail} />
            <RevokeAction kind={kind} detail={detail} />
            <OwnActions kind={kind} detail={detail} />
          </>
        }
      >
        {detail.opinion !== null && (
          <Alert color="red" icon={<IconMessage size={16} />} mb={12} p={8} role="status">
            审批意见：{detail.opinion}
          </Alert>
        )}
        {detail.voidReason !== null && (
          <Alert color="red" icon={<IconMessage size={16} />} mb={12} p={8} role="status">
            未生效或已撤销：{detail.voidReason}
          </Alert>
        )}
        <FactList
          columns={3}
          items={[
            { label: '学生', value: studentWithNumber(detail) },
            { label: '院系', value: detail.departmentName },
            { label: '班级', value: detail.studentClassName },
            { label: '学年学期', value: detail.semesterId },
            { label: '申请人', value: detail.applicantName },
            { label: '申请时间', value: detail.applyTime },
            ...detail.details.map(({ label, value }) => ({ label, value, span: value.length > 30 })),
          ]}
        />
      </Card>
      <Card title="附件">
        <AttachmentList
          businessTable={kind.files.businessTable}
          businessId={detail.applyId}
          mode="view"
          emptyText="申请人没有上传附件"
        />
      </Card>
      {log && (
        <ApprovalLogDialog
          businessId={detail.applyId}
          processNo={kind.processNo}
          onClose={() => {
            setLog(false);
          }}
        />
      )}
    </>
  );
}

/** 审批, for whoever is asked now. */
function DecideAction({ kind, detail }: Shown) {
  const mayDecide = useMay('system:approve');
  const decisions = useDecisions(kind.operations.audit, { onOpen: () => undefined });
  return (
    <>
      {mayDecide && detail.mayDecide && (
        <Button
          size="xs"
          loading={decisions.isPending}
          onClick={() => {
            void decisions.start([detail.applyId]);
          }}
        >
          审批
        </Button>
      )}
      {decisions.dialogs}
    </>
  );
}

/** 撤销: takes one in force back. */
function RevokeAction({ kind, detail }: Shown) {
  const mayRevoke = useMay(kind.permissions.revoke);
  const [asking, setAsking] = useState(false);
  if (!mayRevoke || !detail.effected) return null;
  return (
    <>
      <Button
        size="xs"
        variant="light"
        color="red"
        onClick={() => {
          setAsking(true);
        }}
      >
        撤销
      </Button>
      <ReasonDialog
        opened={asking}
        title={`撤销${kind.applicationName}`}
        warning={`${kind.revoking}学生和申请人会收到通知。`}
        label="撤销原因"
        confirmText="撤销"
        operation={kind.operations.revoke}
        input={(reason) => ({ applyId: detail.applyId, reason })}
        invalidates={stale(kind)}
        success="撤销成功"
        onClose={() => {
          setAsking(false);
        }}
      />
    </>
  );
}

/** What the applicant may do: hurry or take back what nobody has decided, and send again what was taken back. */
function OwnActions({ kind, detail }: Shown) {
  const address = useAddress(kind);
  const { applyId, approvalBusinessStatus: status } = detail;
  const mayApply = useMay(kind.permissions.apply);
  const recall = useProcess(kind.operations.recall, {
    invalidates: stale(kind),
    success: '撤回成功',
    confirm: () => ({ message: '撤回后审批中止，修改后可以重新送审。', confirmText: '撤回' }),
  });
  const urge = useOperationMutation(kind.operations.urge, { invalidates: stale(kind), success: '催办成功' });
  if (!mayApply || !detail.own) return null;
  if (isWithApplicant(status))
    return (
      <Button component={Link} size="xs" to={address.form(applyId)}>
        修改后重新送审
      </Button>
    );
  if (status !== businessStatus.awaiting && status !== businessStatus.inApproval) return null;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={urge.isPending}
        onClick={() => {
          urge.mutate({ applyId });
        }}
      >
        催办
      </Button>
      {status === businessStatus.awaiting && (
        <Button
          variant="default"
          size="xs"
          loading={recall.isPending}
          onClick={() => {
            recall.start({ applyId });
          }}
        >
          撤回
        </Button>
      )}
    </>
  );
}
