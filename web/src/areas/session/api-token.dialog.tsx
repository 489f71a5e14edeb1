import { findTeachDep } from '@jwxt/contracts/base-info/department.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { permissions } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { createApiToken, queryApiTokens } from '@jwxt/contracts/session/api-token.operations.ts';
import { notForPrograms } from '@jwxt/contracts/session/program.vocabulary.ts';
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type SyntheticEvent } from 'react';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMayCheck } from '../../lib/session.ts';
import { departmentOptions } from '../../pickers/department-select.tsx';
import { ChooseMany } from '../../ui/choose-many.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton, useUnsavedInput } from '../../ui/unsaved-input.tsx';

const WIDTH = 96;
type Form = {
  name: string;
  owner: string;
  permissions: string[];
  units: string[];
  addresses: string;
  expiresOn: string | null;
};
type Problems = Partial<Record<keyof Form, string>>;
const blank: Form = { name: '', owner: '', permissions: [], units: [], addresses: '', expiresOn: null };

/** 签发令牌: what a program may do and see, until when, and from where; the token is shown once. */
export function ApiTokenDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} width={620} title="签发令牌">
      {opened && <TokenForm onClose={onClose} />}
    </Dialog>
  );
}

function missingIn(form: Form): Problems {
  return {
    ...(form.name.trim() === '' ? { name: '请输入程序名称' } : {}),
    ...(form.owner.trim() === '' ? { owner: '请输入责任人账号' } : {}),
    ...(form.permissions.length === 0 ? { permissions: '请选择权限' } : {}),
    ...(form.expiresOn === null ? { expiresOn: '请选择到期日期' } : {}),
  };
}

/** A token that nobody thinks of any more should end by itself. */
const halfAYearOn = (): string | null => toDateTimeText(Date.now() + 180 * 86_400_000).slice(0, 10);

/** Addresses one beside the other, however they were typed apart. */
const addressesOf = (text: string): string[] => text.split(/[\s,，、;；]+/).filter((part) => part !== '');

function TokenForm({ onClose }: { onClose: () => void }) {
  const may = useMayCheck();
  const [form, setForm] = useState(() => ({ ...blank, expiresOn: halfAYearOn() }));
  const [problems, setProblems] = useState<Problems>({});
  useUnsavedInput(form);
  const units = useOperation(findTeachDep, {});
  const create = useOperationMutation(createApiToken, {
    invalidates: [queryApiTokens.id],
    onError: (error) => {
      const found = fieldErrorsOf(error);
      const address = Object.entries(found).find(([field]) => field.startsWith('addresses'))?.[1];
      setProblems(
        Object.keys(found).length === 0
          ? { name: error.message }
          : { ...found, ...(address === undefined ? {} : { addresses: address }) },
      );
    },
  });
  const choices = permissions
    .filter(({ code }) => may(code) && !notForPrograms.includes(code))
    .map(({ code, name }) => ({ code, name: `${name}（${code}）` }));
  const set = (more: Partial<Form>) => {
    setForm({ ...form, ...more });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const missing = missingIn(form);
    setProblems(missing);
    if (Object.keys(missing).length > 0 || form.expiresOn === null || create.isPending) return;
    const { name, owner, permissions: codes, units: unitCodes, expiresOn } = form;
    create.mutate({
      name,
      owner,
      permissions: codes,
      units: unitCodes,
      addresses: addressesOf(form.addresses),
      expiresOn,
    });
  };

  if (create.data) return <MadeToken {...create.data} onClose={onClose} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={12}>
        <Alert color="gray" variant="light" icon={<IconAlertTriangle size={18} />}>
          持有令牌的程序不必登录即可调用接口，做您所选的事，范围不超过您本人。请只选必需的权限。
        </Alert>
        <Field label="程序名称" htmlFor="token-name" required error={problems.name} width={WIDTH}>
          <TextInput
            id="token-name"
            data-autofocus
            maxLength={40}
            placeholder="例如：人事系统"
            value={form.name}
            onChange={(event) => {
              set({ name: event.currentTarget.value });
            }}
          />
        </Field>
        <Field label="责任人账号" htmlFor="token-owner" required error={problems.owner} width={WIDTH}>
          <TextInput
            id="token-owner"
            maxLength={64}
            placeholder="出现问题时联系的人"
            value={form.owner}
            onChange={(event) => {
              set({ owner: event.currentTarget.value });
            }}
          />
        </Field>
        <Field label="权限" htmlFor="token-permissions" required error={problems.permissions} width={WIDTH}>
          <ChooseMany
            id="token-permissions"
            options={choices}
            value={form.permissions}
            onChange={(codes) => {
              set({ permissions: codes });
            }}
          />
        </Field>
        <Field
          label="数据范围"
          htmlFor="token-units"
          error={problems.units}
          width={WIDTH}
          hint="所选单位及其下属单位；不选则与您本人相同"
        >
          <ChooseMany
            id="token-units"
            options={departmentOptions(units.data ?? []).map(({ value, label }) => ({ code: value, name: label }))}
            value={form.units}
            onChange={(codes) => {
              set({ units: codes });
            }}
            placeholder="与本人相同"
          />
        </Field>
        <Field
          label="允许的地址"
          htmlFor="token-addresses"
          error={problems.addresses}
          width={WIDTH}
          hint="IP 地址或网段，多个用逗号分隔；不填则不限"
        >
          <TextInput
            id="token-addresses"
            maxLength={1_000}
            placeholder="例如：10.1.2.3，10.1.0.0/16"
            value={form.addresses}
            onChange={(event) => {
              set({ addresses: event.currentTarget.value });
            }}
          />
        </Field>
        <Field
          label="到期日期"
          htmlFor="token-expires"
          required
          error={problems.expiresOn}
          width={WIDTH}
          hint="最长一年"
        >
          <DateField
            id="token-expires"
            value={form.expiresOn}
            onChange={(expiresOn) => {
              set({ expiresOn });
            }}
          />
        </Field>
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 12 }}>
          <CancelButton />
          <Button type="submit" loading={create.isPending}>
            签发
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** The token, shown this once. */
function MadeToken({
  token,
  userName,
  expiresTime,
  onClose,
}: {
  token: string;
  userName: string;
  expiresTime: string;
  onClose: () => void;
}) {
  return (
    <Stack gap={12}>
      <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} />}>
        令牌只显示这一次，请立即复制并交给程序的责任人。
      </Alert>
      <TextInput label="令牌" readOnly value={token} />
      <Text size="sm">
        有效期至 {expiresTime}；操作日志中的账号为 {userName}。调用时带上请求头 Authorization: Bearer 令牌。
      </Text>
      <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 12 }}>
        <Button variant="default" onClick={onClose}>
          关闭
        </Button>
        <CopyButton value={token}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? '已复制' : '复制令牌'}</Button>}
        </CopyButton>
      </div>
    </Stack>
  );
}
