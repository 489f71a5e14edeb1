import { Button } from '@mantine/core';
import {
  gradeCourseReplaceApply,
  returnedGradeReplaces,
  returnedStudentReplaces,
  studentCourseReplaceApply,
  type ReturnedReplaces,
} from '@jwxt/contracts/scheme/individual/course-replace.operations.ts';
import { gradeCourseReplace, studentTagsReplace } from '@jwxt/contracts/scheme/individual/course-replace.resource.ts';
import { replaceProblems } from '@jwxt/contracts/scheme/individual/course-replace.rules.ts';
import { nameKey, type Field as Declared, type Fields, type WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { useState, type ComponentType } from 'react';
import type { ApiError } from '../../../lib/api-error.ts';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { notify } from '../../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { FieldInput } from '../../../resource/resource-field-input.tsx';
import resourceClasses from '../../../resource/resource.module.css';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

/** 年级课程替代 (SCHEME-36) of the office, which units apply for (SCHEME-37). */
export function GradeCourseReplacesPage() {
  return (
    <ReplacesPage
      resource={gradeCourseReplace}
      applying="gradeCourseReplaceApply:submitApproval"
      returned={returnedGradeReplaces}
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
      returned={returnedStudentReplaces}
      ApplyDialog={StudentApplyDialog}
    />
  );
}

type Returned = ReturnedReplaces['list'][number];
interface ApplyDialogProps {
  /** What came back and is corrected; null: a new application. */
  again: Returned | null;
  onClose: () => void;
}
interface ReplacesPageProps {
  resource: Resource;
  /** Who may apply for a rule. */
  applying: PermissionCode;
  /** The own applications that came back. */
  returned: typeof returnedGradeReplaces | typeof returnedStudentReplaces;
  ApplyDialog: ComponentType<ApplyDialogProps>;
}

/** Rules in force, and 申请替代 for who may only ask for one, with what came back of it. */
function ReplacesPage({ resource, applying, returned, ApplyDialog }: ReplacesPageProps) {
  const may = useMay(applying);
  const { data } = useOperation(returned, {}, { enabled: may });
  const [opened, setOpened] = useState<'none' | 'new' | 'returned' | Returned>('none');
  const close = () => {
    setOpened('none');
  };
  const list = data?.list ?? [];
  return (
    <>
      <ResourcePage
        resource={resource}
        tools={
          may && (
            <>
              {list.length > 0 && (
                <Button
                  variant="light"
                  color="orange"
                  onClick={() => {
                    setOpened('returned');
                  }}
                >
                  退回的申请（{list.length}）
                </Button>
              )}
              <Button
                variant="default"
                onClick={() => {
                  setOpened('new');
                }}
              >
                申请替代
              </Button>
            </>
          )
        }
      />
      {opened === 'returned' && <ReturnedDialog list={list} onClose={close} onEdit={setOpened} />}
      {opened === 'new' && <ApplyDialog again={null} onClose={close} />}
      {typeof opened === 'object' && <ApplyDialog again={opened} onClose={close} />}
    </>
  );
}

interface ReturnedDialogProps {
  list: readonly Returned[];
  onClose: () => void;
  onEdit: (one: Returned) => void;
}
const namesOf = (list: Returned['students']): string => list.map(({ name }) => name).join('、');

/** Own applications that came back, each to be corrected and sent again. */
function ReturnedDialog({ list, onClose, onEdit }: ReturnedDialogProps) {
  return (
    <Dialog opened width={760} title="退回的申请" onClose={onClose}>
      <DataTable
        label="退回的申请"
        rows={list}
        rowKey={({ applyId }) => applyId}
        columns={[
          { key: 'time', title: '申请时间', width: 150, render: (one) => one.applyTime },
          {
            key: 'whom',
            title: '适用对象',
            width: 160,
            ellipsis: true,
            render: (one) => one.gradeMajorName || namesOf(one.students),
          },
          {
            key: 'rule',
            title: '替代',
            width: 'auto',
            ellipsis: true,
            render: (one) => `${namesOf(one.oldCourses)} → ${namesOf(one.newCourses)}`,
          },
          { key: 'status', title: '状态', width: 90, render: (one) => one.approvalBusinessStatusName },
          {
            key: 'edit',
            title: '操作',
            width: 80,
            pinRight: true,
            render: (one) => (
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => {
                  onEdit(one);
                }}
              >
                修改
              </Button>
            ),
          },
        ]}
      />
    </Dialog>
  );
}

