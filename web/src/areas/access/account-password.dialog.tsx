import { setUserPassword, type AccountView } from '@jwxt/contracts/access/account.operations.ts';
import { encodePassword } from '@jwxt/contracts/kernel/transport.ts';
import { newPasswordHint, newPasswordProblem } from '@jwxt/contracts/session/password-rule.ts';
import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { notify } from '../../lib/notify.ts';
import { useOperationMutation } from '../../lib/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import classes from './access.module.css';

const labels = { newToken: '新密码', confirmToken: '确认密码' } as const;

/** 修改密码 of somebody else, by the rules of one's own (SESSION-33…39). */
export function AccountPasswordDialog({ account, onClose }: { account: AccountView; onClose: () => void }) {
  const [form, setForm] = useState({ newToken: '', confirmToken: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useOperationMutation(setUserPassword, {
    invalidates: ['userMana.', 'systemUser.'],
    success: true,
    onSuccess: onClose,
    onError: (error) => {
      setErrors(fieldErrorsOf(error));
      if (error.fieldErrors.length === 0) notify.failure(error);
    },
  });
  const submit = () => {
    const wrong = newPasswordProblem(form.newToken, '');
    const other =
      form.confirmToken === ''
        ? '请再次输入密码！'
        : form.confirmToken === form.newToken
          ? null
          : '新密码输入不一致，请重新输入';
    const found = {
      ...(wrong === null ? {} : { newToken: wrong }),
      ...(other === null ? {} : { confirmToken: other }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    save.mutate({
      userName: account.userName,
      newToken: encodePassword(form.newToken),
      confirmToken: encodePassword(form.confirmToken),
    });
  };
  return (
    <Dialog
      opened
      width={500}
      title={`修改密码：${account.name}`}
      onClose={onClose}
      input={form}
      footer={
        <>
          <CancelButton />
          <Button loading={save.isPending} onClick={submit}>
            确定
          </Button>
        </>
      }
    >
      <p className={classes['lead']}>对方的登录将全部结束，下次登录时须自行修改密码。</p>
      <div className={classes['form']}>
        {(Object.keys(labels) as (keyof typeof labels)[]).map((name) => (
          <Field
            key={name}
            label={labels[name]}
            htmlFor={`account-${name}`}
            required
            error={errors[name]}
            {...(name === 'newToken' ? { hint: newPasswordHint } : {})}
          >
            <PasswordInput
              id={`account-${name}`}
              autoComplete="new-password"
              maxLength={64}
              error={errors[name] !== undefined}
              visibilityToggleButtonProps={{ 'aria-label': '显示或隐藏密码' }}
              value={form[name]}
              onChange={(event) => {
                setForm({ ...form, [name]: event.currentTarget.value });
              }}
            />
          </Field>
        ))}
      </div>
    </Dialog>
  );
}
