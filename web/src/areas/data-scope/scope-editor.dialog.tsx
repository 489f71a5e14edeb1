import { saveDataPermission, scopesOfGroup, scopeValues } from '@jwxt/contracts/data-scope/data-scope.operations.ts';
import type { DimensionChoice } from '@jwxt/contracts/data-scope/data-dimension.operations.ts';
import { nodesBelow, ROOT_FUNCTION } from '@jwxt/contracts/kernel/function-tree.ts';
import { ALL_ROWS, macrosOf, scopeAt, scopeMacros } from '@jwxt/contracts/kernel/node-scopes.ts';
import { dimensionCodes, type Dimension } from '@jwxt/contracts/kernel/scope.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { ChooseMany } from '../../ui/choose-many.tsx';
import { confirm } from '../../ui/confirm.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import classes from './data-scope.module.css';
import { namesOf, scopesOf, type GroupScopes, type TreeLine } from './scope-tree.model.ts';

type Values = Readonly<Record<Dimension, string>>;

/** The choice of values by name; what is not this is `*` or a macro. */
const NAMED = 'values';

type ScopeEditorProps = {
  group: string;
  saved: GroupScopes;
  line: TreeLine;
  groups: readonly { value: string; label: string }[];
  /** Of this function, in their order. */
  dimensions: readonly DimensionChoice[];
  onClose: () => void;
};

/** 编辑: the six dimensions of a user group at a function, which hold for all below it (PERM-31 to 35). */
export function ScopeEditorDialog({
  group,
  saved,
  line: { node, values, from, below },
  groups,
  dimensions,
  onClose,
}: ScopeEditorProps) {
  const [form, setForm] = useState(() => formOf(values));
  const [errors, setErrors] = useState<Record<string, string>>({});
  // What is switched off is not offered; what was saved of it stays to be seen and taken away.
  const shown = dimensions.filter(
    ({ sjqxbh, sfqy }) => sfqy === yesNo.yes || (values.get(sjqxbh) ?? ALL_ROWS) !== ALL_ROWS,
  );
  const named = dimensionCodes.filter((sjqxbh) => form[sjqxbh] !== ALL_ROWS);
  const permissionIds = [...nodesBelow(node.qxbh)];
  const inherited = from !== node.qxbh;
  const save = useOperationMutation(saveDataPermission, {
    invalidates: ['dataPermission.'],
    onSuccess() {
      notify.success('已保存，立即生效');
      onClose();
    },
    onError(error) {
      const told = fieldErrorsOf(error);
      setErrors(Object.fromEntries(named.map((sjqxbh, index) => [sjqxbh, told[`listDto.${String(index)}.fwz`] ?? ''])));
      notify.failure(error);
    },
  });
  const send = async (kept: readonly Dimension[], all: boolean): Promise<void> => {
    const message =
      `“${group}”在“${node.qxmc}”` +
      `${permissionIds.length > 1 ? `及其全部下级（${String(permissionIds.length - 1)} 项）` : ''}的数据范围将改变，` +
      `${below > 0 ? `下级 ${String(below)} 项单独设置的范围会被覆盖，` : ''}对其全部用户立即生效。`;
    if (!(await confirm({ message, danger: below > 0 }))) return;
    // A scope of its own that restricts nothing is said by one dimension without restriction.
    const rows = all && kept.length === 0 ? (['DW'] as const) : kept;
    save.mutate({
      yhzbh: saved.yhzbh,
      permissionIds,
      version: saved.version,
      listDto: rows.map((sjqxbh) => ({ yhzbh: saved.yhzbh, qxbh: node.qxbh, sjqxbh, fwz: form[sjqxbh] })),
    });
  };
  const copyFrom = async (yhzbh: string): Promise<void> => {
    try {
      const other = await call(scopesOfGroup, { yhzbh });
      setForm(formOf(scopeAt(scopesOf(other), node.qxbh).values));
    } catch (error) {
      notify.failure(error);
    }
  };
  const empty = dimensionCodes.filter((sjqxbh) => form[sjqxbh] === '');
  return (
    <Dialog
      opened
      width={760}
      title={`编辑数据范围：${node.qxmc}`}
      onClose={onClose}
      input={form}
      footerNote={
        permissionIds.length > 1 ? `保存后用于其下 ${String(permissionIds.length - 1)} 项功能` : '只用于这一项功能'
      }
      footer={
        <>
          <CancelButton />
          {!inherited && node.qxbh !== ROOT_FUNCTION && (
            <Button variant="default" loading={save.isPending} onClick={() => void send([], false)}>
              恢复继承
            </Button>
          )}
          <Button disabled={empty.length > 0} loading={save.isPending} onClick={() => void send(named, true)}>
            保存
          </Button>
        </>
      }
    >
      <p className={classes['lead']}>
        用户组“{group}”。{inherited ? '目前使用上级功能的范围，保存后本级单独设置。' : '本级已单独设置。'}
        各维度须同时满足；同一维度的多个值满足一个即可。
      </p>
      <div className={classes['line']}>
        <Select
          aria-label="从其他用户组带入"
          w={260}
          placeholder="从其他用户组带入"
          comboboxProps={{ zIndex: 320 }}
          data={groups.filter(({ value }) => value !== saved.yhzbh)}
          value={null}
          onChange={(value) => {
            if (value !== null) void copyFrom(value);
          }}
        />
      </div>
      {shown.map(({ sjqxbh, wdmc, sfqy }) => (
        <DimensionInput
          key={sjqxbh}
          dimension={sjqxbh}
          name={sfqy === yesNo.yes ? wdmc : `${wdmc}（已停用）`}
          value={form[sjqxbh]}
          nameOf={(code) => namesOf(saved)(sjqxbh, code)}
          error={errors[sjqxbh] ?? ''}
          onChange={(value) => {
            setForm({ ...form, [sjqxbh]: value });
            setErrors({ ...errors, [sjqxbh]: '' });
          }}
        />
      ))}
    </Dialog>
  );
}

