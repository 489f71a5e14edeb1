import {
  createDelegation,
  delegationChoices,
  MAX_DELEGATION_DAYS,
} from '@jwxt/contracts/approval/secondary-auth.operations.ts';
import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { ChooseMany } from '../../ui/choose-many.tsx';
import { CountedTextarea } from '../../ui/counted-textarea.tsx';
import { DateTimeField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/search-form.tsx';
import layout from '../../ui/dialog-form.module.css';
import { delegationProblems, newDelegation, type DelegationForm } from './delegation.model.ts';
import { CancelButton, useUnsavedInput } from '../../ui/unsaved-input.tsx';
import { nothingFound } from '../../ui/nothing-found.ts';

/** 设置审批代理: to whom, for which processes, from when to when, why. */
export function DelegationDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} width={560} title="设置审批代理" flush>
      {opened && <Form onClose={onClose} />}
    </Dialog>
  );
}

function Form({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState<DelegationForm>(newDelegation);
  const [problems, setProblems] = useState<Partial<Record<keyof DelegationForm, string>>>({});
  useUnsavedInput(form);
  const [typed, setTyped] = useState('');
  const choices = useOperation(delegationChoices, { keyword: typed });
  const create = useOperationMutation(createDelegation, {
    invalidates: ['delegation.', 'approval.'],
    success: '已设置审批代理',
    onSuccess: onClose,
    onError: (error) => {
      setProblems(
        Object.fromEntries(
          error instanceof ApiError ? error.fieldErrors.map(({ field, message }) => [field, message]) : [],
        ),
      );
      notify.failure(error, '设置失败');
    },
  });
  const change = (part: Partial<DelegationForm>) => {
    setForm({ ...form, ...part });
  };
  function submit() {
    if (create.isPending) return;
    const found = delegationProblems(form);
    setProblems(found);
    const { toUser, beginTime, endTime } = form;
    if (Object.keys(found).length > 0 || toUser === null || beginTime === null || endTime === null) return;
    create.mutate({ toUser, beginTime, endTime, reason: form.reason.trim(), processNos: form.processNos });
  }
  const people = choices.data?.people ?? [];
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={layout['body']}>
        <Field label="代理人" required htmlFor="delegate" error={problems.toUser}>
          <Select
            id="delegate"
            data-autofocus
            openOnFocus={false}
            searchable
            placeholder="输入姓名查找审批人"
            value={form.toUser}
            error={problems.toUser !== undefined}
            comboboxProps={{ zIndex: 320 }}
            filter={({ options }) => options}
            nothingFoundMessage={nothingFound(choices, '没有匹配的审批人')}
            onSearchChange={(text) => {
              if (!people.some((one) => labelOf(one) === text)) setTyped(text.trim().slice(0, 60));
            }}
            data={people.map((one) => ({ value: one.userName, label: labelOf(one) }))}
            onChange={(toUser) => {
              change({ toUser });
            }}
          />
        </Field>
        <Field label="流程" hint="不选则代理您能审批的全部流程">
          <ChooseMany
            label="流程"
            placeholder="全部流程"
            options={(choices.data?.processes ?? []).map((one) => ({ code: one.processNo, name: one.processName }))}
            value={form.processNos}
            onChange={(processNos) => {
              change({ processNos });
            }}
          />
        </Field>
        <Field label="开始时间" required error={problems.beginTime}>
          <DateTimeField
            label="开始时间"
            value={form.beginTime}
            error={problems.beginTime !== undefined}
            onChange={(beginTime) => {
              change({ beginTime });
            }}
          />
        </Field>
        <Field
          label="结束时间"
          required
          error={problems.endTime}
          hint={`最长 ${String(MAX_DELEGATION_DAYS)} 天，可以提前结束`}
        >
          <DateTimeField
            label="结束时间"
            endOfDay
            value={form.endTime}
            error={problems.endTime !== undefined}
            onChange={(endTime) => {
              change({ endTime });
            }}
          />
        </Field>
        <Field label="原因" required error={problems.reason}>
          <CountedTextarea
            label="原因"
            value={form.reason}
            error={problems.reason !== undefined}
            placeholder="例如：出差、休假"
            onChange={(reason) => {
              change({ reason });
            }}
          />
        </Field>
      </div>
      <footer className={layout['footer']}>
        <CancelButton disabled={create.isPending} />
        <Button type="submit" loading={create.isPending}>
          确定
        </Button>
      </footer>
    </form>
  );
}

const labelOf = ({ name, departmentName }: { name: string; departmentName: string | null }): string =>
  [name, departmentName].filter(Boolean).join(' · ');
