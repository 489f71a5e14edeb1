import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { Field as Declared, WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import type {
  OfferedChoice,
  StudentApplicationKind,
} from '@jwxt/contracts/student-application/student-application-kind.ts';
import { Alert, Button, Group, Select } from '@mantine/core';
import { IconAlertTriangle, IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { newCommandId } from '../../lib/command-id.ts';
import { usePageAddress, useUnsavedWork } from '../../lib/page-address.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useUser } from '../../lib/session.ts';
import { AttachmentList } from '../../pickers/attachment-list.tsx';
import { ProjectCategorySelect } from '../../pickers/project-category-select.tsx';
import { useStudentOfNumber } from '../../pickers/student-of-number.ts';
import { StudentPicker, type PickedStudent } from '../../pickers/student-picker.tsx';
import { FieldInput } from '../../resource/resource-field-input.tsx';
import {
  checkForm,
  formFields,
  formValues,
  noErrors,
  placed,
  sentValues,
  type FormErrors,
} from '../../resource/resource-form.model.ts';
import { EmptyState, QueryFaces } from '../../ui/faces.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Field } from '../../ui/search-form.tsx';
import { useAddress, useKind } from './student-application-address.ts';
import classes from './student-application.module.css';

type Operations = StudentApplicationKind['operations'];
type Detail = OutputOf<Operations['detail']>;
type Offer = OutputOf<Operations['offer']>;
type Begun = { kind: StudentApplicationKind; known: Detail | null };

/**
 * A new application: a student for himself, staff for a student, whom another page may name with what it knows of the
 * form (`studentApplicationFor`); or one that came back (`?again=`).
 */
export function StudentApplicationNewPage() {
  const kind = useKind();
  const { again, for: number = '', ...begin } = usePageAddress().search as Record<string, string | undefined>;
  const { student, loading } = useStudentOfNumber(useUser().kind === 'student' ? '' : number);
  return (
    <Page title={kind.verb} fill={false}>
      {again === undefined ? (
        !loading && <Application kind={kind} known={null} named={student} begin={begin} />
      ) : (
        <Again key={again} kind={kind} applyId={again} />
      )}
    </Page>
  );
}

function Again({ kind, applyId }: { kind: StudentApplicationKind; applyId: string }) {
  const query = useOperation(kind.operations.detail, { id: applyId }, { keepPrevious: false, staleTime: 0 });
  if (query.data !== undefined) return <Application kind={kind} known={query.data} />;
  return (
    <Card>
      <QueryFaces query={query} rows={6}>
        {() => null}
      </QueryFaces>
    </Card>
  );
}

interface ApplicationProps extends Begun {
  /** The student whom the address names, and what it says of the form for him. */
  readonly named?: PickedStudent | null;
  readonly begin?: WireRow;
}

function Application({ kind, known, named = null, begin = {} }: ApplicationProps) {
  const own = useUser().kind === 'student';
  const [student, setStudent] = useState<PickedStudent | null>(known ? pickedOf(known) : named);
  const chosen = own || student !== null;
  const query = useOperation(kind.operations.offer, student === null ? {} : { studentId: student.studentCode }, {
    enabled: chosen,
    keepPrevious: false,
    staleTime: 0,
  });
  return (
    <>
      {!own && (
        <Card title="学生">
          <div className={classes['narrow']}>
            <Field label="学生" htmlFor="application-student" required>
              <StudentPicker id="application-student" value={student} disabled={known !== null} onChange={setStudent} />
            </Field>
          </div>
        </Card>
      )}
      {!chosen ? (
        <Card>
          <EmptyState compact title="请先选择学生" reason="选择学生后填写申请内容" />
        </Card>
      ) : (
        <QueryFaces query={query} rows={6}>
          {(offer) => (
            <Form
              key={offer.studentId}
              kind={kind}
              offer={offer}
              known={known}
              begin={named?.studentCode === offer.studentId ? begin : {}}
            />
          )}
        </QueryFaces>
      )}
    </>
  );
}

const pickedOf = (known: Detail): PickedStudent => ({
  studentCode: known.studentId,
  studentNumber: known.studentNumber,
  studentName: known.studentName,
  departmentName: known.departmentName,
  gradeMajorName: '',
  administrativeClassName: known.studentClassName,
});

/** What takes the whole width. */
const isWide = ({ kind }: Declared): boolean =>
  kind.type === 'rows' || (kind.type === 'text' && kind.lines !== undefined);

/** Values of the fields of a form that an address names; rows are in none. */
const begunValues = ({ fields }: StudentApplicationKind, begin: WireRow): WireRow =>
  Object.fromEntries(
    formFields(fields).flatMap(([name, { kind }]) =>
      kind.type === 'rows' || begin[name] === undefined ? [] : [[name, textOf(begin[name])]],
    ),
  );

function Form({ kind, offer, known, begin }: Begun & { offer: Offer; begin: WireRow }) {
  const address = useAddress(kind);
  const { replaceWith } = usePageAddress();
  const semester = useUser().semester;
  const [applyId] = useState(() => known?.applyId ?? newCommandId());
  const [values, setValues] = useState(() => ({
    ...formValues(kind, known?.form ?? null, semester),
    ...begunValues(kind, begin),
  }));
  const [begun] = useState(values);
  const [errors, setErrors] = useState<FormErrors>(noErrors);
  const [refused, setRefused] = useState<string | null>(null);
  const apply = useOperationMutation(kind.operations.apply, {
    invalidates: [`${kind.group}.`, 'approval.'],
    success: true,
    onSuccess: () => {
      replaceWith(address.one(applyId));
    },
    onError: (error) => {
      setRefused(error.message);
      if (error instanceof ApiError) setErrors(placed(kind, values, error.fieldErrors));
    },
  });
  useUnsavedWork(values !== begun && !apply.isSuccess);
  const send = () => {
    if (apply.isPending) return;
    const found = checkForm(kind, values);
    setErrors(found);
    setRefused(null);
    if (Object.keys(found.fields).length > 0 || Object.keys(found.cells).length > 0) return;
    apply.mutate({ applyId, studentId: offer.studentId, form: sentValues(kind, values) });
  };
  return (
    <>
      <Card title={kind.verb} {...(offer.window === '' ? {} : { note: offer.window })}>
        <div className={classes['form']}>
          {formFields(kind.fields).map(([name, field]) => {
            const id = `application-${name}`;
            const set = (value: unknown) => {
              setValues({ ...values, [name]: value });
              setErrors(noErrors);
              setRefused(null);
            };
            const error = errors.fields[name];
            return (
              <div key={name} className={isWide(field) ? classes['wide'] : undefined}>
                <Field
                  label={field.label}
                  htmlFor={id}
                  required={field.required === true && field.kind.type !== 'rows'}
                  error={error}
                  hint={field.hint}
                >
                  {name === 'projectCategoryId' ? (
                    <ProjectCategorySelect
                      id={id}
                      value={textOf(values[name]) === '' ? null : textOf(values[name])}
                      onChange={set}
                    />
                  ) : kind.offered.includes(name) ? (
                    <OfferedSelect
                      id={id}
                      choices={offer.choices[name] ?? []}
                      value={values[name]}
                      error={error !== undefined}
                      onChange={set}
                    />
                  ) : (
                    <FieldInput
                      id={id}
                      name={name}
                      field={field}
                      value={values[name]}
                      row={known?.form ?? null}
                      error={error !== undefined}
                      cells={errors.cells[name]}
                      form={values}
                      onChange={set}
                    />
                  )}
                </Field>
              </div>
            );
          })}
        </div>
      </Card>
      <Card title="附件" note={`${kind.files.note}${kind.files.required ? '，须上传' : ''}；送审后不能更改`}>
        <AttachmentList businessTable={kind.files.businessTable} businessId={applyId} mode="edit" />
      </Card>
      <Card>
        {refused !== null && (
          <Alert color="red" icon={<IconAlertTriangle size={16} />} mb={12} p={8} role="alert">
            {refused}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" component={Link} to={address.list}>
            返回
          </Button>
          <Button leftSection={<IconSend size={16} />} loading={apply.isPending} onClick={send}>
            提交送审
          </Button>
        </Group>
      </Card>
    </>
  );
}

type OfferedSelectProps = {
  id: string;
  choices: readonly OfferedChoice[];
  value: unknown;
  error: boolean;
  onChange: (value: string | null) => void;
};

/** What the student may choose; what he may not says why. */
function OfferedSelect({ id, choices, value, error, onChange }: OfferedSelectProps) {
  return (
    <Select
      id={id}
      placeholder="请选择"
      searchable
      value={textOf(value) === '' ? null : textOf(value)}
      error={error}
      nothingFoundMessage="没有可选的内容"
      data={choices.map(({ value: code, label, note, closed }) => ({
        value: code,
        label: [label, note, closed].filter(Boolean).join(' · '),
        disabled: typeof closed === 'string',
      }))}
      onChange={onChange}
    />
  );
}
