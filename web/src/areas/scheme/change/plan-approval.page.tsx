import { approve } from '@jwxt/contracts/approval/approval.operations.ts';
import { isWithApplicant } from '@jwxt/contracts/approval/approval.rules.ts';
import { approvableStatuses } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  exportGradeMajorInfo,
  exportGradeMajorPdf,
} from '@jwxt/contracts/scheme/change/grade-major-info.operations.ts';
import {
  gradeMajorApprovalDetail,
  gradeMajorApprovalHours,
  gradeMajorApprovalLog,
  recallGradeMajorPlan,
  submitGradeMajorPlanOperation,
} from '@jwxt/contracts/scheme/change/grade-major-plan.operations.ts';
import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useDownload } from '../../../lib/download.ts';
import { usePageParams } from '../../../lib/page-address.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { useMayCheck } from '../../../lib/session.ts';
import { ApplicationStatus } from '../../../pickers/application-status.tsx';
import { useDecisions } from '../../../pickers/decisions.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { QueryFaces } from '../../../ui/faces.tsx';
import { Card, FactList, Page, Toolbar } from '../../../ui/page.tsx';
import { PlanCourses } from './plan-courses.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

type Detail = OutputOf<typeof gradeMajorApprovalDetail>;
type Hours = OutputOf<typeof gradeMajorApprovalHours>['list'][number];
type Step = OutputOf<typeof gradeMajorApprovalLog>['list'][number];

const hourColumns: Column<Hours>[] = [
  { key: 'term', title: '学期', width: 100, render: (row) => `第${String(row.term)}学期` },
  { key: 'courses', title: '课程门数', width: 100, align: 'right', render: (row) => row.courseNum },
  { key: 'credit', title: '学分', width: 100, align: 'right', render: (row) => row.credit },
  { key: 'hours', title: '总学时', width: 100, align: 'right', render: (row) => row.totalHour },
  { key: 'types', title: '学时类型', width: 'auto', align: 'left', render: (row) => row.hours || NOTHING },
];
const logColumns: Column<Step>[] = [
  { key: 'node', title: '节点', width: 150, align: 'left', render: (row) => row.processNodeName },
  { key: 'result', title: '结果', width: 110, align: 'left', render: (row) => row.processNodeResultName },
  { key: 'remark', title: '意见', width: 'auto', align: 'left', render: (row) => row.processNodeRemark || NOTHING },
  { key: 'person', title: '处理人', width: 140, align: 'left', render: (row) => row.auditPersonName || NOTHING },
  { key: 'time', title: '时间', width: 168, render: (row) => row.processNodeExamineTime ?? NOTHING },
];
const parts = [
  { value: 'courses', label: '课程' },
  { value: 'hours', label: '学时合计' },
  { value: 'log', label: '审批日志' },
] as const;
type Part = (typeof parts)[number]['value'];
const stale = ['gradeMajorApprovalInfo.', 'trainingExecutionPlan.', 'approval.'];

/** A plan that was sent for approval: its sums, its courses, and how it stands (SCHEME-31). */
export function PlanApprovalPage() {
  const { applyId = '' } = usePageParams<'applyId'>();
  const query = useOperation(gradeMajorApprovalDetail, { applyId }, { keepPrevious: false });
  return (
    <Page title="执行计划审批详情">
      {query.data === undefined ? (
        <Card>
          <QueryFaces query={query} rows={6}>
            {() => null}
          </QueryFaces>
        </Card>
      ) : (
        <PlanApproval detail={query.data} onChanged={() => void query.refetch()} />
      )}
    </Page>
  );
}

