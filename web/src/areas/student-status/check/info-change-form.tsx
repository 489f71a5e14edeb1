import { student } from '@jwxt/contracts/base-info/person.resource.ts';
import type { Field as Declared } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import type { CheckedField } from '@jwxt/contracts/student-status/check/checked-fields.ts';
import { infoCheckApply, type InfoCheckForm } from '@jwxt/contracts/student-status/check/info-check.operations.ts';
import { checkFileId, INFO_CHECK_FILES } from '@jwxt/contracts/student-status/check/info-check.vocabulary.ts';
import { Alert, Button, Group, MultiSelect, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { newCommandId } from '../../../lib/command-id.ts';
import { useUnsavedWork } from '../../../lib/page-address.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { AttachmentList } from '../../../pickers/attachment-list.tsx';
import { FieldInput } from '../../../resource/resource-field-input.tsx';
import { Card } from '../../../ui/page.tsx';
import { Field } from '../../../ui/search-form.tsx';
import classes from './check.module.css';

type Change = { readonly field: CheckedField; readonly value: unknown; readonly info: string };
type Errors = Readonly<Record<string, string>>;

/**
 * Proposes changes: which fields, to what, why, with evidence where that is needed (STUDENT-STATUS-21). After one that
 * came back or was taken back it begins with what that one asked for, and with its evidence.
 */
export function InfoChangeForm({ form, onSent }: { form: InfoCheckForm; onSent: (applyId: string) => void }) {
  const [again] = useState(form.applications[0]?.again ?? null);
  const known = new Map(form.fields.map((one) => [one.field, one]));
  const [changes, setChanges] = useState<readonly Change[]>(
    () => again?.changes.filter(({ field }) => known.get(field)?.editable === true) ?? [],
  );
  const [begun] = useState(changes);
  const [errors, setErrors] = useState<Errors>({});
  const [refused, setRefused] = useState<string | null>(null);
  const [fileId] = useState(() => again?.fileId ?? checkFileId(form.studentId, newCommandId()));
  const needsFile = changes.some(({ field }) => known.get(field)?.needsFile === true);
  const apply = useOperationMutation(infoCheckApply, {
    invalidates: ['infoCheck.', 'studentInformationApproval.', 'approval.'],
    success: true,
    onSuccess: ({ applyId }) => {
      setChanges([]);
      onSent(applyId);
    },
    onError: (error) => {
      setRefused(error.message);
      setErrors(Object.fromEntries(error.fieldErrors.map(({ field, message }) => [field, message])));
    },
  });
  useUnsavedWork(changes !== begun && changes.length > 0 && !apply.isSuccess);
  const set = (index: number, change: Partial<Change>) => {
    setChanges(changes.map((one, at) => (at === index ? { ...one, ...change } : one)));
    setErrors({});
    setRefused(null);
  };
  const send = () => {
    const missing = changes.flatMap(({ value, info }, index): [string, string][] => [
      ...(textOf(value).trim() === ''
        ? [[`changes.${String(index)}.updateFieldValue`, '必填'] as [string, string]]
        : []),
      ...(info.trim() === '' ? [[`changes.${String(index)}.updateInfo`, '必填'] as [string, string]] : []),
    ]);
    setErrors(Object.fromEntries(missing));
    if (missing.length > 0) return;
    apply.mutate({
      studentId: form.studentId,
      fileId,
      changes: changes.map(({ field, value, info }) => ({
        updateFieldCode: field,
        updateFieldValue: textOf(value).trim(),
        updateInfo: info.trim(),
      })),
    });
  };
  return (
    <Card
      title="提出更正"
      note={again === null ? '审批通过后写入学生信息' : '已带入上次申请的内容和证明材料，修改后重新送审'}
    >
      <div className={classes['narrow']}>
        <Field label="更正的字段" htmlFor="info-change-fields" required>
          <MultiSelect
            id="info-change-fields"
            placeholder="请选择"
            searchable
            data={form.fields
              .filter(({ editable }) => editable)
              .map(({ field, label, needsFile: proved }) => ({
                value: field,
                label: proved ? `${label}（须证明）` : label,
              }))}
            value={changes.map(({ field }) => field)}
            onChange={(fields) => {
              setChanges(
                fields.map(
                  (field) =>
                    changes.find((one) => one.field === field) ?? {
                      field,
                      value: '',
                      info: '',
                    },
                ),
              );
              setErrors({});
            }}
          />
        </Field>
      </div>
      {changes.map(({ field, value, info }, index) => {
        const place = `changes.${String(index)}`;
        const declared: Declared = student.fields[field];
        const [wrong, noInfo] = [errors[`${place}.updateFieldValue`], errors[`${place}.updateInfo`]];
        return (
          <div key={field} className={classes['change']}>
            <span>{declared.label}</span>
            <span>{known.get(field)?.text || '（空）'}</span>
            <Field label="更正为" htmlFor={`change-${field}`} required error={wrong}>
              <FieldInput
                id={`change-${field}`}
                name={field}
                field={{ ...declared, required: true }}
                value={value}
                row={null}
                error={wrong !== undefined}
                onChange={(next) => {
                  set(index, { value: next });
                }}
              />
            </Field>
            <Field label="说明" htmlFor={`info-${field}`} required error={noInfo}>
              <TextInput
                id={`info-${field}`}
                placeholder="原因和依据"
                maxLength={200}
                value={info}
                error={noInfo !== undefined}
                onChange={(event) => {
                  set(index, { info: event.currentTarget.value });
                }}
              />
            </Field>
            <Button
              variant="subtle"
              size="compact-sm"
              mt={7}
              onClick={() => {
                setChanges(changes.filter((one) => one.field !== field));
                setErrors({});
              }}
            >
              移出
            </Button>
          </div>
        );
      })}
      {changes.length > 0 && (
        <div style={{ marginTop: 16 }}>
          <Field label="证明材料" required={needsFile} htmlFor="info-files" error={errors['fileId']}>
            <div id="info-files">
              <AttachmentList businessTable={INFO_CHECK_FILES} businessId={fileId} mode="edit" />
            </div>
          </Field>
        </div>
      )}
      {refused !== null && (
        <Alert color="red" icon={<IconAlertTriangle size={16} />} mt={12} p={8} role="alert">
          {refused}
        </Alert>
      )}
      <Group justify="flex-end" mt={12}>
        <Button
          leftSection={<IconSend size={16} />}
          disabled={changes.length === 0}
          loading={apply.isPending}
          onClick={send}
        >
          提交送审
        </Button>
      </Group>
    </Card>
  );
}
