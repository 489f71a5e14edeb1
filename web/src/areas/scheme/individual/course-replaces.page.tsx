import { Button } from '@mantine/core';
import {
  gradeCourseReplaceApply,
  studentCourseReplaceApply,
} from '@jwxt/contracts/scheme/individual/course-replace.operations.ts';
import { gradeCourseReplace, studentTagsReplace } from '@jwxt/contracts/scheme/individual/course-replace.resource.ts';
import { replaceProblems } from '@jwxt/contracts/scheme/individual/course-replace.rules.ts';
import type { Field as Declared, Fields, WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { useState, type ComponentType } from 'react';
import type { ApiError } from '../../../lib/api-error.ts';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { notify } from '../../../lib/notify.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { FieldInput } from '../../../resource/resource-field-input.tsx';
import resourceClasses from '../../../resource/resource.module.css';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

/** 年级课程替代 (SCHEME-36) of the office, which units apply for (SCHEME-37). */
export function GradeCourseReplacesPage() {
  return (
    <ReplacesPage
      resource={gradeCourseReplace}
      applying="gradeCourseReplaceApply:submitApproval"
      ApplyDialog={GradeApplyDialog}
    />
  );
}

/** 学生课程替代 (SCHEME-38), likewise. */
export function StudentCourseReplacesPage() {
  return (
    <ReplacesPage
      resource={studentTagsReplace}
      applying="studentTagsReplace:submitApproval"
      ApplyDialog={StudentApplyDialog}
    />
  );
}

interface ReplacesPageProps {
  resource: Resource;
  /** Who may apply for a rule. */
  applying: PermissionCode;
  ApplyDialog: ComponentType<{ onClose: () => void }>;
}

/** Rules in force, and 申请替代 for who may only ask for one. */
function ReplacesPage({ resource, applying, ApplyDialog }: ReplacesPageProps) {
  const may = useMay(applying);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <ResourcePage
        resource={resource}
        tools={
          may && (
            <Button
              variant="default"
              onClick={() => {
                setOpened(true);
              }}
            >
              申请替代
            </Button>
          )
        }
      />
      {opened && (
        <ApplyDialog
          onClose={() => {
            setOpened(false);
          }}
        />
      )}
    </>
  );
}

const codes = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
/** What an application says, of what was filled in. */
const ruleOf = (values: WireRow) => ({
  oldCourses: codes(values['oldCourses']),
  newCourses: codes(values['newCourses']),
  beginSemesterId: textOf(values['beginSemesterId']) || null,
  replaceReason: textOf(values['replaceReason']).trim(),
});

function GradeApplyDialog({ onClose }: { onClose: () => void }) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const send = useOperationMutation(gradeCourseReplaceApply, sent(onClose, setErrors));
  return (
    <ApplyForm
      title="申请年级课程替代"
      fields={gradeCourseReplace.fields}
      target="gradeMajorId"
      errors={errors}
      pending={send.isPending}
      onClose={onClose}
      onSend={(values) => {
        const problems = problemsOf(values, 'gradeMajorId');
        setErrors(problems);
        if (Object.keys(problems).length === 0)
          send.mutate({ ...ruleOf(values), gradeMajorId: textOf(values['gradeMajorId']) });
      }}
    />
  );
}

function StudentApplyDialog({ onClose }: { onClose: () => void }) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const send = useOperationMutation(studentCourseReplaceApply, sent(onClose, setErrors));
  return (
    <ApplyForm
      title="申请学生课程替代"
      fields={studentTagsReplace.fields}
      target="studentCodes"
      errors={errors}
      pending={send.isPending}
      onClose={onClose}
      onSend={(values) => {
        const problems = problemsOf(values, 'studentCodes');
        setErrors(problems);
        if (Object.keys(problems).length === 0)
          send.mutate({ ...ruleOf(values), studentCodes: codes(values['studentCodes']) });
      }}
    />
  );
}

/** What becomes of an application that was sent. */
function sent(onClose: () => void, setErrors: (errors: Readonly<Record<string, string>>) => void) {
  return {
    invalidates: ['approval.'],
    success: true as const,
    onSuccess: onClose,
    onError: (error: ApiError) => {
      setErrors(fieldErrorsOf(error));
      if (error.fieldErrors.length === 0) notify.failure(error, '提交失败');
    },
  };
}

/** What is missing or wrong, by field; `target`: the field that says for whom. */
function problemsOf(values: WireRow, target: string): Readonly<Record<string, string>> {
  const chosen = values[target];
  const rule = ruleOf(values);
  return {
    ...Object.fromEntries(replaceProblems(rule).map(({ field, message }) => [field, message])),
    ...((Array.isArray(chosen) ? chosen.length > 0 : textOf(chosen) !== '') ? {} : { [target]: '必填' }),
    ...(rule.replaceReason === '' ? { replaceReason: '必填' } : {}),
  };
}

interface ApplyProps {
  title: string;
  fields: Fields;
  /** The field that says for whom. */
  target: string;
  errors: Readonly<Record<string, string>>;
  pending: boolean;
  onClose: () => void;
  onSend: (values: WireRow) => void;
}

/** The form of an application: the fields of the rule without what the approval says. */
function ApplyForm({ title, fields, target, errors, pending, onClose, onSend }: ApplyProps) {
  const [values, setValues] = useState<WireRow>({});
  const asked = [target, 'oldCourses', 'newCourses', 'beginSemesterId', 'replaceReason'].flatMap(
    (name): [string, Declared][] => (fields[name] ? [[name, fields[name]]] : []),
  );
  return (
    <Dialog
      opened
      width={620}
      title={title}
      onClose={onClose}
      input={values}
      footer={
        <>
          <CancelButton />
          <Button
            loading={pending}
            onClick={() => {
              onSend(values);
            }}
          >
            提交审批
          </Button>
        </>
      }
    >
      <form
        className={resourceClasses['form']}
        onSubmit={(event) => {
          event.preventDefault();
          onSend(values);
        }}
      >
        {asked.map(([name, field]) => {
          const error = errors[name] ?? '';
          const id = `replace-apply-${name}`;
          return (
            <Field
              key={name}
              label={field.label}
              htmlFor={id}
              width={104}
              required={name !== 'beginSemesterId'}
              error={error}
            >
              <FieldInput
                id={id}
                name={name}
                field={field}
                row={null}
                value={values[name] ?? ('many' in field.kind && field.kind.many ? [] : '')}
                error={error !== ''}
                disabled={false}
                cells={undefined}
                onChange={(value) => {
                  setValues((before) => ({ ...before, [name]: value }));
                }}
              />
            </Field>
          );
        })}
        <p className={resourceClasses['note']}>审批通过后成为规则；替代课程学分较少时由教务处在审批中确认。</p>
      </form>
    </Dialog>
  );
}
