import { recallApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import {
  recognitionKinds,
  REVOKE,
  SETTLE,
  type RecognitionKind,
  type Settlement,
} from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { ActionIcon, Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconMessage } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageParams } from '../../lib/page-address.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { ApplicationStatus } from '../../pickers/application-status.tsx';
import { AttachmentList } from '../../pickers/attachment-list.tsx';
import { ApprovalLogDialog } from '../../pickers/approval-log-dialog.tsx';
import { ReasonDialog } from '../../pickers/reason.dialog.tsx';
import { useDecisions } from '../../pickers/decisions.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { Card, FactList, Page } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useProcess } from '../../ui/use-process.ts';
import { kindIn, recognitionFormPath, recognitionPath } from './recognition-address.ts';
import { RecognitionTable } from './recognition-table.tsx';

type Detail = OutputOf<(typeof recognitionOperationsOf)['system']['detail']>;

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

function Recognition({ kind, detail }: { kind: RecognitionKind; detail: Detail }) {
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
        {detail.sourceChange !== '' && <SettleActions detail={detail} />}
        {detail.settlement !== null && (
          <Alert color={detail.effected ? 'blue' : 'red'} icon={<IconMessage size={16} />} mb={12} p={8} role="status">
            {`${detail.settlement.settleTime} ${detail.settlement.personName}：${detail.settlement.text}，` +
              `原因：${detail.settlement.reason}`}
          </Alert>
        )}
        {detail.opinion !== null && (
          <Alert color="red" icon={<IconMessage size={16} />} mb={12} p={8} role="status">
            审批意见：{detail.opinion}
          </Alert>
        )}
        <FactList
          columns={3}
          items={[
            { label: '学生', value: `${detail.studentNumber} ${detail.studentName}` },
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
function DecideAction({ kind, detail }: { kind: RecognitionKind; detail: Detail }) {
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

/** 撤销认定: takes a recognition in force back. */
function RevokeAction({ kind, detail }: { kind: RecognitionKind; detail: Detail }) {
  const mayRevoke = useMay(REVOKE);
  const [asking, setAsking] = useState(false);
  if (!mayRevoke || !detail.effected) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        color="red"
        onClick={() => {
          setAsking(true);
        }}
      >
        撤销认定
      </Button>
      <ReasonDialog
        opened={asking}
        title="撤销认定"
        warning={
          `${detail.studentName}的认定成绩（${detail.courseCredit} 学分）将作废，课程须重新认定或修读；` +
          '认定学分和原成绩退还，学生和申请人会收到通知。'
        }
        label="撤销原因"
        confirmText="撤销认定"
        operation={recognitionOperationsOf[kind].revoke}
        input={(reason) => ({ applyId: detail.scoreCognizanceApplyId, reason })}
        invalidates={['recognition.']}
        success="已撤销认定"
        onClose={() => {
          setAsking(false);
        }}
      />
    </>
  );
}

const settling = {
  kept: {
    title: '保留认定',
    label: '保留原因',
    confirmText: '保留',
    success: '已保留认定成绩',
    warning: '认定成绩保持不变，本次原成绩变更不再提示。',
  },
  adjusted: {
    title: '按规则调整认定成绩',
    label: '调整原因',
    confirmText: '调整',
    success: '认定成绩已调整',
    warning: '认定成绩按原成绩的学分加权平均重新计算；原成绩已撤销或不及格的不能调整。学生和申请人会收到通知。',
  },
} as const satisfies Record<Settlement, object>;

/** What has changed of what it rests on, and what the office does about it beside revoking it. */
function SettleActions({ detail }: { detail: Detail }) {
  const maySettle = useMay(SETTLE);
  const [asked, setAsked] = useState<Settlement | null>(null);
  const ask = (outcome: Settlement) => () => {
    setAsked(outcome);
  };
  const close = () => {
    setAsked(null);
  };
  return (
    <Alert color="orange" icon={<IconAlertTriangle size={16} />} mb={12} p={8} role="status">
      <Group justify="space-between" gap={12}>
        <span>认定所依据的原成绩已变更，待处理：{detail.sourceChange}</span>
        {maySettle && (
          <Group gap={8}>
            <Button size="xs" variant="default" onClick={ask('kept')}>
              保留
            </Button>
            <Button size="xs" onClick={ask('adjusted')}>
              按规则调整
            </Button>
          </Group>
        )}
      </Group>
      {asked !== null && (
        <ReasonDialog
          opened
          {...settling[asked]}
          operation={recognitionOperationsOf.system.settle}
          input={(reason) => ({ applyId: detail.scoreCognizanceApplyId, outcome: asked, reason })}
          invalidates={['recognition.']}
          onClose={close}
        />
      )}
    </Alert>
  );
}

/** What the applicant may do: take it back while nobody has decided, and change and send what came back. */
function OwnActions({ kind, detail }: { kind: RecognitionKind; detail: Detail }) {
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
