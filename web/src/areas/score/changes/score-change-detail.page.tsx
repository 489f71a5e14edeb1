import { ActionIcon, Alert, Button, Group } from '@mantine/core';
import { IconArrowLeft, IconMessage } from '@tabler/icons-react';
import { recallApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { SCORE_CHANGE_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { auditScoreChange } from '@jwxt/contracts/score/score-change-audit.operations.ts';
import { scoreChangeDetail } from '@jwxt/contracts/score/score-change.operations.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageParams } from '../../../lib/page-address.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay, useUser } from '../../../lib/session.ts';
import { AttachmentList } from '../../../pickers/attachment-list.tsx';
import { ApplicationStatus } from '../../../pickers/application-status.tsx';
import { useDecisions } from '../../../pickers/decisions.tsx';
import { QueryFaces } from '../../../ui/faces.tsx';
import { Card, FactList, Page } from '../../../ui/page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useProcess } from '../../../ui/use-process.ts';
import { ApprovalLogDialog } from '../../../pickers/approval-log-dialog.tsx';
import { changeFormPath } from './score-change-address.ts';
import { ChangeEffectLine } from './change-effect.tsx';
import { ChangeTable } from './change-table.tsx';

type Detail = OutputOf<typeof scoreChangeDetail>;

/**
 * One change application: header (SCORE-CHANGE-02) and every changed cell before and after (SCORE-CHANGE-03, 04).
 * Read-only (SCORE-CHANGE-05).
 */
export function ScoreChangeDetailPage() {
  const { applyId = '' } = usePageParams<'applyId'>();
  const query = useOperation(scoreChangeDetail, { applyId }, { keepPrevious: false });
  return (
    <Page title="成绩更改详情">
      {query.data === undefined ? (
        <Card grow>
          <QueryFaces query={query} rows={8}>
            {() => null}
          </QueryFaces>
        </Card>
      ) : (
        <ChangeDetail detail={query.data} />
      )}
    </Page>
  );
}

function ChangeDetail({ detail }: { detail: Detail }) {
  const mayLog = useMay('systemApprove:query');
  const mayDecide = useMay('system:approve');
  const [log, setLog] = useState(false);
  const decisions = useDecisions(auditScoreChange, { onOpen: () => undefined });
  return (
    <>
      <Card
        title={
          <Group gap={8} wrap="nowrap">
            <ActionIcon
              component={Link}
              to="/jwxt/gly/scoreManage/change"
              variant="subtle"
              color="gray"
              size={28}
              aria-label="返回成绩更改"
              title="返回成绩更改"
            >
              <IconArrowLeft size={18} />
            </ActionIcon>
            {detail.courseName}
          </Group>
        }
        note={detail.summary}
        actions={
          <>
            <ApplicationStatus
              status={detail.scoreChangeApplyStatus}
              name={
                detail.currentNodeName === null
                  ? detail.scoreChangeApplyStatusName
                  : `${detail.scoreChangeApplyStatusName} · ${detail.currentNodeName}`
              }
            />
            {detail.effectTime !== null && (
              <StatusTag tone="green" title={`生效时间 ${detail.effectTime}`}>
                更改已生效
              </StatusTag>
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
            <OwnActions detail={detail} />
          </>
        }
      >
        {detail.opinion !== null && (
          <Alert color="red" icon={<IconMessage size={16} />} mb={12} p={8} role="status">
            审批意见：{detail.opinion || '（未填写意见）'}
          </Alert>
        )}
        <FactList
          columns={4}
          items={[
            { label: '学年学期', value: detail.semesterName },
            { label: '课程', value: detail.courseName },
            { label: '学分', value: detail.courseCredit },
            { label: '教学班', value: detail.teachingClassName },
            { label: '人数', value: String(detail.coursePersonCount) },
            { label: '任课教师', value: detail.teacherName },
            { label: '录入人', value: detail.importTeacher },
            {
              label: '申请人',
              value:
                detail.onBehalfOf === '' ? detail.applicantName : `${detail.applicantName}（代 ${detail.onBehalfOf}）`,
            },
            { label: '申请时间', value: detail.applyTime },
            { label: '生效时间', value: detail.effectTime ?? '未生效' },
            { label: '更改原因', value: detail.reason, span: true },
          ]}
        />
      </Card>
      <Card title="附件">
        <AttachmentList
          businessTable={SCORE_CHANGE_FILES}
          businessId={detail.applyId}
          mode="view"
          emptyText="申请人没有上传附件"
        />
      </Card>
      <Card flush grow title="更改明细" note={`共 ${String(detail.rows.length)} 名学生，变化的值标红`}>
        <ChangeEffectLine effect={detail.effect} />
        <ChangeTable detail={detail} />
      </Card>
      {decisions.dialogs}
      {log && (
        <ApprovalLogDialog
          businessId={detail.applyId}
          processNo="CJXGSP"
          onClose={() => {
            setLog(false);
          }}
        />
      )}
    </>
  );
}

/** What the applicant may do: take it back while nobody has decided, and send a returned one again. */
function OwnActions({ detail }: { detail: Detail }) {
  const user = useUser();
  const [mayApply, mayForOthers] = [useMay('scoreChange:apply'), useMay('scoreChange:applyFor')];
  const recall = useProcess(recallApproval, {
    invalidates: ['scoreChange.', 'scoreEntry.', 'approval.'],
    success: true,
    confirm: () => ({ message: '撤回后申请不再审批，已发布的成绩保持不变；修改后可以重新送审。', confirmText: '撤回' }),
  });
  if (!(detail.onBehalfOf === '' ? mayApply : mayForOthers) || user.name !== detail.applicantName) return null;
  if (detail.scoreChangeApplyStatus === businessStatus.awaiting)
    return (
      <Button
        variant="default"
        size="xs"
        loading={recall.isPending}
        onClick={() => {
          recall.start({ applyId: detail.applyId });
        }}
      >
        撤回
      </Button>
    );
  // What came back, and what was taken back, is edited and sent again with its proposals and files (SCORE-CHANGE-06).
  if (
    detail.scoreChangeApplyStatus === businessStatus.returned ||
    detail.scoreChangeApplyStatus === businessStatus.recalled
  )
    return (
      <Button component={Link} size="xs" to={changeFormPath(detail, detail.applyId)}>
        修改后重新送审
      </Button>
    );
  return null;
}
