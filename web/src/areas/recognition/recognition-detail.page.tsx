import { ActionIcon, Button, Group } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { recallApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { recognitionDetail } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageParams } from '../../lib/page-address.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay, useUser } from '../../lib/session.ts';
import { ApplicationStatus } from '../../pickers/application-status.tsx';
import { AttachmentList } from '../../pickers/attachment-list.tsx';
import { ApprovalLogDialog } from '../../pickers/approval-log-dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { Card, FactList, Page } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useProcess } from '../../ui/use-process.ts';
import { RecognitionTable } from './recognition-table.tsx';

type Detail = OutputOf<typeof recognitionDetail>;

/** One recognition: student, department, class, applicant, time (RECOGNITION-04), two groups of columns (RECOGNITION-05) and the remark (RECOGNITION-07). */
export function RecognitionDetailPage() {
  const { applyId = '' } = usePageParams<'applyId'>();
  const query = useOperation(recognitionDetail, { id: applyId }, { keepPrevious: false });
  return (
    <Page title="成绩认定详情">
      {query.data === undefined ? <Card grow><QueryFaces query={query} rows={8}>{() => null}</QueryFaces></Card> : <Recognition detail={query.data} />}
    </Page>
  );
}

function Recognition({ detail }: { detail: Detail }) {
  const mayLog = useMay('systemApprove:query');
  const [log, setLog] = useState(false);
  return (
    <>
      <Card title={<Group gap={8} wrap="nowrap"><ActionIcon component={Link} to="/jwxt/gly/scoreManage/recognition" variant="subtle" color="gray" size={28} aria-label="返回成绩认定" title="返回成绩认定"><IconArrowLeft size={18} /></ActionIcon>{detail.studentName} 成绩认定</Group>}
        actions={<>
          <ApplicationStatus status={detail.approvalBusinessStatus} name={detail.currentNodeName === null ? detail.approvalBusinessStatusName : `${detail.approvalBusinessStatusName} · ${detail.currentNodeName}`} />
          {detail.effected && <StatusTag tone="green">成绩已生效</StatusTag>}
          {mayLog && <Button variant="default" size="xs" onClick={() => { setLog(true); }}>审批日志</Button>}
          <OwnActions detail={detail} />
        </>}>
        <FactList columns={3} items={[
          { label: '学生', value: `${detail.studentNumber} ${detail.studentName}` }, { label: '院系', value: detail.departmentName }, { label: '班级', value: detail.studentClassName },
          { label: '申请人', value: detail.applicantName }, { label: '申请时间', value: detail.scoreCognizanceApplyTime }, { label: '备注', value: detail.scoreCognizanceApplyRemark, span: true },
        ]} />
      </Card>
      <Card title="附件"><AttachmentList businessTable={RECOGNITION_FILES} businessId={detail.scoreCognizanceApplyId} mode="view" emptyText="申请人没有上传附件" /></Card>
      <Card flush grow title="认定明细" note={`共 ${String(detail.relateList.length)} 组`}><RecognitionTable groups={detail.relateList} /></Card>
      {log && <ApprovalLogDialog businessId={detail.scoreCognizanceApplyId} processNo="XTNCJRDSH" onClose={() => { setLog(false); }} />}
    </>
  );
}

/** What the applicant may do: take it back while nobody has decided, and send a returned one again. */
function OwnActions({ detail }: { detail: Detail }) {
  const user = useUser();
  const mayApply = useMay('systemScoreCognizance:apply');
  const recall = useProcess(recallApproval, { invalidates: ['recognition.', 'approval.'], success: true, confirm: () => ({ message: '撤回后申请不再审批，可重新发起认定。', confirmText: '撤回' }) });
  if (!mayApply || user.name !== detail.applicantName) return null;
  if (detail.approvalBusinessStatus === '1') return <Button variant="default" size="xs" loading={recall.isPending} onClick={() => { recall.start({ applyId: detail.scoreCognizanceApplyId }); }}>撤回</Button>;
  if (detail.approvalBusinessStatus !== '3') return null;
  return <Button component={Link} size="xs" to={`/jwxt/gly/scoreManage/recognition/new?applyId=${encodeURIComponent(detail.scoreCognizanceApplyId)}`}>修改后重新送审</Button>;
}
