import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import { isWithApplicant } from '@jwxt/contracts/approval/approval.rules.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import {
  deferredExamAudit,
  deferredExamDetail,
  deferredExamRecall,
  deferredExamRevoke,
  deferredExamUrge,
} from '@jwxt/contracts/deferred-exam/deferred-exam.operations.ts';
import { DEFERRED_EXAM_FILES } from '@jwxt/contracts/deferred-exam/deferred-exam.vocabulary.ts';
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
import { useAddress } from './deferred-exam-address.ts';

type Detail = OutputOf<typeof deferredExamDetail>;
const stale = ['deferredExam.', 'approval.'];

/** One application to sit an exam later: who, which exam, why, with what evidence, and how it stands. */
export function DeferredExamDetailPage() {
  const { applyId = '' } = usePageParams<'applyId'>();
  const query = useOperation(deferredExamDetail, { id: applyId }, { keepPrevious: false });
  return (
    <Page title="缓考申请详情" fill={false}>
      {query.data === undefined ? (
        <Card>
          <QueryFaces query={query} rows={6}>
            {() => null}
          </QueryFaces>
        </Card>
      ) : (
        <DeferredExam detail={query.data} />
      )}
    </Page>
  );
}

function DeferredExam({ detail }: { detail: Detail }) {
  const address = useAddress();
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
              aria-label="返回缓考申请"
              title="返回缓考申请"
            >
              <IconArrowLeft size={18} />
            </ActionIcon>
            {detail.studentName} 缓考“{detail.courseName}”
          </Group>
        }
        actions={
          <>
            <ApplicationStatus
              status={detail.approvalBusinessStatus}
              name={node === null ? name : `${name} · ${node}`}
            />
            {detail.effected && <StatusTag tone="green">缓考已生效</StatusTag>}
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
            <DecideAction detail={detail} />
            <RevokeAction detail={detail} />
            <OwnActions detail={detail} />
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
            缓考未生效或已撤销：{detail.voidReason}
          </Alert>
        )}
        <FactList
          columns={3}
          items={[
            { label: '学生', value: studentWithNumber(detail) },
            { label: '院系', value: detail.departmentName },
            { label: '班级', value: detail.studentClassName },
            { label: '课程', value: `${detail.courseName}（${detail.courseNum}）` },
            { label: '教学班', value: detail.teachingClassName },
            { label: '学年学期', value: detail.semesterId },
            { label: '缓考原因', value: detail.deferredReasonName },
            { label: '申请人', value: detail.applicantName },
            { label: '申请时间', value: detail.applyTime },
            { label: '说明', value: detail.reasonText, span: true },
          ]}
        />
      </Card>
      <Card title="附件">
        <AttachmentList
          businessTable={DEFERRED_EXAM_FILES}
          businessId={detail.applyId}
          mode="view"
          emptyText="申请人没有上传附件"
        />
      </Card>
      {log && (
        <ApprovalLogDialog
          businessId={detail.applyId}
          processNo="HKSQ"
          onClose={() => {
            setLog(false);
          }}
        />
      )}
    </>
  );
}

/** 审批, for whoever is asked now. */
function DecideAction({ detail }: { detail: Detail }) {
  const mayDecide = useMay('system:approve');
  const decisions = useDecisions(deferredExamAudit, { onOpen: () => undefined });
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

/** 撤销缓考: takes a leave in force back. */
function RevokeAction({ detail }: { detail: Detail }) {
  const mayRevoke = useMay('deferredExamApply:revoke');
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
        撤销缓考
      </Button>
      <ReasonDialog
        opened={asking}
        title="撤销缓考"
        warning={
          `${detail.studentName}在“${detail.courseName}”的“缓考”备注将取消，须按原安排参加考试；` +
          '学生、申请人和任课教师会收到通知。'
        }
        label="撤销原因"
        confirmText="撤销缓考"
        operation={deferredExamRevoke}
        input={(reason) => ({ applyId: detail.applyId, reason })}
        invalidates={stale}
        success="已撤销缓考"
        onClose={() => {
          setAsking(false);
        }}
      />
    </>
  );
}

/** What the applicant may do: hurry or take back what nobody has decided, and send again what was taken back. */
function OwnActions({ detail }: { detail: Detail }) {
  const address = useAddress();
  const { applyId, approvalBusinessStatus: status } = detail;
  const mayApply = useMay('deferredExamApply:apply');
  const recall = useProcess(deferredExamRecall, {
    invalidates: stale,
    success: '撤回成功',
    confirm: () => ({ message: '撤回后审批中止，修改后可以重新送审。', confirmText: '撤回' }),
  });
  const urge = useOperationMutation(deferredExamUrge, { invalidates: stale, success: '催办成功' });
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
