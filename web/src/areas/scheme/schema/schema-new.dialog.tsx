import {
  schemaCopy,
  schemaCreate,
  schemaTree,
  schemaVersions,
  type SchemaItem,
} from '@jwxt/contracts/scheme/schema/schema.operations.ts';
import { projectType, projectTypeNames, type ProjectType } from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { Button, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { newCommandId } from '../../../lib/command-id.ts';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { notify } from '../../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { ChooseMany } from '../../../ui/choose-many.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';
import { CancelButton, useUnsavedInput } from '../../../ui/unsaved-input.tsx';
import { SourceSelect } from './schema-initialise.dialog.tsx';

/** Grade-majors in the person's scope. */
function useGradeMajors() {
  const tree = useOperation(schemaTree, {}, { staleTime: 60_000 });
  return (tree.data?.grades ?? []).flatMap(({ departments }) =>
    departments.flatMap(({ gradeMajors }) =>
      gradeMajors.map(({ gradeMajorId, gradeMajorName }) => ({ code: gradeMajorId, name: gradeMajorName })),
    ),
  );
}

type NewSchemaProps = {
  gradeMajorId: string;
  /** The scheme in force that is revised; null: a new one. */
  revised: SchemaItem | null;
  onClose: () => void;
  onDone: (key: string) => void;
};

/** Begins a scheme: for which grade-majors, by which version, with whose courses. */
export function NewSchemaDialog(props: NewSchemaProps) {
  return (
    <Dialog opened onClose={props.onClose} width={600} title={props.revised ? '修订方案' : '新增方案'}>
      <NewSchemaForm {...props} />
    </Dialog>
  );
}

function NewSchemaForm({ gradeMajorId, revised, onDone }: NewSchemaProps) {
  const gradeMajors = useGradeMajors();
  const versions = useOperation(schemaVersions, {}, { staleTime: 60_000 });
  const [majorSchemaKey] = useState(newCommandId);
  const [form, setForm] = useState({
    schemaName: revised ? `${revised.schemaName}（修订）` : '',
    projectType: revised?.projectType ?? projectType.major,
    gradeMajorIds: revised?.gradeMajors.map((one) => one.gradeMajorId) ?? (gradeMajorId === '' ? [] : [gradeMajorId]),
    schemeVersionId: revised?.schemeVersionId ?? '',
    from: revised?.majorSchemaKey ?? '',
  });
  const [errors, setErrors] = useState<Record<string, string>>({});
  useUnsavedInput(form);
  const create = useOperationMutation(schemaCreate, {
    invalidates: ['majorSchemaCustomize.'],
    success: true,
    onSuccess: ({ majorSchemaKey: key }) => {
      onDone(key);
    },
    onError: (error) => {
      const found = fieldErrorsOf(error);
      setErrors(found);
      if (Object.keys(found).length === 0) notify.failure(error, '添加失败');
    },
  });
  const suggested = (ids: readonly string[]): string => {
    const name = gradeMajors.find(({ code }) => code === ids[0])?.name;
    return name === undefined ? '' : `${name}${projectTypeNames[form.projectType]}培养方案`;
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const found = {
      ...(form.schemaName.trim() === '' ? { schemaName: '必填' } : {}),
      ...(form.gradeMajorIds.length === 0 ? { gradeMajorIds: '必填' } : {}),
      ...(form.schemeVersionId === '' ? { schemeVersionId: '必填' } : {}),
    };
    setErrors(found);
    if (Object.keys(found).length > 0 || create.isPending) return;
    const from = form.from === '' ? null : form.from;
    create.mutate({ ...form, majorSchemaKey, from, revises: revised !== null });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={12}>
        {!revised && (
          <>
            <Field label="年级专业" htmlFor="new-gm" required error={errors['gradeMajorIds']}>
              <ChooseMany
                id="new-gm"
                options={gradeMajors}
                value={form.gradeMajorIds}
                onChange={(gradeMajorIds) => {
                  const wasSuggested = form.schemaName === '' || form.schemaName === suggested(form.gradeMajorIds);
                  setForm({
                    ...form,
                    gradeMajorIds,
                    ...(wasSuggested ? { schemaName: suggested(gradeMajorIds) } : {}),
                  });
                }}
              />
            </Field>
            <Field label="培养类型" htmlFor="new-type" required>
              <SearchableSelect
                id="new-type"
                options={Object.entries(projectTypeNames).map(([code, name]) => ({ code, name }))}
                value={form.projectType}
                clearable={false}
                onChange={(code) => {
                  setForm({ ...form, projectType: (code ?? projectType.major) as ProjectType });
                }}
              />
            </Field>
            <Field label="方案版本" htmlFor="new-version" required error={errors['schemeVersionId']}>
              <SearchableSelect
                id="new-version"
                options={versions.data?.list ?? []}
                query={versions}
                value={form.schemeVersionId || null}
                onChange={(code) => {
                  setForm({ ...form, schemeVersionId: code ?? '' });
                }}
              />
            </Field>
          </>
        )}
        <Field label="方案名称" htmlFor="new-name" required error={errors['schemaName']}>
          <TextInput
            id="new-name"
            value={form.schemaName}
            maxLength={80}
            onChange={(event) => {
              setForm({ ...form, schemaName: event.currentTarget.value });
            }}
          />
        </Field>
        {!revised && (
          <Field label="课程取自" htmlFor="new-from" hint="不选时从没有课程的方案开始">
            <SourceSelect
              id="new-from"
              gradeMajorId={form.gradeMajorIds[0] ?? ''}
              value={form.from}
              onChange={(from) => {
                setForm({ ...form, from });
              }}
            />
          </Field>
        )}
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 12 }}>
          <CancelButton />
          <Button type="submit" loading={create.isPending}>
            {revised ? '开始修订' : '新增'}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

type Results = OutputOf<typeof schemaCopy>['results'];
const parts = [
  { code: 'all', name: '课程与培养目标等' },
  { code: 'courses', name: '只复制课程' },
  { code: 'texts', name: '只复制培养目标等' },
];

/** Begins the same scheme for other grade-majors. */
export function CopySchemaDialog({ source, onClose }: { source: SchemaItem; onClose: () => void }) {
  const gradeMajors = useGradeMajors();
  const versions = useOperation(schemaVersions, {}, { staleTime: 60_000 });
  const [ids, setIds] = useState<string[]>([]);
  const [versionId, setVersionId] = useState(source.schemeVersionId);
  const [what, setWhat] = useState('all');
  const [asked, setAsked] = useState(false);
  const [results, setResults] = useState<Results | null>(null);
  const copy = useOperationMutation(schemaCopy, {
    invalidates: ['majorSchemaCustomize.'],
    onSuccess: (answer) => {
      setResults(answer.results);
      if (answer.results.every(({ message }) => message === '')) {
        notify.success(`已复制到 ${String(answer.results.length)} 个年级专业`);
        onClose();
      }
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setAsked(true);
    if (ids.length > 0 && versionId !== '' && !copy.isPending)
      copy.mutate({
        from: source.majorSchemaKey,
        gradeMajorIds: ids,
        schemeVersionId: versionId,
        what: what as 'all' | 'courses' | 'texts',
      });
  };
  return (
    <Dialog opened onClose={onClose} width={600} title={`复制方案：${source.schemaName}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap={12}>
          <Field label="复制到" htmlFor="copy-gm" required error={asked && ids.length === 0}>
            <ChooseMany id="copy-gm" options={gradeMajors} value={ids} onChange={setIds} />
          </Field>
          <Field label="方案版本" htmlFor="copy-version" required error={asked && versionId === ''}>
            <SearchableSelect
              id="copy-version"
              options={versions.data?.list ?? []}
              query={versions}
              value={versionId || null}
              onChange={(code) => {
                setVersionId(code ?? '');
              }}
            />
          </Field>
          <Field label="复制内容" htmlFor="copy-what" required>
            <SearchableSelect
              id="copy-what"
              options={parts}
              value={what}
              clearable={false}
              onChange={(code) => {
                setWhat(code ?? 'all');
              }}
            />
          </Field>
          {results && (
            <ul role="alert">
              {results
                .filter(({ message }) => message !== '')
                .map(({ gradeMajorId, message }) => (
                  <li key={gradeMajorId}>
                    {`${gradeMajors.find(({ code }) => code === gradeMajorId)?.name ?? gradeMajorId}：${message}`}
                  </li>
                ))}
            </ul>
          )}
          <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 12 }}>
            <CancelButton />
            <Button type="submit" loading={copy.isPending}>
              复制
            </Button>
          </div>
        </Stack>
      </form>
    </Dialog>
  );
}
