import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import { Button, Group, Radio } from '@mantine/core';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { settleMakeupOrigin, settleRetakeOrigin } from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import type { ReassessmentKind, reassessmentCalls } from '@jwxt/contracts/makeup/reassessment-approval.operations.ts';
import { useState } from 'react';
import { useOperationMutation } from '../../lib/queries.ts';
import { CountedTextarea } from '../../ui/counted-textarea.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FactList } from '../../ui/page.tsx';
import { Field } from '../../ui/search-form.tsx';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import classes from './makeup.module.css';
import { CancelButton } from '../../ui/unsaved-input.tsx';

type Student = OutputOf<(typeof reassessmentCalls)['retakeApproval']['students']>['list'][number];

const decisions = {
  keep: '保留在名单中',
  remove: '移出名单，已录入的成绩一并删除',
} as const;
/** Of a published score that would fail with the original items that are right now. */
const publishedDecisions = { keep: '保留已公布的成绩', adjust: '按更正后的原成绩重新计算' } as const;
type Decision = keyof typeof decisions | keyof typeof publishedDecisions;

/**
 * Keeping a student on the list although the original score is another now, or taking him off; not while the scores
 * wait for approval. A published score is kept, or weighed anew.
 */
export function SettleOriginDialog({
  kind,
  teachingClassId,
  inApproval,
  student,
  onClose,
}: {
  kind: ReassessmentKind;
  teachingClassId: string;
  inApproval: boolean;
  student: Student;
  onClose: () => void;
}) {
  const [decision, setDecision] = useState<Decision | null>(null);
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const settle = useOperationMutation(kind === 'retakeApproval' ? settleMakeupOrigin : settleRetakeOrigin, {
    invalidates: ['retakeApproval.', 'rebuildScoreApproval.', 'makeupList.', 'rebuildClass.'],
    success: true,
    onSuccess: onClose,
    onError: (error) => {
      setErrors(fieldErrorsOf(error));
    },
  });
  const isPublished = student.originNote?.cause === 'lowered';
  const submit = () => {
    const missing = {
      ...(decision === null ? { decision: '必填' } : {}),
      ...(reason.trim() === '' ? { reason: '必填' } : {}),
    };
    setErrors(missing);
    if (decision !== null && Object.keys(missing).length === 0)
      settle.mutate({ teachingClassId, studentCode: student.studentCode, decision, reason: reason.trim() });
  };
  return (
    <Dialog
      opened
      width={600}
      title="处理原成绩变动"
      onClose={onClose}
      input={[decision, reason]}
      footer={
        <>
          <CancelButton />
          <Button loading={settle.isPending} {...(decision === 'remove' ? { color: 'red' } : {})} onClick={submit}>
            {decision === 'remove' ? '移出名单' : decision === 'adjust' ? '重新计算' : '确定'}
          </Button>
        </>
      }
    >
      <FactList
        columns={2}
        items={[
          { label: '学生', value: studentWithNumber(student) },
          { label: '本次成绩', value: student.studentScoreFinalValue },
          { label: '变动', value: student.originNote?.text ?? '', span: true },
        ]}
      />
      <div className={classes['form']}>
        <Field label="处理方式" required error={errors['decision']}>
          <Radio.Group
            value={decision}
            onChange={(value) => {
              setDecision(value);
            }}
            aria-label="处理方式"
          >
            <Group gap={16} mih={32}>
              {Object.entries(isPublished ? publishedDecisions : decisions).map(([value, label]) => (
                <Radio key={value} value={value} label={label} disabled={value === 'remove' && inApproval} />
              ))}
            </Group>
          </Radio.Group>
        </Field>
        {inApproval && <p className={classes['lead']}>成绩正在审批，退回或撤回后才能移出名单。</p>}
        <Field label="原因" htmlFor="settle-reason" required error={errors['reason']}>
          <CountedTextarea
            id="settle-reason"
            value={reason}
            onChange={setReason}
            maxLength={120}
            placeholder="请输入处理原因"
          />
        </Field>
      </div>
    </Dialog>
  );
}
