import { isTurnedDown } from '@jwxt/contracts/approval/approval.rules.ts';
import { ActionIcon, Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconGavel } from '@tabler/icons-react';
import { approve, recallApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import {
  approvableStatuses,
  businessStatus,
  type BusinessStatus,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { electiveDetail } from '@jwxt/contracts/elective/elective.operations.ts';
import {
  attributeTypeNames,
  COURSE_FILES,
  courseSourceNames,
  electiveFileNames,
  electiveLabels,
  ELECTIVE_PROCESS,
  TEACHER_FILES,
} from '@jwxt/contracts/elective/elective.vocabulary.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { usePageParams } from '../../lib/page-address.ts';
import { invalidateOperations, useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { ApplicationStatus } from '../../pickers/application-status.tsx';
import { ApprovalLogDialog } from '../../pickers/approval-log-dialog.tsx';
import { AttachmentList } from '../../pickers/attachment-list.tsx';
import { useDecisions } from '../../pickers/decisions.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { Card, FactList, Page } from '../../ui/page.tsx';
import { useProcess } from '../../ui/use-process.ts';
import { electiveFormPath, electivePaths } from './elective-path.ts';
import classes from './elective.module.css';

type Detail = OutputOf<typeof electiveDetail>;

/** One application for a public elective, read-only (ELECTIVE-02, 24). */
export function ElectiveDetailPage() {
  const { planId = '' } = usePageParams<'planId'>();
  const query = useOperation(electiveDetail, { planId }, { keepPrevious: false });
  return (
    <Page title="公选课申请详情" fill={false}>
      {query.data === undefined ? (
        <Card grow>
          <QueryFaces query={query} rows={8}>
            {() => null}
          </QueryFaces>
        </Card>
      ) : (
        <Elective detail={query.data} />
      )}
    </Page>
  );
}

/** What is decided with a public elective, inside the details of its application, beside the sums that stand there. */
export function ElectiveOf({ applyId }: { applyId: string }) {
  const query = useOperation(electiveDetail, { planId: applyId }, { keepPrevious: false });
  return (
    <QueryFaces query={query}>
      {(detail) => (
        <>
          <Offered detail={detail} />
          <TeacherFiles planId={detail.planId} />
        </>
      )}
    </QueryFaces>
  );
}

function Elective({ detail }: { detail: Detail }) {
  const mayLog = useMay('systemApprove:query');
  const [log, setLog] = useState(false);
  const back = detail.own
    ? { to: electivePaths.own, label: '返回公选课申请' }
    : { to: electivePaths.audit, label: '返回公选课审核' };
  const status =
    detail.currentNodeName === null
      ? detail.approvalBusinessStatusName
      : `${detail.approvalBusinessStatusName} · ${detail.currentNodeName}`;
  return (
    <>
      {detail.opinion !== '' && isTurnedDown(detail.approvalBusinessStatus) && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={16} />}
          p={10}
          title={detail.approvalBusinessStatus === businessStatus.returned ? '退回意见' : '不通过意见'}
        >
          {detail.opinion}
        </Alert>
      )}
      <Card
        title={
          <Group gap={8} wrap="nowrap">
            <ActionIcon
              component={Link}
              to={back.to}
              variant="subtle"
              color="gray"
              size={28}
              aria-label={back.label}
              title={back.label}
            >
              <IconArrowLeft size={18} />
            </ActionIcon>
            {detail.courseName || '公选课申请'}
          </Group>
        }
        actions={
          <>
            <ApplicationStatus status={detail.approvalBusinessStatus} name={status} />
            {mayLog && detail.round > 0 && (
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
            {detail.own ? <OwnActions detail={detail} /> : <DecideAction detail={detail} />}
          </>
        }
      >
        <FactList
          columns={3}
          items={[
            { label: '申请人', value: detail.applicantName },
            { label: '申请单位', value: detail.applicantDepartmentName ?? NOTHING },
            { label: '申请时间', value: detail.applyTime ?? '未送审' },
          ]}
        />
      </Card>
      <Card title="课程与班级">
        <FactList columns={3} items={factsOf(detail)} />
      </Card>
      <Offered detail={detail} />
      <TeacherFiles planId={detail.planId} />
      <Card title={`附件：${electiveFileNames[COURSE_FILES] ?? ''}`}>
        <AttachmentList
          businessTable={COURSE_FILES}
          businessId={detail.planId}
          mode="view"
          emptyText="申请人没有上传附件"
        />
      </Card>
      {log && (
        <ApprovalLogDialog
          businessId={detail.planId}
          processNo={ELECTIVE_PROCESS}
          onClose={() => {
            setLog(false);
          }}
        />
      )}
    </>
  );
}

/** The fields of the form in its order, by the names that they had when it was written. */
function factsOf(detail: Detail): { label: ReactNode; value: ReactNode }[] {
  const named = (field: keyof typeof electiveLabels) => ({
    label: electiveLabels[field],
    value: detail.names[field] ?? NOTHING,
  });
  const plain = (
    field: 'courseName' | 'courseBusinessCode' | 'classPlanNum' | 'classSize' | 'credit' | 'totalHour',
  ) => ({ label: electiveLabels[field], value: detail[field] || NOTHING });
  return [
    { label: electiveLabels.courseSource, value: courseSourceNames[detail.courseSource] },
    plain('courseName'),
    plain('courseBusinessCode'),
    named('semester'),
    named('departmentId'),
    named('publicCourseCategory'),
    named('schoolZone'),
    named('courseAttribute'),
    named('courseNature'),
    named('examMethod'),
    plain('classPlanNum'),
    plain('classSize'),
    named('placeType'),
    named('teachingStyle'),
    named('courseCategory'),
    plain('credit'),
    plain('totalHour'),
    named('courseSign'),
  ];
}

/** What the applicant may do: go on with it, or take it back while nobody has decided. */
function OwnActions({ detail }: { detail: Detail }) {
  const mayApply = useMay('publicCourseManage:apply');
  const recall = useProcess(recallApproval, {
    invalidates: ['elective.', 'approval.'],
    success: true,
    confirm: () => ({ message: '撤回后申请不再审批，可修改后重新送审。', confirmText: '撤回' }),
  });
  if (!mayApply) return null;
  if (detail.approvalBusinessStatus === businessStatus.awaiting)
    return (
      <Button
        variant="default"
        size="xs"
        loading={recall.isPending}
        onClick={() => {
          recall.start({ applyId: detail.planId });
        }}
      >
        撤回
      </Button>
    );
  return detail.editable ? (
    <Button component={Link} size="xs" to={electiveFormPath(detail.planId)}>
      {detail.approvalBusinessStatus === businessStatus.saved ? '继续填写' : '修改后重新送审'}
    </Button>
  ) : null;
}

/** 审批, with the form of the approval centre. */
function DecideAction({ detail }: { detail: Detail }) {
  const client = useQueryClient();
  const mayApprove = useMay('system:approve');
  const refresh = () => {
    void invalidateOperations(client, ['elective.', 'approval.']);
  };
  const decisions = useDecisions(approve, { onOpen: refresh, onDecided: refresh });
  if (!mayApprove || !approvableStatuses.includes(detail.approvalBusinessStatus as BusinessStatus)) return null;
  return (
    <>
      <Button
        size="xs"
        leftSection={<IconGavel size={15} />}
        loading={decisions.isPending}
        onClick={() => {
          void decisions.start([detail.planId]);
        }}
      >
        审批
      </Button>
      {decisions.dialogs}
    </>
  );
}

/** Hours, teachers, who may choose it, and what is said about it. */
function Offered({ detail }: { detail: Detail }) {
  return (
    <>
      <Card title={electiveLabels.hourList}>
        <FactList
          columns={3}
          items={
            detail.hourList.length === 0
              ? [{ label: '学时', value: NOTHING }]
              : detail.hourList.map(({ xsmc, xs }) => ({ label: xsmc, value: `${xs} 学时` }))
          }
        />
      </Card>
      <Card title="任课教师与选课范围">
        <FactList
          columns={1}
          items={[
            {
              label: electiveLabels.teacherList,
              value: detail.teacherList.map(({ xm, ywbm, dwmc }) => `${xm}（${ywbm}，${dwmc}）`).join('；') || NOTHING,
            },
            { label: electiveLabels.isSchoolWide, value: detail.isSchoolWide === yesNo.yes ? '是' : '否' },
            ...(detail.isSchoolWide === yesNo.yes
              ? []
              : detail.rangeList.map(({ attributeType, values }) => ({
                  label: attributeTypeNames[attributeType as '1'],
                  value: values.map(({ name }) => name).join('、'),
                }))),
          ]}
        />
      </Card>
      <Card title="简介与备注">
        <FactList
          columns={1}
          items={(
            [
              ['teacherInfo', detail.teacherInfo],
              ['courseInfo', detail.courseInfo],
              ['remark', detail.remark],
            ] as const
          ).map(([field, value]) => ({
            label: electiveLabels[field],
            value: <p className={classes['text']}>{value || NOTHING}</p>,
          }))}
        />
      </Card>
    </>
  );
}

function TeacherFiles({ planId }: { planId: string }) {
  return (
    <Card title={`附件：${electiveFileNames[TEACHER_FILES] ?? ''}`}>
      <AttachmentList businessTable={TEACHER_FILES} businessId={planId} mode="view" emptyText="申请人没有上传附件" />
    </Card>
  );
}
