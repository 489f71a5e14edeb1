import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  cancelStatusChangeOperation,
  processStatusChange,
  statusChangeEffects,
  submitStatusChangeOperation,
  type StatusChangeDetail,
} from '@jwxt/contracts/student-status/change/status-change.operations.ts';
import { planReasonOf } from '@jwxt/contracts/student-status/change/change-type.rules.ts';
import {
  implementStatus,
  STATUS_CHANGE_FILES,
  STATUS_TIMELINE_PATH,
} from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import { Alert, Button, Group } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageParams } from '../../../lib/page-address.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { useMayCheck } from '../../../lib/session.ts';
import { ApplicationStatus } from '../../../pickers/application-status.tsx';
import { ApprovalLogDialog } from '../../../pickers/approval-log-dialog.tsx';
import { AttachmentList } from '../../../pickers/attachment-list.tsx';
import { useDecisions } from '../../../pickers/decisions.tsx';
import { ReasonDialog } from '../../../pickers/reason.dialog.tsx';
import { QueryFaces } from '../../../ui/faces.tsx';
import { Card, FactList, Page } from '../../../ui/page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { PlanFollowUp } from '../plan-follow-up.tsx';
import { EffectTable } from './effect-table.tsx';
import { ImplementDialog } from './implement.dialog.tsx';
import { implementTone } from './status-tones.ts';

const writable: readonly string[] = [businessStatus.saved, businessStatus.returned, businessStatus.recalled];
const stale = ['statusChange.', 'statusLog.', 'approval.', 'studentInfo.'];

/** One change of status: what it is, what it does elsewhere, and how it stands (STUDENT-STATUS-16). */
export function StatusChangePage() {
  const { applyId = '' } = usePageParams<'applyId'>();
  const query = useOperation(statusChangeEffects, { applyId }, { keepPrevious: false, staleTime: 0 });
  return (
    <Page title="学籍异动详情" fill={false}>
      {query.data === undefined ? (
        <Card>
          <QueryFaces query={query} rows={6}>
            {() => null}
          </QueryFaces>
        </Card>
      ) : (
        <StatusChange detail={query.data} onChanged={() => void query.refetch()} />
      )}
    </Page>
  );
}

const moved = (before: string, after: string): string => (before === after ? before : `${before} → ${after}`);

function StatusChange({ detail, onChanged }: { detail: StatusChangeDetail; onChanged: () => void }) {
  const { approvalBusinessStatusName: name, currentNodeName: node } = detail;
  const done = detail.implementStatus === implementStatus.done;
  const gradeMajor = moved(detail.gradeMajorBeforeName, detail.gradeMajorAfterName);
  const reason = planReasonOf(detail.changeType, {
    otherGradeMajor: detail.gradeMajorBeforeName !== detail.gradeMajorAfterName,
  });
  return (
    <>
      <Card
        title={`${studentWithNumber(detail)}${detail.changeTypeName}`}
        actions={
          <Group gap={8}>
            <ApplicationStatus
              status={detail.approvalBusinessStatus}
              name={node === null ? name : `${name} · ${node}`}
            />
            {detail.approvalBusinessStatus === businessStatus.passed && (
              <StatusTag tone={implementTone(detail.implementStatus)}>{detail.implementStatusName}</StatusTag>
            )}
            <Actions detail={detail} onChanged={onChanged} />
          </Group>
        }
      >
        {detail.problem !== '' && (
          <Alert color="red" mb={12} p={8} role="status">
            {detail.problem}
          </Alert>
        )}
        <FactList
          columns={3}
          items={[
            { label: '院系', value: detail.departmentName },
            { label: '异动原因', value: detail.changeReasonName },
            { label: '异动日期', value: detail.effectiveDate },
            { label: '学籍状态', value: moved(detail.statusBeforeName, detail.statusAfterName) },
            { label: '行政班', value: moved(detail.classBeforeName, detail.classAfterName) },
            { label: '年级专业', value: gradeMajor },
            { label: '截止日期', value: detail.endDate ?? NOTHING },
            { label: '去向或来源学校', value: detail.targetSchool || NOTHING },
            {
              label: '文号',
              value:
                detail.documentNumber === '' ? NOTHING : `${detail.documentNumber}（${detail.documentDate ?? ''}）`,
            },
            { label: '申请人', value: `${detail.applicantName} ${detail.applyTime}` },
            { label: '说明', value: detail.reasonText, span: true },
          ]}
        />
      </Card>
      <Card
        title={done ? '已办理的事项' : '生效时将办理的事项'}
        note={done ? '' : `${detail.effectiveDate} 自动办理`}
        flush
      >
        <EffectTable effects={detail.effects} />
      </Card>
      {done && reason !== null && detail.gradeMajorAfter !== '' && (
        <Card title="培养计划与成绩" note={`按“${detail.gradeMajorAfterName}”的执行计划学习`}>
          <PlanFollowUp
            studentNumber={detail.studentNumber}
            gradeMajorId={detail.gradeMajorAfter}
            reason={reason}
            why={`${detail.effectiveDate}${detail.changeTypeName}，${gradeMajor}`}
          />
        </Card>
      )}
      <Card title="附件">
        <AttachmentList
          businessTable={STATUS_CHANGE_FILES}
          businessId={detail.applyId}
          mode={detail.own && writable.includes(detail.approvalBusinessStatus) ? 'edit' : 'view'}
        />
      </Card>
    </>
  );
}

