import { shuntStatus } from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import {
  computeShuntOperation,
  implementShuntOperation,
  publishShuntOperation,
  submitShuntOperation,
  type ShuntBatch,
} from '@jwxt/contracts/student-status/divert/shunt.operations.ts';
import { Button } from '@mantine/core';
import { IconBroadcast, IconCalculator, IconPlayerPlay, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { notify } from '../../../lib/notify.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { useProcess } from '../../../ui/use-process.ts';
import { EffectiveDateDialog } from './effective-date.dialog.tsx';

const stale = ['shuntAction.', 'majorOrDirection.', 'approval.'];

/** Whether a list is sent, or more. */
const isSettled = (status: string): boolean =>
  status === shuntStatus.submitted || status === shuntStatus.passed || status === shuntStatus.implemented;

/** What may be done next with the list of a batch. */
export function ShuntSteps({ batch }: { batch: ShuntBatch }) {
  const [implementing, setImplementing] = useState(false);
  const [error, setError] = useState('');
  const may = {
    compute: useMay('shuntAction:compute'),
    publish: useMay('shuntAction:publish'),
    submit: useMay('shuntAction:submit'),
    implement: useMay('shuntAction:implement'),
  };
  const compute = useProcess(computeShuntOperation, {
    invalidates: stale,
    success: '名单已计算',
    confirm: () => ({
      message:
        batch.shuntStatus === shuntStatus.collecting
          ? '将按批次的规则，由志愿和成绩计算分流名单。'
          : '将重新计算分流名单，已做的调整和分班会丢失，须重新公示。',
      confirmText: '计算',
    }),
  });
  const publish = useProcess(publishShuntOperation, {
    invalidates: stale,
    success: '已公示',
    confirm: () => ({ message: '学生将看到自己的分流结果，面试笔试成绩不能再修改。', confirmText: '公示' }),
  });
  const submit = useProcess(submitShuntOperation, {
    invalidates: stale,
    success: true,
    confirm: () => ({ message: '将把分流结果送审，审批期间不能修改。', confirmText: '送审' }),
  });
  const implement = useOperationMutation(implementShuntOperation, {
    invalidates: [...stale, 'studentInfo.', 'classInfo.'],
    onSuccess: ({ changed, leftOut }) => {
      setImplementing(false);
      const left = leftOut === 0 ? '' : `，${String(leftOut)} 人未执行，原因见名单`;
      notify.success(`已为 ${String(changed)} 名学生办理分流${left}`);
    },
    onError: (problem) => {
      setError(fieldErrorsOf(problem)['effectiveDate'] ?? problem.message);
    },
  });
  const { diversionId, shuntStatus: status } = batch;
  const open = !isSettled(status);
  return (
    <>
      {may.compute && open && (
        <Button
          variant={status === shuntStatus.collecting ? 'filled' : 'default'}
          leftSection={<IconCalculator size={16} />}
          loading={compute.isPending}
          onClick={() => {
            compute.start({ diversionId });
          }}
        >
          {status === shuntStatus.collecting ? '计算名单' : '重新计算'}
        </Button>
      )}
      {may.publish && (status === shuntStatus.computed || status === shuntStatus.notPassed) && (
        <Button
          leftSection={<IconBroadcast size={16} />}
          loading={publish.isPending}
          onClick={() => {
            publish.start({ diversionId });
          }}
        >
          公示
        </Button>
      )}
      {may.submit && status === shuntStatus.published && (
        <Button
          leftSection={<IconSend size={16} />}
          loading={submit.isPending}
          title={batch.submittableAt === null ? undefined : `${batch.submittableAt.slice(0, 16)} 以后可以送审`}
          onClick={() => {
            submit.start({ diversionId });
          }}
        >
          送审
        </Button>
      )}
      {may.implement && status === shuntStatus.passed && (
        <Button
          leftSection={<IconPlayerPlay size={16} />}
          onClick={() => {
            setError('');
            setImplementing(true);
          }}
        >
          执行
        </Button>
      )}
      {implementing && (
        <EffectiveDateDialog
          title="执行分流结果"
          about="自生效日期起，录取的学生转入新的年级专业和班级，教学班名单随之更新；学籍已变动的不执行。"
          pending={implement.isPending}
          error={error}
          onConfirm={(effectiveDate) => {
            implement.mutate({ diversionId, effectiveDate });
          }}
          onClose={() => {
            setImplementing(false);
          }}
        />
      )}
    </>
  );
}
