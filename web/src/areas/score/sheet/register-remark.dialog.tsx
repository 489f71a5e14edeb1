import { Button, MultiSelect, Select, Textarea } from '@mantine/core';
import {
  queryScoreValue,
  registerRemark,
  finalValueMode,
  type FinalValueMode,
} from '@jwxt/contracts/score/score-entry.operations.ts';
import { comesByApplication } from '@jwxt/contracts/score/score-remark.rules.ts';
import { type ScoreType, scoreRemark, NO_SCORE } from '@jwxt/contracts/score/score.vocabulary.ts';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import type { Grid } from '../sheet-grid/sheet-grid.model.ts';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

const REASON_MAX = 60;

/**
 * The office registers 作弊, 违纪, 免修, 免考 … on students of the class, or takes a remark away, saying why. 缓考
 * and 免听 come with their applications.
 */
export function RegisterRemarkDialog({
  grid,
  onClose,
  onDone,
}: {
  grid: Grid;
  onClose: () => void;
  onDone: () => void;
}) {
  const { sheet } = grid;
  const [studentCodes, setStudents] = useState<string[]>([]);
  const [code, setCode] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const effect = useOperation(
    queryScoreValue,
    { scoreRemarkCode: code ?? scoreRemark.normal },
    { enabled: code !== null, staleTime: Infinity },
  );
  const register = useOperationMutation(registerRemark, {
    invalidates: ['scoreEntry.'],
    success: '登记成功',
    onSuccess: onDone,
    onError: (error) => {
      setErrors({ form: error.message, ...fieldErrorsOf(error) });
    },
  });
  const save = () => {
    const missing = {
      ...(studentCodes.length === 0 ? { studentCodes: '请选择学生' } : {}),
      ...(code === null ? { scoreRemarkCode: '必填' } : {}),
      ...(reason.trim() === '' ? { reason: '必填' } : {}),
    };
    setErrors(missing);
    if (code === null || Object.keys(missing).length > 0) return;
    const { teachingClassId, scoreType, revision } = sheet;
    register.mutate({
      teachingClassId,
      scoreType: scoreType as ScoreType,
      revision,
      studentCodes,
      scoreRemarkCode: code,
      reason: reason.trim(),
    });
  };
  const students = grid.order.flatMap((value) => {
    const row = grid.rows[value]?.server;
    return row
      ? [
          {
            value,
            label:
              `${row.studentNumber} ${row.studentName}` +
              `${row.scoreRemarkCode === scoreRemark.normal ? '' : `（${row.scoreRemarkName}）`}`,
          },
        ]
      : [];
  });
  const remarks = sheet.remarks
    .filter(
      ({ inUse, teacherMaySet, scoreRemarkCode }) =>
        scoreRemarkCode === scoreRemark.normal || (inUse && !teacherMaySet && !comesByApplication(scoreRemarkCode)),
    )
    .map(({ scoreRemarkCode, scoreRemarkName }) => ({
      value: scoreRemarkCode,
      label: scoreRemarkCode === scoreRemark.normal ? '正常（取消备注）' : scoreRemarkName,
    }));
  return (
    <Dialog
      opened
      onClose={() => {
        if (!register.isPending) onClose();
      }}
      title="登记成绩备注"
      width={560}
      input={[studentCodes, code, reason]}
      footerNote={errors['form']}
      footer={
        <>
          <CancelButton disabled={register.isPending} />
          <Button loading={register.isPending} onClick={save}>
            确定登记
          </Button>
        </>
      }
    >
      <div style={{ display: 'flex', flexDirection: 'column', gap: 16 }}>
        <Field label="学生" htmlFor="remark-students" required error={errors['studentCodes']}>
          <MultiSelect
            id="remark-students"
            data={students}
            value={studentCodes}
            onChange={setStudents}
            searchable
            clearable
            limit={100}
            placeholder={studentCodes.length === 0 ? '按学号或姓名查找，可多选' : ''}
            nothingFoundMessage="没有符合的学生"
            openOnFocus={false}
            data-autofocus
          />
        </Field>
        <Field
          label="备注"
          htmlFor="remark-code"
          required
          error={errors['scoreRemarkCode']}
          hint={code === null ? undefined : effectText(effect.data)}
        >
          <Select id="remark-code" data={remarks} value={code} onChange={setCode} placeholder="请选择" />
        </Field>
        <Field
          label="原因"
          htmlFor="remark-reason"
          required
          error={errors['reason']}
          hint={`${String(reason.length)} / ${String(REASON_MAX)}`}
        >
          <Textarea
            id="remark-reason"
            value={reason}
            maxLength={REASON_MAX}
            autosize
            minRows={2}
            placeholder="如：考场记录第 12 号"
            onChange={(event) => {
              setReason(event.currentTarget.value);
            }}
          />
        </Field>
      </div>
    </Dialog>
  );
}

/** What the remark makes of the final score, in words. */
function effectText(effect: { finalValueMode: FinalValueMode; fixedValue: string | null } | undefined): string {
  switch (effect?.finalValueMode) {
    case undefined:
      return '正在查询备注对应的成绩…';
    case finalValueMode.computed:
      return '总评按分项计算';
    case finalValueMode.fixed:
      return `总评固定为 ${effect.fixedValue ?? NO_SCORE}，已录分项保留但不计入`;
    case finalValueMode.none:
      return '没有总评，已录分项保留但不计入';
    default:
      return '';
  }
}
