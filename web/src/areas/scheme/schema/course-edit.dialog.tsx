import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import {
  schemaCourseSent,
  shownCourse,
  type SchemaCourseShown,
} from '@jwxt/contracts/scheme/schema/schema-course-wire.ts';
import { courseDirection, courseSpecial } from '@jwxt/contracts/scheme/schema/schema-course.operations.ts';
import { leavesOfFrame, pathOfNode, type SchemaFrame } from '@jwxt/contracts/scheme/schema/schema-frame.ts';
import {
  schemaDictionaries,
  specialTypeNames,
  TERMS,
  type SpecialType,
} from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useDictionaryWords } from '../../../lib/dictionary.ts';
import { formErrorsOf } from '../../../lib/field-errors.ts';
import { useOperation } from '../../../lib/queries.ts';
import { DictionarySelect } from '../../../pickers/dictionary-select.tsx';
import { ChooseMany } from '../../../ui/choose-many.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';
import { CancelButton, useUnsavedInput } from '../../../ui/unsaved-input.tsx';
import classes from './schema.module.css';

type CourseEditProps = {
  course: SchemaCourse;
  frame: SchemaFrame;
  directions: readonly { code: string; name: string }[];
  courses: readonly SchemaCourse[];
  readOnly: boolean;
  onSave: (course: SchemaCourse) => void;
  onClose: () => void;
};

/** Everything about a course of the scheme. */
export function CourseEditDialog(props: CourseEditProps) {
  const { course, readOnly, onClose } = props;
  return (
    <Dialog opened onClose={onClose} width={760} title={`${readOnly ? '查看' : '编辑'}课程：${course.courseName}`}>
      <CourseForm {...props} />
    </Dialog>
  );
}

export const termOptions = Array.from({ length: TERMS }, (_none, index) => ({
  code: String(index + 1),
  name: `第${String(index + 1)}学期`,
}));
/** Classes of a version by their full way down. */
export function classOptions(frame: SchemaFrame) {
  return leavesOfFrame(frame).map(({ nodeId }) => ({
    code: nodeId,
    name: pathOfNode(frame.nodes, nodeId)
      .map(({ name }) => name)
      .join('／'),
  }));
}

const specialTypes = Object.entries(specialTypeNames).map(([code, name]) => ({ code, name }));

