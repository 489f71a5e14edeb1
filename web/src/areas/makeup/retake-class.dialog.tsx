import { Button, Select, TextInput } from '@mantine/core';
import type { CourseRow } from '@jwxt/contracts/base-info/course.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { saveRetakeClassOperation, type queryRetakeClasses } from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import { useState } from 'react';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useUser } from '../../lib/session.ts';
import { CoursePicker } from '../../pickers/course-picker.tsx';
import { TeacherPicker, type PickedTeacher } from '../../pickers/teacher-picker.tsx';
import { DateTimeField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NumberValueInput } from '../../ui/number-input.tsx';
import { Field } from '../../ui/search-form.tsx';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import classes from './makeup.module.css';
import { CancelButton } from '../../ui/unsaved-input.tsx';

type RetakeClass = OutputOf<typeof queryRetakeClasses>['rows'][number];

/** Opens a retake class, or changes one that is not published; its course and semester stay. */
export function RetakeClassDialog({ known, onClose }: { known: RetakeClass | null; onClose: () => void }) {
  const user = useUser();
  const list = useOperation(semesters, {}, { staleTime: 3_600_000 });
  const [course, setCourse] = useState<CourseRow[]>([]);
  const [teacher, setTeacher] = useState<PickedTeacher[]>(
    known ? [{ gh: known.teacherCode, xm: known.teacherName }] : [],
  );
  const [form, setForm] = useState({
    semesterId: known?.semesterId ?? user.semester,
    name: known?.rebuildClassName ?? '',
    begin: known?.scoreTermInputBeginTime ?? null,
    end: known?.scoreTermInputEndTime ?? null,
  });
  const [capacity, setCapacity] = useState<number | null>(known?.capacity ?? 60);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const save = useOperationMutation(saveRetakeClassOperation, {
    invalidates: ['rebuildClass.'],
    success: known ? '修改成功' : '添加成功',
    onSuccess: onClose,
    onError: (error) => {
      setErrors(fieldErrorsOf(error));
    },
  });
  const courseId = known?.courseId ?? course[0]?.courseId ?? '';
  const submit = () => {
    const missing = {
      ...(courseId === '' ? { courseId: '请选择一条课程!' } : {}),
      ...(form.name.trim() === '' ? { rebuildClassName: '必填' } : {}),
      ...(teacher.length === 0 ? { teacherCode: '必填' } : {}),
      ...(capacity === null ? { capacity: '必填' } : {}),
      ...(form.begin === null ? { scoreTermInputBeginTime: '必填' } : {}),
      ...(form.end === null ? { scoreTermInputEndTime: '必填' } : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0 || capacity === null || Number.isNaN(capacity)) return;
    save.mutate({
      ...(known ? { rebuildClassId: known.rebuildClassId } : {}),
      semesterId: form.semesterId,
      courseId,
      rebuildClassName: form.name,
      teacherCode: teacher[0]?.gh ?? '',
      capacity,
      scoreTermInputBeginTime: form.begin ?? '',
      scoreTermInputEndTime: form.end ?? '',
    });
  };
  return (
    <Dialog
      opened
      width={600}
      title={known ? '修改重修班' : '新增重修班'}
      onClose={onClose}
      input={[course, teacher, form, capacity]}
      footer={
        <>
          <CancelButton />
          <Button loading={save.isPending} onClick={submit}>
            确定
          </Button>
        </>
      }
    >
      <div className={classes['form']}>
        <Field label="学年学期" htmlFor="rebuild-form-semester" required error={errors['semesterId']}>
          <Select
            id="rebuild-form-semester"
            disabled={known !== null}
            data={list.data?.list.map((one) => ({ value: one.xnxq, label: one.xnxqmc })) ?? []}
            value={form.semesterId}
            allowDeselect={false}
            comboboxProps={{ zIndex: 320 }}
            onChange={(value) => {
              if (value !== null) setForm({ ...form, semesterId: value });
            }}
          />
        </Field>
        <Field label="课程" required error={errors['courseId']}>
          {known ? (
            <TextInput aria-label="课程" disabled value={`${known.courseName}（${known.courseNum}）`} />
          ) : (
            <CoursePicker
              label="课程"
              source="taught"
              value={course}
              error={errors['courseId'] !== undefined}
              onChange={(rows) => {
                setCourse(rows);
                const first = rows[0];
                if (first && form.name === '') setForm({ ...form, name: `${first.courseName}重修班` });
              }}
            />
          )}
        </Field>
        <Field label="重修班名称" htmlFor="rebuild-form-name" required error={errors['rebuildClassName']}>
          <TextInput
            id="rebuild-form-name"
            maxLength={60}
            value={form.name}
            error={errors['rebuildClassName'] !== undefined}
            onChange={(event) => {
              setForm({ ...form, name: event.currentTarget.value });
            }}
          />
        </Field>
        <Field label="任课教师" required error={errors['teacherCode']}>
          <TeacherPicker
            label="任课教师"
            value={teacher}
            error={errors['teacherCode'] !== undefined}
            onChange={setTeacher}
          />
        </Field>
        <Field label="容量" htmlFor="rebuild-form-capacity" required error={errors['capacity']}>
          <NumberValueInput
            id="rebuild-form-capacity"
            min={1}
            max={999}
            error={errors['capacity'] !== undefined}
            value={capacity}
            onChange={setCapacity}
          />
        </Field>
        <Field label="录入开始" required error={errors['scoreTermInputBeginTime']}>
          <DateTimeField
            label="录入开始时间"
            value={form.begin}
            error={errors['scoreTermInputBeginTime'] !== undefined}
            onChange={(begin) => {
              setForm({ ...form, begin });
            }}
          />
        </Field>
        <Field label="录入截止" required error={errors['scoreTermInputEndTime'] ?? errors['window.end']}>
          <DateTimeField
            label="录入截止时间"
            endOfDay
            value={form.end}
            error={errors['scoreTermInputEndTime'] !== undefined}
            onChange={(end) => {
              setForm({ ...form, end });
            }}
          />
        </Field>
      </div>
    </Dialog>
  );
}