/** An application that came back as its form shows it, with the names of its codes. */
function rowOf(again: Returned | null): WireRow | null {
  if (again === null) return null;
  const codesOf = (named: Returned['students']): string[] => named.map(({ code }) => code);
  return {
    gradeMajorId: again.gradeMajorId ?? '',
    studentCodes: codesOf(again.students),
    [nameKey('studentCodes', studentTagsReplace.fields.studentCodes) ?? '']: namesOf(again.students),
    oldCourses: codesOf(again.oldCourses),
    [nameKey('oldCourses', gradeCourseReplace.fields.oldCourses) ?? '']: namesOf(again.oldCourses),
    newCourses: codesOf(again.newCourses),
    [nameKey('newCourses', gradeCourseReplace.fields.newCourses) ?? '']: namesOf(again.newCourses),
    beginSemesterId: again.beginSemesterId ?? '',
    replaceReason: again.replaceReason,
  };
}
/** What says that an application is sent again. */
const againOf = (again: Returned | null) => (again === null ? {} : { applyId: again.applyId });

const codes = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
/** What an application says, of what was filled in. */
const ruleOf = (values: WireRow) => ({
  oldCourses: codes(values['oldCourses']),
  newCourses: codes(values['newCourses']),
  beginSemesterId: textOf(values['beginSemesterId']) || null,
  replaceReason: textOf(values['replaceReason']).trim(),
});

function GradeApplyDialog({ again, onClose }: ApplyDialogProps) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const send = useOperationMutation(gradeCourseReplaceApply, sent(onClose, setErrors));
  return (
    <ApplyForm
      title="申请年级课程替代"
      fields={gradeCourseReplace.fields}
      target="gradeMajorId"
      again={rowOf(again)}
      errors={errors}
      pending={send.isPending}
      onClose={onClose}
      onSend={(values) => {
        const problems = problemsOf(values, 'gradeMajorId');
        setErrors(problems);
        if (Object.keys(problems).length === 0)
          send.mutate({ ...ruleOf(values), ...againOf(again), gradeMajorId: textOf(values['gradeMajorId']) });
      }}
    />
  );
}

function StudentApplyDialog({ again, onClose }: ApplyDialogProps) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const send = useOperationMutation(studentCourseReplaceApply, sent(onClose, setErrors));
  return (
    <ApplyForm
      title="申请学生课程替代"
      fields={studentTagsReplace.fields}
      target="studentCodes"
      again={rowOf(again)}
      errors={errors}
      pending={send.isPending}
      onClose={onClose}
      onSend={(values) => {
        const problems = problemsOf(values, 'studentCodes');
        setErrors(problems);
        if (Object.keys(problems).length === 0)
          send.mutate({ ...ruleOf(values), ...againOf(again), studentCodes: codes(values['studentCodes']) });
      }}
    />
  );
}

/** What becomes of an application that was sent. */
function sent(onClose: () => void, setErrors: (errors: Readonly<Record<string, string>>) => void) {
  return {
    invalidates: ['approval.', returnedGradeReplaces.id, returnedStudentReplaces.id],
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
  /** What is corrected. */
  again: WireRow | null;
  errors: Readonly<Record<string, string>>;
  pending: boolean;
  onClose: () => void;
  onSend: (values: WireRow) => void;
}

/** The form of an application: the fields of the rule without what the approval says. */
function ApplyForm({ title, fields, target, again, errors, pending, onClose, onSend }: ApplyProps) {
  const [values, setValues] = useState<WireRow>(again ?? {});
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
                row={again}
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