function formOf(values: TreeLine['values']): Values {
  return Object.fromEntries(dimensionCodes.map((code) => [code, values.get(code) ?? ALL_ROWS])) as Values;
}

type DimensionInputProps = {
  dimension: Dimension;
  name: string;
  value: string;
  nameOf: (code: string) => string;
  error: string;
  onChange: (value: string) => void;
};

/** One dimension: everything, a macro, or values that are chosen. */
function DimensionInput({ dimension, name, value, nameOf, error, onChange }: DimensionInputProps) {
  const byName = value !== ALL_ROWS && !value.startsWith('$');
  const [keyword, setKeyword] = useState('');
  const query = useOperation(scopeValues, { sjqxbh: dimension, keyword }, { enabled: byName });
  const codes = byName ? value.split(',').filter(Boolean) : [];
  const found = query.data ?? [];
  // What is chosen stays among the choices, whatever is looked for.
  const options = [
    ...codes.filter((code) => found.every((each) => each.code !== code)).map((code) => ({ code, name: nameOf(code) })),
    ...found,
  ];
  return (
    <div className={classes['dimension']} role="group" aria-label={name}>
      <span>{name}</span>
      <Select
        aria-label={`${name}范围`}
        allowDeselect={false}
        comboboxProps={{ zIndex: 320 }}
        data={[
          { value: ALL_ROWS, label: '不限' },
          ...macrosOf[dimension].map((macro) => ({ value: macro as string, label: scopeMacros[macro] as string })),
          { value: NAMED, label: `指定${name}` },
        ]}
        value={byName ? NAMED : value}
        onChange={(choice) => {
          onChange(choice === NAMED ? '' : (choice ?? ALL_ROWS));
        }}
      />
      {byName && (
        <div>
          {(dimension === 'XZB' || dimension === 'ZY') && (
            <TextInput
              aria-label={`查找${name}`}
              placeholder={`按${name}名称或代码查找`}
              maxLength={60}
              mb={8}
              value={keyword}
              onChange={(event) => {
                setKeyword(event.currentTarget.value);
              }}
            />
          )}
          <ChooseMany
            label={`选择${name}`}
            options={options}
            value={codes}
            error={error !== ''}
            onChange={(chosen) => {
              onChange(chosen.join(','));
            }}
          />
          {error !== '' && (
            <p className={classes['wrong']} role="alert">
              {error}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
