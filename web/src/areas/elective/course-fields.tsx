import { Radio, TextInput } from '@mantine/core';
import { electiveCourse, type electiveOptions } from '@jwxt/contracts/elective/elective.operations.ts';
import {
  courseSourceNames,
  electiveDictionaries,
  electiveLabels,
  courseSource,
} from '@jwxt/contracts/elective/elective.vocabulary.ts';
import type { CourseManageRow } from '@jwxt/contracts/base-info/course.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { CourseManagePicker } from '../../pickers/course-picker.tsx';
import { DictionarySelect } from '../../pickers/dictionary-select.tsx';
import { Field } from '../../ui/search-form.tsx';
import { SearchableSelect } from '../../ui/searchable-select.tsx';
import { withCourse, type ElectiveFields } from './elective-form.model.ts';
import classes from './elective.module.css';

export type FormPartProps = {
  fields: ElectiveFields;
  errors: Readonly<Record<string, string>>;
  options: OutputOf<typeof electiveOptions>;
  onChange: (next: Partial<ElectiveFields>) => void;
  /** Somebody has left a field: from now on what is wrong with it shows. */
  onTouch: (field: string) => void;
};

type TextField = 'courseName' | 'courseBusinessCode' | 'classPlanNum' | 'classSize' | 'credit' | 'totalHour';

/**
 * The fields of the course and its classes (ELECTIVE-03, 08…21, 25…29). What an existing course says of itself cannot
 * be changed.
 */
export function CourseFields({ fields, errors, options, onChange, onTouch }: FormPartProps) {
  const isNew = fields.courseSource === courseSource.new;
  const typed = (field: TextField, more: { placeholder?: string; maxLength: number; ofCourse?: boolean }) => (
    <Field width={98} label={electiveLabels[field]} htmlFor={`elective-${field}`} required error={errors[field]}>
      <TextInput
        id={`elective-${field}`}
        value={fields[field]}
        placeholder={more.ofCourse === true && !isNew ? '随所选课程' : (more.placeholder ?? '请输入')}
        maxLength={more.maxLength}
        error={errors[field] !== undefined}
        readOnly={more.ofCourse === true && !isNew}
        {...(more.ofCourse === true && !isNew ? { variant: 'filled' } : {})}
        onChange={(event) => {
          onChange({ [field]: event.currentTarget.value });
        }}
        onBlur={() => {
          onTouch(field);
        }}
      />
    </Field>
  );
  const chosen = (field: keyof typeof electiveDictionaries, required: boolean) => (
    <Field
      width={98}
      label={electiveLabels[field]}
      htmlFor={`elective-${field}`}
      required={required}
      error={errors[field]}
    >
      <DictionarySelect
        id={`elective-${field}`}
        category={electiveDictionaries[field]}
        value={fields[field] || null}
        onChange={(code) => {
          onChange({ [field]: code ?? '' });
          onTouch(field);
        }}
        error={errors[field] !== undefined}
      />
    </Field>
  );
  const listed = (
    field: 'semester' | 'departmentId' | 'schoolZone',
    list: readonly { code: string; name: string }[],
    hint?: string,
  ) => (
    <Field
      width={98}
      label={electiveLabels[field]}
      htmlFor={`elective-${field}`}
      required
      error={errors[field]}
      {...(hint === undefined ? {} : { hint })}
    >
      <SearchableSelect
        id={`elective-${field}`}
        options={list}
        value={fields[field] || null}
        onChange={(code) => {
          onChange({ [field]: code ?? '' });
          onTouch(field);
        }}
        error={errors[field] !== undefined}
      />
    </Field>
  );
  const semester = options.semesters.find(({ code }) => code === fields.semester);
  const take = async ([row]: CourseManageRow[]) => {
    if (!row) {
      onChange({ courseCode: '', courseName: '', courseBusinessCode: '', credit: '', totalHour: '' });
      return;
    }
    try {
      onChange(withCourse(fields, await call(electiveCourse, { courseCode: row.kch })));
    } catch (error) {
      notify.failure(error, '查询失败');
    }
  };
  return (
    <div className={classes['grid']}>
      <Field width={98} label={electiveLabels.courseSource}>
        <Radio.Group
          value={fields.courseSource}
          aria-label={electiveLabels.courseSource}
          onChange={(courseSource) => {
            onChange({
              courseSource,
              courseCode: '',
              ...(isNew ? { courseName: '', courseBusinessCode: '', credit: '', totalHour: '' } : {}),
            });
          }}
        >
          <div style={{ display: 'flex', gap: 16, height: 32, alignItems: 'center' }}>
            {[courseSource.new, courseSource.existing].map((source) => (
              <Radio key={source} value={source} label={courseSourceNames[source]} size="sm" />
            ))}
          </div>
        </Radio.Group>
      </Field>
      {isNew ? (
        typed('courseName', { maxLength: 100, placeholder: '最多 60 个字符' })
      ) : (
        <Field
          width={98}
          label={electiveLabels.courseName}
          htmlFor="elective-course"
          required
          error={errors['courseCode'] ?? errors['courseName']}
        >
          <CourseManagePicker
            id="elective-course"
            label={electiveLabels.courseName}
            error={(errors['courseCode'] ?? errors['courseName']) !== undefined}
            onChange={(rows) => {
              void take(rows);
            }}
            value={
              fields.courseCode === ''
                ? []
                : [
                    {
                      kch: fields.courseCode,
                      ywbm: fields.courseBusinessCode,
                      kcmc: fields.courseName,
                      kkxymc: '',
                      kcsxmc: '',
                      kcxzmc: '',
                      kclbmc: '',
                      xf: fields.credit,
                      zxs: fields.totalHour,
                    },
                  ]
            }
          />
        </Field>
      )}
      {typed('courseBusinessCode', { maxLength: 60, ofCourse: true, placeholder: '最多 30 个字符，不与已有课程重复' })}
      {listed(
        'semester',
        options.semesters,
        semester === undefined
          ? undefined
          : semester.open
            ? `申报截止：${semester.end ?? ''}`
            : '该学期现在不在申报时间内',
      )}
      {listed('departmentId', options.departments)}
      {chosen('publicCourseCategory', true)}
      {listed('schoolZone', options.schoolZones)}
      {chosen('courseAttribute', true)}
      {chosen('courseNature', true)}
      {chosen('examMethod', true)}
      {typed('classPlanNum', { maxLength: 20 })}
      {typed('classSize', { maxLength: 20 })}
      {chosen('placeType', false)}
      {chosen('teachingStyle', false)}
      {chosen('courseCategory', false)}
      {typed('credit', { maxLength: 20, ofCourse: true, placeholder: '0 至 100，步长 0.5' })}
      {typed('totalHour', { maxLength: 20, ofCourse: true })}
      {chosen('courseSign', true)}
    </div>
  );
}
