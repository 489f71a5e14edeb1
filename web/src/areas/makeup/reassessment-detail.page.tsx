import { ActionIcon, Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  reassessmentCalls,
  reassessmentKinds,
  type ReassessmentKind,
} from '@jwxt/contracts/makeup/reassessment-approval.operations.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageParams } from '../../lib/page-address.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { ApplicationStatus } from '../../pickers/application-status.tsx';
import { ApprovalLogDialog } from '../../pickers/approval-log-dialog.tsx';
import { useDecisions } from '../../pickers/decisions.tsx';
import { SubmissionNotes } from '../../pickers/submission-notes.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { Card, FactList, Page } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import classes from './makeup.module.css';
import { ReassessedStudentsTable } from './reassessed-students-table.tsx';
import { SettleOriginDialog } from './settle-origin.dialog.tsx';

type Student = OutputOf<(typeof reassessmentCalls)['retakeApproval']['students']>['list'][number];
type Detail = OutputOf<(typeof reassessmentCalls)['retakeApproval']['detail']>;

/** State of a sheet whose scores count: nothing about its list is decided any more. */

/** A make-up or deferred exam's scores (MAKEUP-03…06, 09…16). */
export function ReassessmentDetailPage() {
  return <DetailPage kind="retakeApproval" title="补缓考成绩详情" />;
}

/** A retake class's scores (MAKEUP-07, 08). */
export function RetakeDetailPage() {
  return <DetailPage kind="rebuildScoreApproval" title="重修成绩详情" />;
}

function DetailPage({ kind, title }: { kind: ReassessmentKind; title: string }) {
  const { teachingClassId = '' } = usePageParams<'teachingClassId'>();
  const query = useOperation(reassessmentCalls[kind].detail, { teachingClassId }, { keepPrevious: false });
  return (
    <Page title={title}>
      {query.data === undefined ? (
        <Card grow>
          <QueryFaces query={query} rows={8}>
            {() => null}
          </QueryFaces>
        </Card>
      ) : (
        <ReassessmentDetail kind={kind} detail={query.data} />
      )}
    </Page>
  );
}

function ReassessmentDetail({ kind, detail }: { kind: ReassessmentKind; detail: Detail }) {
  const { teachingClassId, scoreType, semesterId } = detail;
  const calls = reassessmentCalls[kind];
  const students = useOperation(calls.students, { makeupCourseId: teachingClassId }, { keepPrevious: false });
  const items = useOperation(calls.scoreItems, { teachingClassId, status: '1', semesterId }, { keepPrevious: false });
  const window = useOperation(calls.window, { teachingClassId, semesterId });
  const mayLog = useMay('systemApprove:query');
  const mayApprove = useMay(`${kind}:approval`);
  const mayList = useMay(`${kind}:scoreApprovalAll:query`);
  const maySettle = useMay(kind === 'retakeApproval' ? 'makeupList:update' : 'rebuildClass:update');
  const sheetOpen = detail.sheetStatus !== sheetStatus.published;
  const [log, setLog] = useState(false);
  const [settling, setSettling] = useState<Student | null>(null);
  const decisions = useDecisions(calls.approve, {
    onOpen: () => {
      void students.refetch();
    },
  });
  const makeup = kind === 'retakeApproval';
  const { processNo, name } = reassessmentKinds[kind];
  const back = mayList ? modulePath('scoreManage', kind) : modulePath('scoreManage', 'entry');
  const backName = mayList ? `返回${name}` : '返回成绩录入';
  const begin = window.data?.scoreTermInputBeginTime ?? detail.scoreTermInputBeginTime;
  const end = window.data?.scoreTermInputEndTime ?? detail.scoreTermInputEndTime;
  return (
    <>
      <Card
        title={
          <Group gap={8} wrap="nowrap">
            <ActionIcon
              component={Link}
              to={back}
              variant="subtle"
              color="gray"
              size={28}
              aria-label={backName}
              title={backName}
            >
              <IconArrowLeft size={18} />
            </ActionIcon>
            {detail.courseName}
          </Group>
        }
        note={detail.teachingClassName}
        actions={
          <>
            {detail.approvalBusinessStatus === null ? (
              <StatusTag tone="grey">{detail.sheetStatusName}</StatusTag>
            ) : (
              <ApplicationStatus
                status={detail.approvalBusinessStatus}
                name={
                  detail.currentNodeName === null
                    ? (detail.approvalBusinessStatusName ?? '')
                    : `${detail.approvalBusinessStatusName ?? ''} · ${detail.currentNodeName}`
                }
              />
            )}
            {mayLog && detail.applyId !== null && (
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
            {mayApprove && detail.mayApprove && detail.applyId !== null && (
              <Button
                size="xs"
                loading={decisions.isPending}
                onClick={() => {
                  void decisions.start([detail.applyId ?? '']);
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
            { label: makeup ? '补考学期' : '学期', value: detail.makeupSemester },
            { label: '课程', value: `${detail.courseName}（${detail.courseNum}）` },
            { label: '学分', value: detail.courseCredit },
            { label: '人数', value: String(detail.coursePersonCount) },
            { label: '录入开始时间', value: begin },
            { label: '录入截止时间', value: end },
            { label: makeup ? '补缓考方式' : '计分方式', value: detail.makeupOptionName },
            { label: '开课单位', value: detail.openDepartmentName },
            { label: '任课教师', value: detail.teacherName },
            { label: '录入人', value: detail.importTeacher },
          ]}
        />
      </Card>
      <SubmissionNotes applyId={detail.applyId} />
      <Card
        flush
        grow
        title="学生成绩"
        note={students.data ? `共 ${String(students.data.list.length)} 名学生` : undefined}
      >
        <QueryFaces query={students} rows={8}>
          {(data) => (
            <>
              <OpenOrigins count={detail.originOpenNum} maySettle={maySettle} />
              <ReassessedStudentsTable
                students={data.list}
                items={items.data?.list ?? []}
                makeup={makeup}
                onSettle={maySettle && sheetOpen ? setSettling : undefined}
              />
            </>
          )}
        </QueryFaces>
      </Card>
      {log && (
        <ApprovalLogDialog
          businessId={`${teachingClassId}.${scoreType}`}
          processNo={processNo}
          onClose={() => {
            setLog(false);
          }}
        />
      )}
      {settling && (
        <SettleOriginDialog
          kind={kind}
          teachingClassId={teachingClassId}
          inApproval={detail.sheetStatus === sheetStatus.submitted}
          student={settling}
          onClose={() => {
            setSettling(null);
          }}
        />
      )}
      {decisions.dialogs}
    </>
  );
}

/** Says that listed students have another original score now, and who decides about them. */
function OpenOrigins({ count, maySettle }: { count: number; maySettle: boolean }) {
  if (count === 0) return null;
  return (
    <Alert
      className={classes['alert']}
      color="red"
      icon={<IconAlertTriangle size={18} />}
      title={`${String(count)} 名学生的原成绩已变动`}
    >
      {maySettle ? '请在“说明”列逐一处理：保留在名单中，或移出名单。' : '由教务处决定保留或移出名单。'}
      补缓考、重修成绩不会降低学生已有的有效成绩。
    </Alert>
  );
}