function Actions({ detail, onChanged }: { detail: StatusChangeDetail; onChanged: () => void }) {
  const check = useMayCheck();
  const [opened, setOpened] = useState<'log' | 'implement' | 'cancel' | null>(null);
  const { applyId, approvalBusinessStatus: status } = detail;
  const { start, isPending, dialogs } = useDecisions(processStatusChange, { onDecided: onChanged, onOpen: onChanged });
  const submit = useOperationMutation(submitStatusChangeOperation, { invalidates: stale, success: true });
  const close = () => {
    setOpened(null);
  };
  const open = (what: typeof opened) => () => {
    setOpened(what);
  };
  const passed = status === businessStatus.passed;
  return (
    <>
      {check('statusLog:timeline') && (
        <Button
          variant="default"
          size="xs"
          component={Link}
          to={`${STATUS_TIMELINE_PATH}?studentCode=${encodeURIComponent(detail.studentCode)}`}
        >
          学籍沿革
        </Button>
      )}
      {status !== businessStatus.saved && check('systemApprove:query') && (
        <Button variant="default" size="xs" onClick={open('log')}>
          审批日志
        </Button>
      )}
      {passed && detail.implementStatus === implementStatus.coming && check('statusChange:doImplement') && (
        <Button variant="light" color="red" size="xs" onClick={open('cancel')}>
          取消异动
        </Button>
      )}
      {writable.includes(status) && check('statusChange:submitApproval') && (
        <Button
          size="xs"
          leftSection={<IconSend size={14} />}
          loading={submit.isPending}
          onClick={() => {
            submit.mutate({ applyId });
          }}
        >
          提交送审
        </Button>
      )}
      {detail.awaitsMe && check('system:approve') && (
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
      {passed && detail.implementStatus === implementStatus.waiting && check('statusChange:doImplement') && (
        <Button size="xs" disabled={detail.problem !== ''} onClick={open('implement')}>
          执行
        </Button>
      )}
      {opened === 'log' && <ApprovalLogDialog businessId={applyId} processNo="XJYDSQ" onClose={close} />}
      {opened === 'implement' && <ImplementDialog detail={detail} stale={stale} onClose={close} />}
      <ReasonDialog
        opened={opened === 'cancel'}
        title="取消异动"
        warning={`${detail.studentName}的${detail.changeTypeName}尚未生效，取消后不再生效，并通知学生和院系。`}
        label="取消原因"
        confirmText="取消异动"
        operation={cancelStatusChangeOperation}
        input={(reason) => ({ applyId, reason })}
        invalidates={stale}
        success="异动已取消"
        onClose={close}
      />
      {dialogs}
    </>
  );
}