function CourseForm({ course, frame, directions, courses, readOnly, onSave }: CourseEditProps) {
  const [form, setForm] = useState<SchemaCourseShown>(() => shownCourse(course));
  const [errors, setErrors] = useState<Record<string, string>>({});
  useUnsavedInput(form);
  const saved = { schemaCourseID: course.schemaCourseID };
  const direction = useOperation(courseDirection, saved);
  const special = useOperation(courseSpecial, saved);
  const hourTypes = useDictionaryWords(schemaDictionaries.hourType);
  const set = (change: Partial<SchemaCourseShown>) => {
    setForm((old) => ({ ...old, ...change }));
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const parsed = schemaCourseSent.safeParse(form);
    setErrors(parsed.success ? {} : formErrorsOf(schemaCourseSent, form));
    if (!parsed.success) return;
    const directionName = directions.find(({ code }) => code === parsed.data.directionId)?.name ?? '';
    onSave({ ...course, ...parsed.data, directionName });
  };
  const text = (name: 'credit' | 'totalHour' | 'startEndWeek', label: string, required = false) => (
    <Field label={label} htmlFor={`course-${name}`} required={required} error={errors[name]}>
      <TextInput
        id={`course-${name}`}
        value={form[name]}
        readOnly={readOnly}
        onChange={(event) => {
          set({ [name]: event.currentTarget.value });
        }}
      />
    </Field>
  );
  const coded = (
    name: 'courseAttribute' | 'courseNature' | 'examMethod' | 'examWay',
    label: string,
    required = true,
  ) => (
    <Field label={label} htmlFor={`course-${name}`} required={required} error={errors[name]}>
      <DictionarySelect
        id={`course-${name}`}
        category={schemaDictionaries[name]}
        value={form[name] || null}
        clearable={!required}
        onChange={(code) => {
          set({ [name]: code ?? '' });
        }}
      />
    </Field>
  );
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes['form']}>
        <Field label="课程分类" htmlFor="course-classifyId" required error={errors['classifyId']}>
          <SearchableSelect
            id="course-classifyId"
            options={classOptions(frame)}
            value={form.classifyId || null}
            clearable={false}
            onChange={(code) => {
              set({ classifyId: code ?? '' });
            }}
          />
        </Field>
        <Field label="学期" htmlFor="course-term" required error={errors['term']}>
          <SearchableSelect
            id="course-term"
            options={termOptions}
            value={String(form.term)}
            clearable={false}
            onChange={(code) => {
              set({ term: Number(code ?? form.term) });
            }}
          />
        </Field>
        {text('credit', '学分', true)}
        {text('totalHour', '总学时', true)}
        <div className={classes['wide']}>
          <Field label="学时类型" error={errors['hours'] ?? hourProblem(form)}>
            <div className={classes['hours']}>
              {hourTypes.map(({ dm, mc }) => (
                <label key={dm}>
                  {mc}
                  <TextInput
                    value={form.hours.find(({ xsbh }) => xsbh === dm)?.xs ?? ''}
                    readOnly={readOnly}
                    aria-label={`${mc}学时`}
                    onChange={(event) => {
                      const xs = event.currentTarget.value;
                      const others = form.hours.filter(({ xsbh }) => xsbh !== dm);
                      set({
                        hours:
                          xs.trim() === ''
                            ? others
                            : [...others, { xsbh: dm, xs }].toSorted((a, b) => a.xsbh.localeCompare(b.xsbh, 'en')),
                      });
                    }}
                  />
                </label>
              ))}
            </div>
          </Field>
        </div>
        <Field label="周学时" htmlFor="course-weekHours" error={errors['weekHours']}>
          <TextInput
            id="course-weekHours"
            value={form.weekHours ?? ''}
            readOnly={readOnly}
            onChange={(event) => {
              const typed = event.currentTarget.value;
              set({ weekHours: typed.trim() === '' ? null : typed });
            }}
          />
        </Field>
        {text('startEndWeek', '起止周')}
        {coded('courseAttribute', '课程属性')}
        {coded('courseNature', '课程性质')}
        {coded('examMethod', '考核方式')}
        {coded('examWay', '考试方式', false)}
        <Field label="专业方向" htmlFor="course-directionId">
          <SearchableSelect
            id="course-directionId"
            // A course that is not saved yet is known here alone.
            options={direction.data?.list ?? directions}
            value={form.directionId || null}
            placeholder="不分方向"
            onChange={(code) => {
              set({ directionId: code ?? '' });
            }}
          />
        </Field>
        <Field label="专项类型" htmlFor="course-specialType">
          <SearchableSelect
            id="course-specialType"
            options={special.data?.list ?? specialTypes}
            value={form.specialType}
            clearable={false}
            onChange={(code) => {
              set({ specialType: (code ?? '0') as SpecialType });
            }}
          />
        </Field>
        <div className={classes['wide']}>
          <Field label="先修课程" htmlFor="course-prerequisites">
            <ChooseMany
              id="course-prerequisites"
              options={courses
                .filter(({ courseCode }) => courseCode !== course.courseCode)
                .map(({ courseCode, courseName, term }) => ({
                  code: courseCode,
                  name: `${courseName}（第${String(term)}学期）`,
                }))}
              value={form.prerequisites}
              placeholder="无"
              onChange={(codes) => {
                set({ prerequisites: codes });
              }}
            />
          </Field>
        </div>
        <Field label="标记">
          <div className={classes['checks']}>
            {(
              [
                ['isDegreeCourse', '学位课'],
                ['isCore', '核心课'],
              ] as const
            ).map(([name, label]) => (
              <Checkbox
                key={name}
                label={label}
                checked={form[name] === yesNo.yes}
                onChange={(event) => {
                  set({ [name]: event.currentTarget.checked ? yesNo.yes : yesNo.no });
                }}
              />
            ))}
          </div>
        </Field>
        <Field label="课组">{form.courseGroupName || NOTHING}</Field>
      </div>
      <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 12, marginTop: 16 }}>
        <CancelButton />
        {!readOnly && <Button type="submit">确定</Button>}
      </div>
    </form>
  );
}

/** Said while somebody types: the types do not add up yet. */
function hourProblem({ hours, totalHour }: SchemaCourseShown): string | undefined {
  const tenths = (value: string) => Math.round(Number(value) * 10);
  const sum = hours.reduce((total, { xs }) => total + tenths(xs), 0);
  return Number.isNaN(sum) || Number.isNaN(tenths(totalHour)) || sum === tenths(totalHour)
    ? undefined
    : `各类型之和为${hoursText(sum)}，总学时为${totalHour}`;
}
