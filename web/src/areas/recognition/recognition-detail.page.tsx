import { ActionIcon, Button, Group } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { recallApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { recognitionDetail } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { GRADE_HIERARCHY, PERCENTAGE_HIERARCHY } from '@jwxt/contracts/score/score.vocabulary.ts';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay, useUser } from '../../lib/session.ts';
import { ApplicationStatus } from '../../pickers/application-status.tsx';
import { ApprovalLogDialog } from '../../pickers/approval-log-dialog.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { Card, FactList, Page } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import classes from './recognition.module.css';

type Detail = OutputOf<typeof recognitionDetail>;

/** One recognition: student, department, class, applicant, time (RECOGNITION-04), two groups of columns (RECOGNITION-05) and the remark (RECOGNITION-07). */
export function RecognitionDetailPage() {
  const { applyId = '' } = useParams({ strict: false });
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
      <Card title={<Group gap={8} wrap="nowrap"><ActionIcon component={Link} to="/score/recognition" variant="subtle" color="gray" size={28} aria-label="返回成绩认定" title="返回成绩认定"><IconArrowLeft size={18} /></ActionIcon>{detail.studentName} 成绩认定</Group>}
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
      <Card flush grow title="认定明细" note={`共 ${String(detail.relateList.length)} 组`}><RecognitionTable detail={detail} /></Card>
      {log && <ApprovalLogDialog businessId={detail.scoreCognizanceApplyId} processNo="XTNCJRDSH" onClose={() => { setLog(false); }} />}
    </>
  );
}

/** What the applicant may do: take it back while nobody has decided, and send a returned one again. */
function OwnActions({ detail }: { detail: Detail }) {
  const user = useUser();
  const mayApply = useMay('systemScoreCognizance:apply');
  const recall = useOperationMutation(recallApproval, { invalidates: ['recognition.', 'approval.'], successText: '已撤回' });
  if (!mayApply || user.name !== detail.applicantName) return null;
  const ask = async () => { if (await confirm({ message: '撤回后申请不再审批，可重新发起认定。', confirmText: '撤回' })) recall.mutate({ applyId: detail.scoreCognizanceApplyId }); };
  if (detail.approvalBusinessStatus === '1') return <Button variant="default" size="xs" loading={recall.isPending} onClick={() => { void ask(); }}>撤回</Button>;
  if (detail.approvalBusinessStatus !== '3') return null;
  return <Button component={Link} size="xs" to={`/score/recognition/new?applyId=${encodeURIComponent(detail.scoreCognizanceApplyId)}`}>修改后重新送审</Button>;
}

function RecognitionTable({ detail }: { detail: Detail }) {
  return (
    <div className={classes['scroll']}>
      <table className={classes['table']} aria-label="认定明细">
        <thead>
          <tr><th rowSpan={2} scope="col">组</th><th colSpan={8} scope="colgroup">原成绩</th><th colSpan={8} scope="colgroup" className={classes['divider']}>认定为计划内课程</th></tr>
          <tr>
            <th scope="col">学期</th><th scope="col">课程性质</th><th scope="col">课程属性</th><th scope="col">课程号</th><th scope="col">课程名称</th><th scope="col">学分</th><th scope="col">学时</th><th scope="col">原成绩</th>
            <th scope="col" className={classes['divider']}>学期</th><th scope="col">课程性质</th><th scope="col">课程属性</th><th scope="col">课程号</th><th scope="col">课程名称</th><th scope="col">学分</th><th scope="col">学时</th><th scope="col">认定成绩</th>
          </tr>
        </thead>
        {detail.relateList.map((group, index) => <GroupRows key={index} group={group} number={index + 1} />)}
      </table>
    </div>
  );
}

/** Both sides of a group side by side; the shorter one leaves its cells empty. */
function GroupRows({ group, number }: { group: Detail['relateList'][number]; number: number }) {
  const count = Math.max(group.outSideList.length, group.inSideList.length);
  return (
    <tbody>
      {Array.from({ length: count }, (_, at) => {
        const out = group.outSideList[at];
        const inn = group.inSideList[at];
        return (
          <tr key={at}>
            {at === 0 && <td rowSpan={count}>{number}</td>}
            <td>{out?.outSemesterId}</td><td>{out?.outCourseNatureName}</td><td>{out?.outCourseAttributeName}</td><td>{out && (out.outCourseCode || out.courseNum)}</td><td className={classes['left']}>{out?.outCourseName}</td>
            <td>{out?.outCourseCredit}</td><td>{out?.outCoursePeriod}</td><td>{out && (out.outSchoolScoreTypeName ? `${out.outScoreCognizanceFinalValue}（${out.outSchoolScoreTypeName}）` : out.outScoreCognizanceFinalValue)}</td>
            <td className={classes['divider']}>{inn?.semesterId}</td><td>{inn?.courseNatureName}</td><td>{inn?.courseAttributeName}</td><td>{inn?.courseNum}</td><td className={classes['left']}>{inn?.courseName}</td>
            <td>{inn?.courseCredit}</td><td>{inn?.coursePeriod}</td><td className={classes['value']}>{inn && recognisedText(inn)}</td>
          </tr>
        );
      })}
    </tbody>
  );
}

/** The number, the grade's name, or both for 五级制 (SCORE-RULES-06…09). */
function recognisedText({ scoreHierarchyCode, scoreValueStr, scoreCognizanceFinalValue }: Detail['relateList'][number]['inSideList'][number]): string {
  if (scoreHierarchyCode === PERCENTAGE_HIERARCHY || scoreValueStr === '') return scoreCognizanceFinalValue;
  return scoreHierarchyCode === GRADE_HIERARCHY ? `${scoreValueStr}(${scoreCognizanceFinalValue})` : scoreValueStr;
}
