import { Alert, Button } from '@mantine/core';
import { groupRebuilds } from '@jwxt/contracts/makeup/rebuild-management.operations.ts';
import { useState } from 'react';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { useOperationMutation } from '../../lib/queries.ts';
import { DateTimeField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NumberValueInput } from '../../ui/number-input.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import classes from './makeup.module.css';

const SIZE = 40;

const lead = (semesterId: string): string =>
  `把 ${semesterId} 学期已确认、费用已缴或免缴、方式为组班而尚未编班的报名，` +
  '按课程和校区编入新的重修班，每班不超过所填人数，' +
  '教师为最近讲授这门课程的在职教师。新班不发布，可以在“重修班”中调整后发布。';

/** Makes retake classes from the sign-ups of a semester that have none, and tells what came of it. */
export function GroupRebuildsDialog({
  semesterId,
  stale,
  onClose,
}: {
  semesterId: string;
  stale: readonly string[];
  onClose: () => void;
}) {
  const [size, setSize] = useState<number | null>(SIZE);
  const [window, setWindow] = useState<{ begin: string | null; end: string | null }>({ begin: null, end: null });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const group = useOperationMutation(groupRebuilds, {
    invalidates: [...stale],
    onError: (error) => {
      setErrors({ '': error.message, ...fieldErrorsOf(error) });
    },
  });
  const submit = (): void => {
    const missing = {
      ...(size === null ? { size: '必填' } : {}),
      ...(window.begin === null ? { scoreTermInputBeginTime: '必填' } : {}),
      ...(window.end === null ? { scoreTermInputEndTime: '必填' } : {}),
    };
    setErrors(missing);
    if (size === null || window.begin === null || window.end === null) return;
    group.mutate({
      semesterId,
      size,
      scoreTermInputBeginTime: window.begin,
      scoreTermInputEndTime: window.end,
    });
  };
  const made = group.data;
  return (
    <Dialog
      opened
      width={560}
      title="自动编班"
      onClose={onClose}
      input={[size, window]}
      footer={
        made === undefined ? (
          <>
            <CancelButton />
            <Button loading={group.isPending} onClick={submit}>
              编班
            </Button>
          </>
        ) : (
          <Button onClick={onClose} data-autofocus>
            完成
          </Button>
        )
      }
    >
      {made === undefined ? (
        <div className={classes['form']}>
          <p className={classes['lead']}>{lead(semesterId)}</p>
          {errors[''] !== undefined && (
            <Alert color="red" role="alert">
              {errors['']}
            </Alert>
          )}
          <Field label="每班人数" htmlFor="group-size" required error={errors['size']}>
            <NumberValueInput
              id="group-size"
              min={1}
              max={999}
              error={errors['size'] !== undefined}
              value={size}
              onChange={setSize}
            />
          </Field>
          <Field label="录入开始" required error={errors['scoreTermInputBeginTime']}>
            <DateTimeField
              label="录入开始时间"
              value={window.begin}
              error={errors['scoreTermInputBeginTime'] !== undefined}
              onChange={(begin) => {
                setWindow({ ...window, begin });
              }}
            />
          </Field>
          <Field label="录入截止" required error={errors['scoreTermInputEndTime'] ?? errors['window.end']}>
            <DateTimeField
              label="录入截止时间"
              endOfDay
              value={window.end}
              error={errors['scoreTermInputEndTime'] !== undefined}
              onChange={(end) => {
                setWindow({ ...window, end });
              }}
            />
          </Field>
        </div>
      ) : (
        <Alert color={made.skipped.length > 0 ? 'orange' : 'green'} role="status">
          新增 {made.classNum} 个重修班，编入 {made.studentNum} 名学生。
          {made.skipped.length > 0 && `以下课程没有在职教师教过，请新增重修班并指定教师：${made.skipped.join('、')}。`}
        </Alert>
      )}
    </Dialog>
  );
}
