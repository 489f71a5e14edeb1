import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  erasePersonOperation,
  previewPersonErasure,
  queryPersonErasures,
  type ErasurePreview,
} from '@jwxt/contracts/system/person-erasure.operations.ts';
import {
  erasureBasis,
  erasureBasisNames,
  type ErasureBasis,
} from '@jwxt/contracts/system/person-erasure.vocabulary.ts';
import {
  Alert,
  Button,
  Checkbox,
  Group,
  List,
  ScrollArea,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type SyntheticEvent } from 'react';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton, useUnsavedInput } from '../../ui/unsaved-input.tsx';

/** Erases a person who has left: first what goes and what stays, then on what ground. */
export function ErasePersonDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} width={640} title="删除个人信息">
      {opened && <EraseForm onClose={onClose} />}
    </Dialog>
  );
}

function EraseForm({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [number, setNumber] = useState('');
  const preview = useOperation(
    previewPersonErasure,
    { number },
    { enabled: number !== '', staleTime: 0, keepPrevious: false },
  );
  const look = (event: SyntheticEvent) => {
    event.preventDefault();
    setNumber(typed.trim());
  };
  const problem =
    number !== '' && preview.isError ? `没有学号、工号或账号为“${number}”的人，或暂时无法查询` : undefined;
  return (
    <Stack gap={12}>
      <form onSubmit={look} noValidate>
        <Field label="学号、工号或账号" htmlFor="erase-number" width={140} required error={problem}>
          <Group gap={8} wrap="nowrap">
            <TextInput
              id="erase-number"
              data-autofocus
              style={{ flex: 1 }}
              maxLength={40}
              placeholder="请输入已离校学生或已离职教职工"
              value={typed}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
              }}
            />
            <Button type="submit" variant="default" loading={preview.isFetching} disabled={typed.trim() === ''}>
              预览
            </Button>
          </Group>
        </Field>
      </form>
      {preview.data && number !== '' && <Previewed key={number} preview={preview.data} onClose={onClose} />}
    </Stack>
  );
}

function Previewed({ preview, onClose }: { preview: ErasurePreview; onClose: () => void }) {
  const [form, setForm] = useState<{ basis: ErasureBasis | null; reason: string; sure: boolean }>({
    basis: null,
    reason: '',
    sure: false,
  });
  const [problems, setProblems] = useState<Partial<Record<'basis' | 'reason' | 'sure', string>>>({});
  useUnsavedInput(form);
  const erase = useOperationMutation(erasePersonOperation, {
    invalidates: [queryPersonErasures.id],
    success: '个人信息已删除',
    onSuccess: onClose,
    onError: (error) => {
      setProblems(error.fieldErrors.length > 0 ? fieldErrorsOf(error) : { reason: error.message });
    },
  });
  if (preview.mayBeErased === yesNo.no)
    return (
      <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} />}>
        {preview.name}（{preview.kindName}，{preview.statusName}）尚未离开学校或停用，不能删除其个人信息。
      </Alert>
    );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const found = {
      ...(form.basis === null ? { basis: '请选择依据' } : {}),
      ...(form.reason.trim() === '' ? { reason: '请输入理由' } : {}),
      ...(form.sure ? {} : { sure: '请先确认' }),
    };
    setProblems(found);
    if (Object.keys(found).length === 0 && form.basis !== null && !erase.isPending)
      erase.mutate({ kind: preview.kind, code: preview.code, basis: form.basis, reason: form.reason.trim() });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={12}>
        <Text fw={600}>
          {preview.name}　{preview.kindName}　{preview.number}　{preview.statusName}
        </Text>
        <Text size="sm">
          将销毁 {preview.keys} 个密钥：历史记录中用其加密的姓名、学号和文字将读作“已依法删除”。并清除：
        </Text>
        {/* What is asked for stays in sight, however much there is. */}
        <ScrollArea.Autosize
          mah={216}
          type="auto"
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': '将清除的数据清单' }}
        >
          <DataTable
            label="将清除的数据"
            columns={[
              { key: 'title', title: '数据', width: 'auto', align: 'left', render: (row) => row.title },
              { key: 'count', title: '条数', width: 90, align: 'right', render: (row) => row.count },
            ]}
            rows={preview.erased}
            rowKey={(row) => row.title}
            minWidth={400}
            empty={{ reason: '没有需要清除的数据' }}
          />
        </ScrollArea.Autosize>
        <Text size="sm">依法保留，不在删除之列：</Text>
        <List size="sm" spacing={2}>
          {preview.stays.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        <Field label="依据" htmlFor="erase-basis" required error={problems.basis}>
          <Select
            id="erase-basis"
            placeholder="请选择依据"
            data={Object.values(erasureBasis).map((value) => ({ value, label: erasureBasisNames[value] }))}
            value={form.basis}
            onChange={(basis) => {
              setForm({ ...form, basis });
            }}
          />
        </Field>
        <Field label="理由" htmlFor="erase-reason" required error={problems.reason}>
          <Textarea
            id="erase-reason"
            autosize
            minRows={2}
            maxRows={4}
            maxLength={200}
            placeholder="请输入理由，不要写入其姓名"
            value={form.reason}
            onChange={(event) => {
              setForm({ ...form, reason: event.currentTarget.value });
            }}
          />
        </Field>
        <Checkbox
          label="我已核对预览，知道密钥销毁后任何人都不能恢复"
          checked={form.sure}
          error={problems.sure}
          onChange={(event) => {
            setForm({ ...form, sure: event.currentTarget.checked });
          }}
        />
        <Group justify="flex-end" gap={12}>
          <CancelButton />
          <Button type="submit" color="red" loading={erase.isPending}>
            删除
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
