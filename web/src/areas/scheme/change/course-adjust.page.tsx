import { recallApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { isWithApplicant } from '@jwxt/contracts/approval/approval.rules.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { checkAdjust, hourCheckDetail } from '@jwxt/contracts/scheme/change/adjust-views.operations.ts';
import {
  deleteCourseAdjustOperation,
  submitCourseAdjustOperation,
} from '@jwxt/contracts/scheme/change/course-adjust.operations.ts';
import {
  COURSE_ADJUST_FILES,
  courseAdjustTypeNames,
  implementStatus,
} from '@jwxt/contracts/scheme/change/course-adjust.vocabulary.ts';
import { Alert, Button, Group } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageAddress, usePageParams } from '../../../lib/page-address.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { useMayCheck } from '../../../lib/session.ts';
import { ApplicationStatus } from '../../../pickers/application-status.tsx';
import { ApprovalLogDialog } from '../../../pickers/approval-log-dialog.tsx';
import { AttachmentList } from '../../../pickers/attachment-list.tsx';
import { useDecisions } from '../../../pickers/decisions.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { QueryFaces } from '../../../ui/faces.tsx';
import { Card, FactList, Page } from '../../../ui/page.tsx';
import { ChangedRows } from './adjusted-schema.tsx';
import { COURSE_ADJUSTS_PATH } from './change-path.ts';

type Detail = OutputOf<typeof hourCheckDetail>;
const stale = ['courseAdjustInfo', 'courseHourAdjustCheck.', 'approval.'];

/** One change of a plan: what it changes, why, with what attached, and how it stands (SCHEME-32). */
export function CourseAdjustPage() {
  const { applyId = '' } = usePageParams<'applyId'>();
  const query = useOperation(hourCheckDetail, { applyId }, { keepPrevious: false });
  return (
    <Page title="课程调整详情" fill={false}>
      {query.data === undefined ? (
        <Card>
          <QueryFaces query={query} rows={6}>
            {() => null}
          </QueryFaces>
        </Card>
      ) : (
        <CourseAdjust detail={query.data} onChanged={() => void query.refetch()} />
      )}
    </Page>
  );
}

/** Whether it can be changed and sent by its applicant: a draft, or one that came back. */
const isWritable = ({ own, approvalBusinessStatus: status }: Detail): boolean =>
  own && (status === businessStatus.saved || isWithApplicant(status));

function CourseAdjust({ detail, onChanged }: { detail: Detail; onChanged: () => void }) {
  const { approvalBusinessStatusName: name, currentNodeName: node } = detail;
  return (
    <>
      <Card
        title={`${detail.gradeMajorName} ${courseAdjustTypeNames[detail.adjustType]} ${detail.courseName}`}
        actions={
          <Group gap={8}>
            <ApplicationStatus
              status={detail.approvalBusinessStatus}
              name={node === null ? name : `${name} · ${node}`}
            />
            <Actions detail={detail} onChanged={onChanged} />
          </Group>
        }
      >
        {detail.clashed !== '' && (
          <Alert color="red" mb={12} p={8} role="status">
            调整未生效：{detail.clashed}
          </Alert>
        )}
        <FactList
          columns={3}
          items={[
            { label: '年级专业', value: detail.gradeMajorName },
            { label: '院系', value: detail.departmentName },
            { label: '学分变化', value: detail.creditDiff },
            { label: '申请人', value: `${detail.applicantName} ${detail.applyTime}` },
            {
              label: '执行',
              value: detail.implementStatus === implementStatus.done ? (detail.implementTime ?? '已执行') : '未执行',
            },
            { label: '原因', value: detail.adjustReason, span: true },
          ]}
        />
      </Card>
      <Card title="调整前后" flush>
        <ChangedRows changes={detail.changes} />
      </Card>
      <Card title="附件">
        <AttachmentList
          businessTable={COURSE_ADJUST_FILES}
          businessId={detail.applyId}
          mode={isWritable(detail) ? 'edit' : 'view'}
        />
      </Card>
    </>
  );
}

function Actions({ detail, onChanged }: { detail: Detail; onChanged: () => void }) {
  const check = useMayCheck();
  const { replaceWith } = usePageAddress();
  const [log, setLog] = useState(false);
  const { applyId, approvalBusinessStatus: status } = detail;
  const draft = status === businessStatus.saved;
  const { start, isPending, dialogs } = useDecisions(checkAdjust, { onDecided: onChanged, onOpen: onChanged });
  const submit = useOperationMutation(submitCourseAdjustOperation, { invalidates: stale, success: true });
  const recall = useOperationMutation(recallApproval, { invalidates: stale, success: true });
  const remove = useOperationMutation(deleteCourseAdjustOperation, {
    invalidates: ['courseAdjustInfo'],
    success: true,
    onSuccess: () => {
      replaceWith(COURSE_ADJUSTS_PATH);
    },
  });
  return (
    <>
      {!draft && check('systemApprove:query') && (
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
      {detail.own && status === businessStatus.awaiting && check('systemApprove:query') && (
        <Button
          variant="default"
          size="xs"
          loading={recall.isPending}
          onClick={() => {
            void confirm({ message: '撤回后可以修改并再次送审，确定撤回吗？', confirmText: '撤回' }).then(
              (confirmed) => {
                if (confirmed) recall.mutate({ applyId });
              },
            );
          }}
        >
          撤回
        </Button>
      )}
      {isWritable(detail) && draft && check('courseAdjustInfo:delete') && (
        <Button
          variant="light"
          color="red"
          size="xs"
          loading={remove.isPending}
          onClick={() => {
            void confirm({ message: '确定删除这份申请吗？', confirmText: '删除', danger: true }).then((confirmed) => {
              if (confirmed) remove.mutate({ applyId });
            });
          }}
        >
          删除
        </Button>
      )}
      {isWritable(detail) && check('courseAdjustInfo:update') && (
        <Button
          variant="default"
          size="xs"
          component={Link}
          to={`${COURSE_ADJUSTS_PATH}/new?again=${encodeURIComponent(applyId)}`}
        >
          修改
        </Button>
      )}
      {isWritable(detail) && check('courseAdjustInfo:submitApproval') && (
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
      {log && (
        <ApprovalLogDialog
          businessId={applyId}
          processNo="ZXJHTZ"
          onClose={() => {
            setLog(false);
          }}
        />
      )}
      {dialogs}
    </>
  );
}
