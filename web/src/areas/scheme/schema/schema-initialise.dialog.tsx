import { schemaInitialise } from '@jwxt/contracts/scheme/schema/schema-course.operations.ts';
import { schemaSources } from '@jwxt/contracts/scheme/schema/schema-report.operations.ts';
import { Button, Stack } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { notify } from '../../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';
import type { Basics, SchemaEditor } from './use-schema-editor.ts';

/** Schemes that another one may begin with, those of the same major first. */
export function SourceSelect({
  id,
  gradeMajorId,
  value,
  onChange,
}: {
  id: string;
  gradeMajorId: string;
  value: string;
  onChange: (key: string) => void;
}) {
  const sources = useOperation(schemaSources, { gradeMajorId });
  return (
    <SearchableSelect
      id={id}
      query={sources}
      options={(sources.data?.list ?? []).map(({ majorSchemaKey, schemaName, gradeMajorName, courseNum, own }) => ({
        code: majorSchemaKey,
        name: `${own ? '本专业 · ' : ''}${schemaName}（${gradeMajorName}，${String(courseNum)} 门）`,
      }))}
      value={value || null}
      onChange={(code) => {
        onChange(code ?? '');
      }}
    />
  );
}

type InitialiseProps = { basics: Basics; editor: SchemaEditor; onClose: () => void };

/** Adds what another scheme has and this one has not; nothing is overwritten. */
export function InitialiseDialog({ basics, editor, onClose }: InitialiseProps) {
  const [from, setFrom] = useState(basics.origin?.majorSchemaKey ?? '');
  const [asked, setAsked] = useState(false);
  const start = useOperationMutation(schemaInitialise, {
    onSuccess: ({ rows }) => {
      notify.success(rows.length === 0 ? '来源方案的课程都已在本方案中' : `已添加 ${String(rows.length)} 门课程`);
      void editor.refetch();
      onClose();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setAsked(true);
    if (from !== '' && !start.isPending) start.mutate({ majorSchemaKey: basics.majorSchemaKey, from });
  };
  return (
    <Dialog opened onClose={onClose} width={560} title="从已有方案初始化">
      <form onSubmit={submit} noValidate>
        <Stack gap={12}>
          <Field
            label="来源方案"
            htmlFor="initialise-from"
            required
            error={asked && from === ''}
            hint="只添加本方案没有的课程，已有的课程不变"
          >
            <SourceSelect
              id="initialise-from"
              gradeMajorId={basics.gradeMajors[0]?.gradeMajorId ?? ''}
              value={from}
              onChange={setFrom}
            />
          </Field>
          <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 12 }}>
            <CancelButton />
            <Button type="submit" loading={start.isPending}>
              初始化
            </Button>
          </div>
        </Stack>
      </form>
    </Dialog>
  );
}
