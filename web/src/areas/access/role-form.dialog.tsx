import { personKind, personKinds, type PersonKind } from '@jwxt/contracts/access/person-kind.vocabulary.ts';
import { createRole, updateRole, type RoleView } from '@jwxt/contracts/access/role.operations.ts';
import { yesNo, yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import { Button, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { fieldErrorsOf, formErrorsOf } from '../../lib/field-errors.ts';
import { notify } from '../../lib/notify.ts';
import { useOperationMutation } from '../../lib/queries.ts';
import { CountedTextarea } from '../../ui/counted-textarea.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import classes from './access.module.css';

/** What the form makes: a new role, a copy of one, or a change. */
export type RoleForm = { how: 'new' } | { how: 'copy' | 'change'; role: RoleView };

const titles = { new: '新增角色', copy: '复制角色', change: '修改角色' } as const;
const kinds = Object.entries(personKinds).map(([value, label]) => ({ value, label }));

/** 新增, 复制 and 修改 of a role (PERM-18…20). */
export function RoleFormDialog({ form, onClose }: { form: RoleForm; onClose: () => void }) {
  const from = form.how === 'new' ? null : form.role;
  const changing = form.how === 'change' ? form.role : null;
  const [draft, setDraft] = useState({
    jsbh: changing?.jsbh ?? '',
    jsmc: changing?.jsmc ?? (from === null ? '' : `${from.jsmc}（副本）`),
    jslx: from?.jslx ?? personKind.teacher,
    jsms: from?.jsms ?? '',
    sfqy: changing?.sfqy ?? yesNo.yes,
    mfaRequired: changing?.mfaRequired ?? yesNo.no,
  });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const options = {
    invalidates: ['role.', 'roleMana.'],
    success: true as const,
    onSuccess: onClose,
    onError: (error: ApiError) => {
      const fields = fieldErrorsOf(error);
      setErrors(fields);
      if (Object.keys(fields).length === 0) notify.failure(error);
    },
  };
  const create = useOperationMutation(createRole, options);
  const update = useOperationMutation(updateRole, options);
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
  };
  const submit = () => {
    const { sfqy, mfaRequired, ...values } = draft;
    const input = { ...values, ...(form.how === 'copy' ? { copyOf: form.role.jsbh } : {}) };
    const wrong = formErrorsOf(createRole.input.omit({ commandId: true }), input);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    if (changing)
      update.mutate({
        jsbh: changing.jsbh,
        jsmc: draft.jsmc,
        jsms: draft.jsms,
        sfqy,
        mfaRequired,
        version: changing.version,
      });
    else create.mutate(input);
  };
  return (
    <Dialog
      opened
      width={520}
      title={titles[form.how]}
      onClose={onClose}
      input={draft}
      footer={
        <>
          <CancelButton />
          <Button loading={create.isPending || update.isPending} onClick={submit}>
            确定
          </Button>
        </>
      }
    >
      {form.how === 'copy' && (
        <p className={classes['lead']}>新角色从“{form.role.jsmc}”的权限和数据范围开始，之后互不影响；用户不复制。</p>
      )}
      <div className={classes['form']}>
        <Field label="角色编号" htmlFor="role-jsbh" required error={errors['jsbh']}>
          <TextInput
            id="role-jsbh"
            data-autofocus={changing === null || undefined}
            disabled={changing !== null}
            maxLength={20}
            placeholder="字母和数字"
            error={errors['jsbh'] !== undefined}
            value={draft.jsbh}
            onChange={(event) => {
              change({ jsbh: event.currentTarget.value });
            }}
          />
        </Field>
        <Field label="角色名称" htmlFor="role-jsmc" required error={errors['jsmc']}>
          <TextInput
            id="role-jsmc"
            data-autofocus={changing !== null || undefined}
            maxLength={40}
            placeholder="请输入角色名称"
            error={errors['jsmc'] !== undefined}
            value={draft.jsmc}
            onChange={(event) => {
              change({ jsmc: event.currentTarget.value });
            }}
          />
        </Field>
        <Field label="角色类型" htmlFor="role-jslx" required error={errors['jslx']}>
          <Select
            id="role-jslx"
            allowDeselect={false}
            disabled={changing !== null}
            comboboxProps={{ zIndex: 320 }}
            data={kinds}
            value={draft.jslx}
            onChange={(value) => {
              change({ jslx: value as PersonKind });
            }}
          />
        </Field>
        <Field label="角色描述" htmlFor="role-jsms" error={errors['jsms']}>
          <CountedTextarea
            id="role-jsms"
            value={draft.jsms}
            onChange={(jsms) => {
              change({ jsms });
            }}
          />
        </Field>
        {changing && (
          <Field
            label="二次验证"
            htmlFor="role-mfa"
            hint="打开后，持有该角色的人用密码登录时还需验证码；没有绑定的，下次登录时先绑定"
          >
            <Switch
              id="role-mfa"
              checked={draft.mfaRequired === yesNo.yes}
              onChange={(event) => {
                change({ mfaRequired: yesNoOf(event.currentTarget.checked) });
              }}
            />
          </Field>
        )}
        {changing && (
          <Field label="启用" htmlFor="role-sfqy" hint="停用后，持有该角色的人不再因它有任何权限">
            <Switch
              id="role-sfqy"
              checked={draft.sfqy === yesNo.yes}
              onChange={(event) => {
                change({ sfqy: yesNoOf(event.currentTarget.checked) });
              }}
            />
          </Field>
        )}
      </div>
    </Dialog>
  );
}
