import { Alert, Button } from '@mantine/core';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { queryPlanSpecialItem, type PlanCell } from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { executionPlan } from '@jwxt/contracts/scheme/plan/execution-plan.resource.ts';
import { planSourceNames, planStatusNames } from '@jwxt/contracts/scheme/plan/execution-plan.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { useState } from 'react';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { useMayCheck } from '../../../lib/session.ts';
import { ResourceFormDialog } from '../../../resource/resource-form.dialog.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FactList } from '../../../ui/page.tsx';

/** A course of a plan with all it says; changed and taken out from here, while it may be. */
export function PlanCourseDetailDialog({ row, onClose }: { row: PlanCell; onClose: () => void }) {
  const check = useMayCheck();
  const [editing, setEditing] = useState(false);
  const key = row.executionPlanId;
  const known = useOperation(executionPlan.operations.detail, { key }, { enabled: editing, staleTime: 0 });
  const special = row.specialItemSign === yesNo.yes;
  const items = useOperation(queryPlanSpecialItem, { key }, { enabled: special });
  const remove = useOperationMutation(executionPlan.operations.delete, {
    invalidates: ['trainingExecutionPlan.'],
    success: true,
    onSuccess: onClose,
  });
  if (editing && known.data)
    return <ResourceFormDialog resource={executionPlan} known={known.data} onClose={onClose} />;
  const free = row.fixed === '';
  return (
    <Dialog
      opened
      width={880}
      title={`${row.courseBusinessCode} ${row.courseName}`}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            关闭
          </Button>
          {free && check('trainingExecutionPlan:delete') && (
            <Button
              variant="light"
              color="red"
              loading={remove.isPending}
              onClick={() => {
                void confirm({
                  message: `确定从执行计划中删除“${row.courseName}”吗？`,
                  confirmText: '删除',
                  danger: true,
                }).then((confirmed) => {
                  if (confirmed) remove.mutate({ key });
                });
              }}
            >
              删除
            </Button>
          )}
          {free && check('trainingExecutionPlan:update') && check('trainingExecutionPlan:detail') && (
            <Button
              loading={editing && known.isFetching}
              onClick={() => {
                setEditing(true);
              }}
            >
              修改
            </Button>
          )}
        </>
      }
    >
      {!free && (
        <Alert color="orange" mb={12}>
          {row.fixed}，不能在这里修改。
        </Alert>
      )}
      <FactList
        columns={3}
        items={[
          { label: '学期', value: `第${String(row.term)}学期（${row.semesterId}）` },
          { label: '课程模块', value: row.courseSystemName || NOTHING },
          { label: '开课单位', value: row.openDepartmentName },
          { label: '课程属性', value: row.courseAttributeName },
          { label: '课程性质', value: row.courseNatureName || NOTHING },
          { label: '考核方式', value: row.examMethodName || NOTHING },
          { label: '学分', value: row.credit },
          { label: '总学时', value: row.totalHour },
          { label: '学时类型', value: row.hours.map(({ xsmc, xs }) => `${xsmc}${xs}`).join('、') || NOTHING },
          { label: '周学时', value: row.weekHours || NOTHING },
          { label: '起止周', value: row.startEndWeek || NOTHING },
          { label: '专业方向', value: row.directionName || NOTHING },
          { label: '来源', value: planSourceNames[row.planSource] },
          { label: '状态', value: planStatusNames[row.planStatus] },
          { label: '班级例外', value: row.exceptions === 0 ? '无' : `${String(row.exceptions)} 个班` },
          ...(special
            ? [
                {
                  label: '专项',
                  span: true,
                  value:
                    (items.data?.list ?? [])
                      .map(
                        ({ itemName, studentNum, capacity }) =>
                          `${itemName}（${String(studentNum)}${capacity === null ? '' : `/${String(capacity)}`}人）`,
                      )
                      .join('、') || '还没有设置专项',
                },
              ]
            : []),
        ]}
      />
    </Dialog>
  );
}
