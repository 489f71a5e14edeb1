import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import { recallApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { recognitionKinds, type RecognitionKind } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { ActionIcon, Alert, Button, Group } from '@mantine/core';
import { IconArrowLeft, IconMessage } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageParams } from '../../lib/page-address.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { ApplicationStatus } from '../../pickers/application-status.tsx';
import { AttachmentList } from '../../pickers/attachment-list.tsx';
import { ApprovalLogDialog } from '../../pickers/approval-log-dialog.tsx';
import { useDecisions } from '../../pickers/decisions.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { Card, FactList, Page } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useProcess } from '../../ui/use-process.ts';
import { kindIn, recognitionFormPath, recognitionPath } from './recognition-address.ts';
import { InForceNotes, RevokeAction, type RecognitionDetail } from './recognition-in-force.tsx';
import { ProgressEffect } from './progress-effect.tsx';
import { RecognitionTable } from './recognition-table.tsx';

/**
 * One recognition: student, department, class, applicant, time (RECOGNITION-04, 08, 10), two groups of columns
 * (RECOGNITION-05) and the remark (RECOGNITION-07).
 */
export function RecognitionDetailPage() {
  const { applyId = '', kind: part } = usePageParams<'applyId' | 'kind'>();
  const kind = kindIn(part);
  const query = useOperation(recognitionOperationsOf[kind].detail, { id: applyId }, { keepPrevious: false });
  return (
    <Page title={`${recognitionKinds[kind].name}详情`}>
      {query.data === undefined ? (
        <Card grow>
          <QueryFaces query={query} rows={8}>
            {() => null}
          </QueryFaces>
        </Card>
      ) : (
        <Recognition kind={kind} detail={query.data} />
      )}
    </Page>
  );
}

function Recognition({ kind, detail }: { kind: RecognitionKind; detail: RecognitionDetail }) {
  const { name, applicationName } = recognitionKinds[kind];
  const mayLog = useMay('systemApprove:query');
  const [log, setLog] = useState(false);
  const back = `返回${applicationName}`;
  return (
    <>
      <Card
        title={
          <Group gap={8} wrap="nowrap">
            <ActionIcon
              component={Link}
              to={recognitionPath(kind)}
              variant="subtle"
              color="gray"
              size={28}
              aria-label={back}
              title={back}
            >
              <IconArrowLeft size={18} />
            </ActionIcon>
            {detail.studentName} {name}
          </Group>
        }
        actions={
          <>
            <ApplicationStatus
              status={detail.approvalBusinessStatus}
              name={
                detail.currentNodeName === null
                  ? detail.approvalBusinessStatusName
                  : `${detail.approvalBusinessStatusName} · ${detail.currentNodeName}`
              }
            />
            {detail.effected && <StatusTag tone="green">成绩已生效</StatusTag>}
            {mayLog && detail.approvalBusinessStatus !== businessStatus.saved && (
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
        <InForceNotes detail={detail} />
        {detail.opinion !== null && (
          <Alert color="red" icon={<IconMessage size={16} />} mb={12} p={8} role="status">
            审批意见：{detail.opinion}
          </Alert>
        )}
        <FactList
          columns={3}
          items={[
            { label: '学生', value: studentWithNumber(detail) },
            { label: '院系', value: detail.departmentName },
            { label: '班级', value: detail.studentClassName },
            { label: '申请人', value: detail.applicantName },
            { label: '申请时间', value: detail.scoreCognizanceApplyTime },
            { label: '备注', value: detail.scoreCognizanceApplyRemark, span: true },
          ]}
        />
      </Card>
      <Card title="附件">
        <AttachmentList
          businessTable={RECOGNITION_FILES}
          businessId={detail.scoreCognizanceApplyId}
          mode="view"
          emptyText="申请人没有上传附件"
        />
      </Card>
      <Card
        flush
        grow
        title="认定明细"
        note={`共 ${String(detail.relateList.length)} 组，认定 ${detail.courseCredit || '0.0'} 学分`}
      >
        <RecognitionTable kind={kind} groups={detail.relateList} />
      </Card>
      {detail.progress && <ProgressEffect effect={detail.progress} />}
      {log && (
        <ApprovalLogDialog
          businessId={detail.scoreCognizanceApplyId}
          processNo={detail.processNo}
          onClose={() => {
            setLog(false);
          }}
        />
      )}
    </>
  );
}

/** 审批, for whoever is asked now (RECOGNITION-22). */
function DecideAction({ kind, detail }: { kind: RecognitionKind; detail: RecognitionDetail }) {
  const mayDecide = useMay('system:approve');
  const decisions = useDecisions(recognitionOperationsOf[kind].audit, { onOpen: () => undefined });
  return (
    <>
      {mayDecide && detail.mayDecide && (
        <Button
          size="xs"
          loading={decisions.isPending}
          onClick={() => {
            void decisions.start([detail.scoreCognizanceApplyId]);
          }}
        >
          审批
        </Button>
      )}
      {decisions.dialogs}
    </>
  );
}

/** What the applicant may do: take it back while nobody has decided, and change and send what came back. */
function OwnActions({ kind, detail }: { kind: RecognitionKind; detail: RecognitionDetail }) {
  const mayApply = useMay(recognitionKinds[kind].codes.apply);
  const recall = useProcess(recallApproval, {
    invalidates: ['recognition.', 'approval.'],
    success: '撤回成功',
    confirm: () => ({ message: '撤回后审批中止，修改后可以重新送审。', confirmText: '撤回' }),
  });
  if (!mayApply || !detail.own) return null;
  if (detail.approvalBusinessStatus === businessStatus.awaiting)
    return (
      <Button
        variant="default"
        size="xs"
        loading={recall.isPending}
        onClick={() => {
          recall.start({ applyId: detail.scoreCognizanceApplyId });
        }}
      >
        撤回
      </Button>
    );
  if (detail.form === null) return null;
  return (
    <Button component={Link} size="xs" to={recognitionFormPath(kind, detail.scoreCognizanceApplyId)}>
      修改后重新送审
    </Button>
  );
}
