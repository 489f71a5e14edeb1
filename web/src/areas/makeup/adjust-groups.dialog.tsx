import { Button, Select } from '@mantine/core';
import { updateMakeupGroups } from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { makeupOption } from '@jwxt/contracts/score/score.vocabulary.ts';
import { useState } from 'react';
import { useOperationMutation } from '../../lib/queries.ts';
import { TeacherPicker, type PickedTeacher } from '../../pickers/teacher-picker.tsx';
import { DateTimeField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/search-form.tsx';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import classes from './makeup.module.css';
import { CancelButton } from '../../ui/unsaved-input.tsx';

/** Changes who enters, when, or how the exam counts, of several groups; what is left empty stays. */
export function AdjustGroupsDialog({
  makeupCourseIds,
  onClose,
  onDone,
}: {
  makeupCourseIds: readonly string[];
  onClose: () => void;
  onDone: () => void;
}) {
  const [teacher, setTeacher] = useState<PickedTeacher[]>([]);
  const [option, setOption] = useState<string | null>(null);
  const [begin, setBegin] = useState<string | null>(null);
  const [end, setEnd] = useState<string | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const update = useOperationMutation(updateMakeupGroups, {
    invalidates: ['makeupList.'],
    success: true,
    onSuccess: onDone,
    onError: (error) => {
      setErrors(fieldErrorsOf(error));
    },
  });
  const nothing = teacher.length === 0 && option === null && begin === null && end === null;
  const submit = () => {
    const half = (begin === null) !== (end === null);
    setErrors(half ? { [begin === null ? 'begin' : 'end']: '请同时选择开始与截止时间' } : {});
    if (half) return;
    update.mutate({
      makeupCourseIds: [...makeupCourseIds],
      ...(teacher[0] ? { teacherCode: teacher[0].gh } : {}),
      ...(option === makeupOption.countsAlone || option === makeupOption.replacesExam
        ? { makeupAndDelayTemplateValue: option }
        : {}),
      ...(begin !== null && end !== null ? { scoreTermInputBeginTime: begin, scoreTermInputEndTime: end } : {}),
    });
  };
  return (
    <Dialog
      opened
      width={560}
      title={`批量调整（${String(makeupCourseIds.length)} 个）`}
      onClose={onClose}
      input={[teacher, option, begin, end]}
      footer={
        <>
          <CancelButton />
          <Button loading={update.isPending} disabled={nothing} onClick={submit}>
            确定
          </Button>
        </>
      }
    >
      <p className={classes['lead']}>只调整填写了的内容，其余保持不变。</p>
      <div className={classes['form']}>
        <Field label="录入教师" error={errors['teacherCode']}>
          <TeacherPicker label="录入教师" value={teacher} onChange={setTeacher} />
        </Field>
        <Field label="补缓考方式" htmlFor="adjust-option">
          <Select
            id="adjust-option"
            clearable
            placeholder="不调整"
            data={[
              { value: makeupOption.replacesExam, label: '替代期末' },
              { value: makeupOption.countsAlone, label: '100%' },
            ]}
            value={option}
            comboboxProps={{ zIndex: 320 }}
            onChange={setOption}
          />
        </Field>
        <Field label="录入开始" error={errors['begin']}>
          <DateTimeField label="录入开始时间" value={begin} onChange={setBegin} />
        </Field>
        <Field label="录入截止" error={errors['end'] ?? errors['window.end']}>
          <DateTimeField label="录入截止时间" endOfDay value={end} onChange={setEnd} />
        </Field>
      </div>
    </Dialog>
  );
}
