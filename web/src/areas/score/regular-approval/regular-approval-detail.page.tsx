import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  auditRegularScores,
  regularApprovalDetail,
  REGULAR_PROCESS,
} from '@jwxt/contracts/score/regular-approval.operations.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageParams } from '../../../lib/page-address.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { ApplicationStatus } from '../../../pickers/application-status.tsx';
import { ApprovalLogDialog } from '../../../pickers/approval-log-dialog.tsx';
import { useDecisions } from '../../../pickers/decisions.tsx';
import { QueryFaces } from '../../../ui/faces.tsx';
import { SubmissionNotes } from '../../../pickers/submission-notes.tsx';
import { SubmittedScores } from './submitted-scores.tsx';
import { Card, FactList, Page } from '../../../ui/page.tsx';

type Detail = OutputOf<typeof regularApprovalDetail>;

const LIST = modulePath('scoreManage', 'regularApproval');

/**
 * One submission of a class's ordinary scores: figures and exactly the rows that were handed in, to be decided here.
 */
export function RegularApprovalDetailPage() {
  const { applyId = '' } = usePageParams<'applyId'>();
  const query = useOperation(regularApprovalDetail, { applyId }, { keepPrevious: false });
  return (
    <Page title="正考成绩审批详情">
      {query.data === undefined ? (
        <Card grow>
          <QueryFaces query={query} rows={8}>
            {() => null}
          </QueryFaces>
        </Card>
      ) : (
        <Submission detail={query.data} refetch={query.refetch} />
      )}
    </Page>
  );
}

function Submission({ detail, refetch }: { detail: Detail; refetch: () => unknown }) {
  const [mayLog, mayDecide, mayReplay] = [
    useMay('systemApprove:query'),
    useMay('system:approve'),
    useMay('scoreEntry:detail'),
  ];
  const [log, setLog] = useState(false);
  const decisions = useDecisions(auditRegularScores, {
    onOpen: () => {
      void refetch();
    },
    onDecided: () => {
      void refetch();
    },
  });
  return (
    <>
      <Card
        title={
          <Group gap={8} wrap="nowrap">
            <ActionIcon
              component={Link}
              to={LIST}
              variant="subtle"
              color="gray"
              size={28}
              aria-label="返回正考成绩审批"
              title="返回正考成绩审批"
            >
              <IconArrowLeft size={18} />
            </ActionIcon>
            {detail.courseName} {detail.teachingClassName}
          </Group>
        }
        note={detail.round > 1 ? `第 ${String(detail.round)} 次送审` : undefined}
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
            {mayReplay && (
              <Button
                component={Link}
                to={modulePath('scoreManage', `entry/${encodeURIComponent(detail.teachingClassId)}/1`)}
                variant="default"
                size="xs"
              >
                当前成绩单
              </Button>
            )}
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
            {mayDecide && detail.awaitsMe && (
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
          </>
        }
      >
        <FactList
          columns={4}
          items={[
            { label: '学年学期', value: detail.semesterName },
            { label: '课程编号', value: detail.courseNum },
            { label: '学分', value: detail.courseCredit },
            { label: '开课单位', value: detail.departmentName },
            { label: '任课教师', value: detail.teacherName },
            { label: '录入人', value: detail.importTeacher },
            { label: '送审人', value: detail.applicantName },
            { label: '送审时间', value: detail.applyTime },
          ]}
        />
      </Card>
      <SubmissionNotes applyId={detail.applyId} />
      <SubmittedScores detail={detail} />
      {decisions.dialogs}
      {log && (
        <ApprovalLogDialog
          businessId={detail.applyId}
          processNo={REGULAR_PROCESS}
          onClose={() => {
            setLog(false);
          }}
        />
      )}
    </>
  );
}
