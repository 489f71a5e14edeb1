import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { schemaTextsInput } from '@jwxt/contracts/scheme/schema/schema.command.ts';
import { schemaUpdate } from '@jwxt/contracts/scheme/schema/schema.operations.ts';
import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { fieldErrorsOf, formErrorsOf } from '../../../lib/field-errors.ts';
import { notify } from '../../../lib/notify.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FactList } from '../../../ui/page.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { CancelButton, useUnsavedInput } from '../../../ui/unsaved-input.tsx';
import type { Basics } from './use-schema-editor.ts';

type SchemaBasicsProps = { basics: Basics; readOnly: boolean; onClose: () => void };

/** Name, aims and requirements of a scheme, and where it comes from. */
export function SchemaBasicsDialog(props: SchemaBasicsProps) {
  return (
    <Dialog opened onClose={props.onClose} width={760} title="基本信息">
      <BasicsForm {...props} />
    </Dialog>
  );
}

const areas = [
  { name: 'trainTarget', label: '培养目标', rows: 5 },
  { name: 'graduateRequire', label: '毕业要求', rows: 5 },
  { name: 'mainCourse', label: '核心课程', rows: 2 },
] as const;

function BasicsForm({ basics, readOnly, onClose }: SchemaBasicsProps) {
  const [form, setForm] = useState({
    schemaName: basics.schemaName,
    trainTarget: basics.trainTarget,
    graduateRequire: basics.graduateRequire,
    mainCourse: basics.mainCourse,
  });
  const [errors, setErrors] = useState<Record<string, string>>({});
  useUnsavedInput(form);
  const save = useOperationMutation(schemaUpdate, {
    invalidates: ['majorSchemaCustomize.'],
    success: true,
    onSuccess: onClose,
    onError: (error) => {
      const found = fieldErrorsOf(error);
      setErrors(found);
      if (Object.keys(found).length === 0) notify.failure(error, '保存失败');
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const found = schemaTextsInput.safeParse(form).success ? {} : formErrorsOf(schemaTextsInput, form);
    setErrors(found);
    if (Object.keys(found).length === 0 && !save.isPending)
      save.mutate({ majorSchemaKey: basics.majorSchemaKey, revision: basics.textsRevision, ...form });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={12}>
        <FactList
          columns={3}
          items={[
            { label: '年级专业', value: basics.gradeMajorName },
            { label: '方案版本', value: basics.schemeVersionName },
            { label: '培养类型', value: basics.projectTypeName },
            { label: '来源', value: basics.origin?.schemaName ?? NOTHING },
            { label: '最近修改', value: `${basics.writtenByName} ${basics.writtenTime}` },
            { label: '启用状态', value: basics.useStatusName },
          ]}
        />
        <Field label="方案名称" htmlFor="schema-name" required error={errors['schemaName']}>
          <TextInput
            id="schema-name"
            value={form.schemaName}
            readOnly={readOnly}
            maxLength={80}
            onChange={(event) => {
              setForm({ ...form, schemaName: event.currentTarget.value });
            }}
          />
        </Field>
        {areas.map(({ name, label, rows }) => (
          <Field key={name} label={label} htmlFor={`schema-${name}`} error={errors[name]}>
            <Textarea
              id={`schema-${name}`}
              autosize
              minRows={rows}
              maxRows={12}
              value={form[name]}
              readOnly={readOnly}
              onChange={(event) => {
                setForm({ ...form, [name]: event.currentTarget.value });
              }}
            />
          </Field>
        ))}
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 12 }}>
          <CancelButton />
          {!readOnly && (
            <Button type="submit" loading={save.isPending}>
              保存
            </Button>
          )}
        </div>
      </Stack>
    </form>
  );
}
