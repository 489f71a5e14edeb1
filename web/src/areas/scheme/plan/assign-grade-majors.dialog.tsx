import { Alert, Button, Stack } from '@mantine/core';
import {
  assignGradeMajorOperation,
  queryAssigned,
  type AssignedGradeMajor,
} from '@jwxt/contracts/scheme/plan/common-plan.operations.ts';
import { useState } from 'react';
import { notify } from '../../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { ReferenceSearch } from '../../../resource/reference-search.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';

/** Which grade-majors a common plan is for: added and taken away here. */
export function AssignGradeMajorsDialog({
  plan,
  onClose,
}: {
  plan: { readonly key: string; readonly name: string };
  onClose: () => void;
}) {
  const mayAssign = useMay('commonCoursePlan:assignGradeMajor');
  const query = useOperation(queryAssigned, { key: plan.key }, { staleTime: 0 });
  const [kept, setKept] = useState<readonly { gradeMajorName: string; message: string }[]>([]);
  const assign = useOperationMutation(assignGradeMajorOperation, {
    invalidates: ['commonCoursePlan.', 'trainingExecutionPlan.', 'coursePlan.'],
    onSuccess: (done) => {
      setKept(done.kept);
      if (done.added + done.removed > 0)
        notify.success(done.added > 0 ? `已加入 ${String(done.added)} 个` : `已取消 ${String(done.removed)} 个`);
    },
  });
  const columns: Column<AssignedGradeMajor>[] = [
    { key: 'name', title: '年级专业', width: 'auto', align: 'left', render: (row) => row.gradeMajorName },
    { key: 'unit', title: '院系', width: 180, align: 'left', render: (row) => row.departmentName },
    { key: 'semester', title: '学年学期', width: 120, render: (row) => row.semesterId },
    {
      key: 'state',
      title: '状态',
      width: 130,
      render: (row) =>
        row.fixed === '' ? <StatusTag tone="blue">未开课</StatusTag> : <StatusTag tone="grey">{row.fixed}</StatusTag>,
    },
    ...(mayAssign
      ? [
          {
            key: 'action',
            title: '操作',
            width: 80,
            pinRight: true,
            render: (row: AssignedGradeMajor) =>
              row.fixed === '' && (
                <Button
                  variant="subtle"
                  color="red"
                  size="compact-xs"
                  disabled={assign.isPending}
                  onClick={() => {
                    assign.mutate({ key: plan.key, gradeMajorIds: [], removed: [row.gradeMajorId] });
                  }}
                >
                  取消
                </Button>
              ),
          },
        ]
      : []),
  ];
  return (
    <Dialog
      opened
      width={820}
      title={`适用年级专业：${plan.name}`}
      onClose={onClose}
      footer={
        <Button variant="default" onClick={onClose}>
          关闭
        </Button>
      }
    >
      <Stack gap={12}>
        {mayAssign && (
          <Field label="加入年级专业" htmlFor="assign-grade-major">
            <ReferenceSearch
              key={assign.submittedAt}
              id="assign-grade-major"
              to="gradeMajor"
              value={null}
              placeholder="请输入名称或代码查找"
              clearable={false}
              disabled={assign.isPending}
              onChange={(code) => {
                if (code !== null) assign.mutate({ key: plan.key, gradeMajorIds: [code], removed: [] });
              }}
            />
          </Field>
        )}
        {kept.length > 0 && (
          <Alert color="orange">
            {kept.map(({ gradeMajorName, message }) => `${gradeMajorName}：${message}`).join('；')}
          </Alert>
        )}
        <DataTable
          label="适用年级专业"
          columns={columns}
          rows={query.data?.list}
          query={query}
          rowKey={(row) => row.gradeMajorId}
          scrollHeight={320}
          empty={{ reason: '还没有适用的年级专业' }}
        />
      </Stack>
    </Dialog>
  );
}
