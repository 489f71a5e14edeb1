import { encodePassword } from '@jwxt/contracts/kernel/transport.ts';
import { newPasswordHint } from '@jwxt/contracts/session/password-rule.ts';
import { changePasswordOperation } from '@jwxt/contracts/session/session.operations.ts';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { useEffect, useState, type SyntheticEvent } from 'react';
import { fieldErrorsOf } from '../lib/field-errors.ts';
import { wantFeedback } from '../lib/feedback-wanted.ts';
import { useOperationMutation } from '../lib/queries.ts';
import { notify } from '../lib/notify.ts';
import { forgetSession } from '../lib/session.ts';
import { sessionStore } from '../lib/session-store.ts';
import { signOut } from '../lib/sign-in.ts';
import { leaveTo } from '../lib/leave-to.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/search-form.tsx';
import { passwordProblems, type PasswordForm, type PasswordProblems } from './password-rules.ts';
import { CancelButton, useUnsavedInput } from '../ui/unsaved-input.tsx';

const LOGOUT_AFTER_MS = 800;
const emptyForm: PasswordForm = { oldToken: '', newToken: '', confirmToken: '' };
const labels = { oldToken: '原密码', newToken: '新密码', confirmToken: '确认密码' } as const;

/** 密码修改, 500 wide (SESSION-30…41). */
export function PasswordDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} width={500} title="密码修改">
      <ChangePasswordForm />
    </Dialog>
  );
}

/** `leave`: it stands on a page, which is left by signing out. */
export function ChangePasswordForm({ leave = false }: { leave?: boolean }) {
  const [form, setForm] = useState(emptyForm);
  const [problems, setProblems] = useState<PasswordProblems>({});
  useUnsavedInput(form);
  // The message shows for less than a second before the page is left: what shows it must be there by then.
  useEffect(wantFeedback, []);
  const change = useOperationMutation(changePasswordOperation, {
    onSuccess() {
      notify.success('修改成功，请重新登录');
      setTimeout(() => {
        void signOut()
          .catch(forgetSession)
          .then(() => {
            leaveTo('/login');
          });
      }, LOGOUT_AFTER_MS);
    },
    onError(error) {
      sessionStore.leaving(false);
      const fields = fieldErrorsOf(error);
      setProblems(
        error.code === 'PASSWORD_WRONG'
          ? { oldToken: error.message }
          : Object.keys(fields).length > 0
            ? fields
            : { confirmToken: error.message },
      );
    },
  });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const found = passwordProblems(form);
    setProblems(found);
    if (Object.keys(found).length > 0 || change.isPending || change.isSuccess) return;
    // The server ends this session too: no dialog has to ask for it.
    sessionStore.leaving(true);
    change.mutate({
      oldToken: encodePassword(form.oldToken),
      newToken: encodePassword(form.newToken),
      confirmToken: encodePassword(form.confirmToken),
    });
  }

  return (
    <form onSubmit={submit}>
      <Stack gap={12}>
        {(Object.keys(labels) as (keyof typeof labels)[]).map((name) => (
          <Field
            key={name}
            label={labels[name]}
            htmlFor={`password-${name}`}
            required
            error={problems[name]}
            {...(name === 'newToken' ? { hint: newPasswordHint } : {})}
          >
            <PasswordInput
              id={`password-${name}`}
              maxLength={64}
              autoComplete={name === 'oldToken' ? 'current-password' : 'new-password'}
              error={problems[name] !== undefined}
              data-autofocus={name === 'oldToken' || undefined}
              visibilityToggleButtonProps={{ 'aria-label': '显示或隐藏密码' }}
              value={form[name]}
              onChange={(event) => {
                setForm({ ...form, [name]: event.currentTarget.value });
              }}
            />
          </Field>
        ))}
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 12 }}>
          {leave ? (
            <Button
              variant="default"
              onClick={() => {
                void signOut()
                  .catch(forgetSession)
                  .then(() => {
                    leaveTo('/login');
                  });
              }}
            >
              退出登录
            </Button>
          ) : (
            <CancelButton />
          )}
          <Button type="submit" loading={change.isPending || change.isSuccess}>
            确定
          </Button>
        </div>
      </Stack>
    </form>
  );
}
