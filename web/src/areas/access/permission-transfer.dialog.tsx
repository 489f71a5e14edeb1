import {
  createPermissionTransfer,
  permissionTransferChoices,
} from '@jwxt/contracts/access/permission-transfer.operations.ts';
import { MAX_DELEGATION_DAYS } from '@jwxt/contracts/approval/secondary-auth.operations.ts';
import { findAllDepChild } from '@jwxt/contracts/base-info/department.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { Alert, Button, Select, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState, type SyntheticEvent } from 'react';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { departmentOptions } from '../../pickers/department-select.tsx';
import { ChooseMany } from '../../ui/choose-many.tsx';
import { CountedTextarea } from '../../ui/counted-textarea.tsx';
import { DateTimeField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton, useUnsavedInput } from '../../ui/unsaved-input.tsx';
import { nothingFound } from '../../ui/nothing-found.ts';

const WIDTH = 96;
type Form = {
  toUser: string | null;
  permissions: string[];
  units: string[];
  beginTime: string | null;
  endTime: string | null;
  reason: string;
};
type Problems = Partial<Record<keyof Form, string>>;

/** 转授权限: which of the own permissions, to whom, within which units, until when, why (SYSADMIN-18, kind 2). */
export function PermissionTransferDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} width={620} title="转授权限">
      {opened && <TransferForm onClose={onClose} />}
    </Dialog>
  );
}

function missingIn({ toUser, permissions, beginTime, endTime, reason }: Form): Problems {
  return {
    ...(toUser === null ? { toUser: '必填' } : {}),
    ...(permissions.length === 0 ? { permissions: '请选择权限' } : {}),
    ...(beginTime === null ? { beginTime: '必填' } : {}),
    ...(endTime === null ? { endTime: '必填' } : {}),
    ...(reason.trim() === '' ? { reason: '必填' } : {}),
  };
}

function TransferForm({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState<Form>(() => ({
    toUser: null,
    permissions: [],
    units: [],
    beginTime: toDateTimeText(Date.now()),
    endTime: null,
    reason: '',
  }));
  const [problems, setProblems] = useState<Problems>({});
  useUnsavedInput(form);
  const [typed, setTyped] = useState('');
  const choices = useOperation(permissionTransferChoices, { keyword: typed });
  const units = useOperation(findAllDepChild, {}, { staleTime: 600_000 });
  const create = useOperationMutation(createPermissionTransfer, {
    invalidates: ['permissionTransfer.'],
    success: '已转授',
    onSuccess: onClose,
    onError: (error) => {
      const found = fieldErrorsOf(error);
      setProblems(Object.keys(found).length === 0 ? { toUser: error.message } : found);
    },
  });
  const set = (more: Partial<Form>) => {
    setForm({ ...form, ...more });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const missing = missingIn(form);
    setProblems(missing);
    const { toUser, beginTime, endTime } = form;
    if (Object.keys(missing).length > 0 || create.isPending) return;
    if (toUser === null || beginTime === null || endTime === null) return;
    create.mutate({ ...form, toUser, beginTime, endTime, reason: form.reason.trim() });
  };
  const people = (choices.data?.people ?? []).map(({ userName, name, departmentName }) => ({
    value: userName,
    label: [`${name}（${userName}）`, departmentName].filter(Boolean).join(' · '),
  }));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={12}>
        <Alert color="gray" variant="light" icon={<IconInfoCircle size={18} />}>
          {'对方在此期间可代您操作，日志记为“对方 代 您”。只能转授您的角色有、且按数据权限管理的业务权限；' +
            '审批请用“审批代理”，他人转授给您的不能再转授。您失去的权限，对方同时失去。'}
        </Alert>
        <Field label="被授权人" required htmlFor="transfer-to" error={problems.toUser} width={WIDTH}>
          <Select
            id="transfer-to"
            data-autofocus
            openOnFocus={false}
            searchable
            placeholder="输入姓名或账号查找"
            value={form.toUser}
            error={problems.toUser !== undefined}
            comboboxProps={{ zIndex: 320 }}
            filter={({ options }) => options}
            nothingFoundMessage={nothingFound(choices, '没有匹配的人员')}
            onSearchChange={(text) => {
              if (!people.some(({ label }) => label === text)) setTyped(text.trim().slice(0, 60));
            }}
            data={people}
            onChange={(toUser) => {
              set({ toUser });
            }}
          />
        </Field>
        <Field label="权限" required htmlFor="transfer-permissions" error={problems.permissions} width={WIDTH}>
          <ChooseMany
            id="transfer-permissions"
            options={choices.data?.permissions ?? []}
            value={form.permissions}
            onChange={(permissions) => {
              set({ permissions });
            }}
          />
        </Field>
        <Field
          label="数据范围"
          htmlFor="transfer-units"
          error={problems.units}
          width={WIDTH}
          hint="所选单位及其下属单位，且不超过您的数据权限；不选则与您相同"
        >
          <ChooseMany
            id="transfer-units"
            placeholder="与本人相同"
            options={departmentOptions(units.data ?? []).map(({ value, label }) => ({ code: value, name: label }))}
            value={form.units}
            onChange={(codes) => {
              set({ units: codes });
            }}
          />
        </Field>
        <Field label="开始时间" required error={problems.beginTime} width={WIDTH}>
          <DateTimeField
            label="开始时间"
            value={form.beginTime}
            error={problems.beginTime !== undefined}
            onChange={(beginTime) => {
              set({ beginTime });
            }}
          />
        </Field>
        <Field
          label="结束时间"
          required
          error={problems.endTime}
          width={WIDTH}
          hint={`最长 ${String(MAX_DELEGATION_DAYS)} 天，到期自动失效，可提前撤销`}
        >
          <DateTimeField
            label="结束时间"
            endOfDay
            value={form.endTime}
            error={problems.endTime !== undefined}
            onChange={(endTime) => {
              set({ endTime });
            }}
          />
        </Field>
        <Field label="原因" required error={problems.reason} width={WIDTH}>
          <CountedTextarea
            label="原因"
            maxLength={200}
            value={form.reason}
            error={problems.reason !== undefined}
            placeholder="例如：出差、休假"
            onChange={(reason) => {
              set({ reason });
            }}
          />
        </Field>
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 12 }}>
          <CancelButton />
          <Button type="submit" loading={create.isPending}>
            确定
          </Button>
        </div>
      </Stack>
    </form>
  );
}