function PlanApproval({ detail, onChanged }: { detail: Detail; onChanged: () => void }) {
  const [part, setPart] = useState<Part>('courses');
  const { approvalBusinessStatusName: name, currentNodeName: node } = detail;
  return (
    <>
      <Card
        title={`${detail.gradeMajorName} ${detail.semesterId || '执行计划'}`}
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
            计划未生效：{detail.clashed}
          </Alert>
        )}
        <FactList
          columns={3}
          items={[
            { label: '院系', value: detail.departmentName },
            { label: '范围', value: detail.semesterId || '整个计划' },
            { label: '课程门数', value: String(detail.courseNum) },
            {
              label: '送审学分',
              value:
                detail.requiredTotal === '' ? detail.creditSum : `${detail.creditSum}（要求${detail.requiredTotal}）`,
            },
            { label: '总学时', value: detail.hourSum },
            { label: '申请人', value: `${detail.applicantName} ${detail.applyTime}` },
          ]}
        />
      </Card>
      <Card flush grow>
        <Toolbar>
          <SegmentedControl<Part> aria-label="内容" data={parts} value={part} onChange={setPart} />
        </Toolbar>
        {part === 'courses' && <PlanCourses applyId={detail.applyId} />}
        {part === 'hours' && <HourSums applyId={detail.applyId} />}
        {part === 'log' && <Log applyId={detail.applyId} />}
      </Card>
    </>
  );
}

function HourSums({ applyId }: { applyId: string }) {
  const query = useOperation(gradeMajorApprovalHours, { applyId });
  return (
    <DataTable
      label="学时合计"
      columns={hourColumns}
      rows={query.data?.list}
      query={query}
      rowKey={(row) => String(row.term)}
      empty={{ reason: '没有课程' }}
    />
  );
}

function Log({ applyId }: { applyId: string }) {
  const query = useOperation(gradeMajorApprovalLog, { applyId }, { staleTime: 0 });
  return (
    <DataTable
      label="审批日志"
      columns={logColumns}
      rows={query.data?.list}
      query={query}
      rowKey={(row) => `${row.processNodeName}${String(query.data?.list.indexOf(row))}`}
      empty={{ reason: '还没有审批记录' }}
    />
  );
}

function Actions({ detail, onChanged }: { detail: Detail; onChanged: () => void }) {
  const check = useMayCheck();
  const { applyId, gradeMajorId, own, awaitsMe } = detail;
  const print = useDownload(exportGradeMajorPdf);
  const workbook = useDownload(exportGradeMajorInfo);
  const { start, isPending, dialogs } = useDecisions(approve, { onDecided: onChanged, onOpen: onChanged });
  const recall = useOperationMutation(recallGradeMajorPlan, { invalidates: stale, success: true });
  const again = useOperationMutation(submitGradeMajorPlanOperation, { invalidates: stale, success: true });
  const open = (approvableStatuses as readonly string[]).includes(detail.approvalBusinessStatus);
  return (
    <>
      {check('gradeMajorInfo:export') && (
        <>
          <Button
            variant="default"
            size="xs"
            loading={print.isPending}
            onClick={() => {
              print.start({ gradeMajorId });
            }}
          >
            打印方案
          </Button>
          <Button
            variant="default"
            size="xs"
            loading={workbook.isPending}
            onClick={() => {
              workbook.start({ gradeMajorId });
            }}
          >
            导出明细
          </Button>
        </>
      )}
      {own && open && check('gradeMajorApprovalInfo:recall') && (
        <Button
          variant="default"
          size="xs"
          loading={recall.isPending}
          onClick={() => {
            void confirm({ message: '撤回后可以修改计划并再次送审，确定撤回吗？', confirmText: '撤回' }).then(
              (confirmed) => {
                if (confirmed) recall.mutate({ applyId });
              },
            );
          }}
        >
          撤回
        </Button>
      )}
      {own && isWithApplicant(detail.approvalBusinessStatus) && check('gradeMajorApprovalInfo:submit') && (
        <Button
          size="xs"
          loading={again.isPending}
          onClick={() => {
            again.mutate({
              gradeMajorId,
              applyId,
              ...(detail.semesterId === '' ? {} : { semesterId: detail.semesterId }),
            });
          }}
        >
          再次送审
        </Button>
      )}
      {awaitsMe && check('system:approve') && (
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
      {dialogs}
    </>
  );
}
