import {
  createSystemUser,
  systemUserDetail,
  updateSystemUser,
  type IssuedPassword,
} from '@jwxt/contracts/access/account.operations.ts';
import { personKind } from '@jwxt/contracts/access/person-kind.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { fieldErrorsOf, formErrorsOf } from '../../lib/field-errors.ts';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { DateField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState, LoadingState } from '../../ui/faces.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import classes from './access.module.css';
import { MobileInput } from './mobile-input.tsx';
import { UnitSelect } from './unit-select.tsx';

type Detail = OutputOf<typeof systemUserDetail>;
type AccountFormProps = { onClose: () => void; onCreated: (issued: IssuedPassword) => void };

/** 修改 of an account: what is kept of it comes when it is opened, because lists tell nothing personal. */
export function AccountFormDialog({ userName, ...rest }: AccountFormProps & { userName: string | null }) {
  const query = useOperation(
    systemUserDetail,
    { userName: userName ?? '' },
    { enabled: userName !== null, staleTime: 0, keepPrevious: false },
  );
  if (userName === null) return <AccountForm known={null} {...rest} />;
  if (query.data && !query.isFetching) return <AccountForm known={query.data} {...rest} />;
  return (
    <Dialog opened width={520} title="修改用户" onClose={rest.onClose}>
      {query.error ? (
        <ErrorState
          error={query.error}
          retrying={query.isFetching}
          onRetry={() => {
            void query.refetch();
          }}
        />
      ) : (
        <LoadingState />
      )}
    </Dialog>
  );
}

function AccountForm({ known, onClose, onCreated }: AccountFormProps & { known: Detail | null }) {
  const [draft, setDraft] = useState({
    userName: known?.userName ?? '',
    name: known?.name ?? '',
    departmentId: known?.departmentId ?? '',
    mobile: known?.mobile ?? '',
    email: known?.email ?? '',
    validTo: known?.validTo ?? '',
  });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const onError = (error: ApiError) => {
    const fields = fieldErrorsOf(error);
    setErrors(fields);
    if (Object.keys(fields).length === 0) notify.failure(error);
  };
  const invalidates = ['systemUser.', 'userMana.'];
  const create = useOperationMutation(createSystemUser, {
    invalidates,
    onError,
    onSuccess: (issued) => {
      onClose();
      onCreated(issued);
    },
  });
  const update = useOperationMutation(updateSystemUser, { invalidates, onError, success: true, onSuccess: onClose });
  const ofPerson = known !== null && known.userType !== personKind.casual;
  const submit = () => {
    const { validTo, ...given } = draft;
    const input = { ...given, ...(validTo === '' ? {} : { validTo }) };
    const wrong = formErrorsOf(createSystemUser.input.omit({ commandId: true }), input);
    if (known) delete wrong['userName'];
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    if (known) update.mutate({ ...input, version: known.version });
    else create.mutate(input);
  };
  const text = (name: 'userName' | 'name' | 'email', label: string, disabled: boolean, required = true) => (
    <Field label={label} htmlFor={`account-${name}`} required={required} error={errors[name]}>
      <TextInput
        id={`account-${name}`}
        disabled={disabled}
        maxLength={name === 'userName' ? 30 : 60}
        placeholder={`请输入${label}`}
        error={errors[name] !== undefined}
        value={draft[name]}
        onChange={(event) => {
          setDraft({ ...draft, [name]: event.currentTarget.value });
        }}
      />
    </Field>
  );
  return (
    <Dialog
      opened
      width={520}
      title={known ? '修改用户' : '新增临时用户'}
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
      <p className={classes['lead']}>
        {ofPerson
          ? '教师和学生的姓名、单位以人员信息为准。'
          : '教师和学生的账号由“同步人员账号”开通；这里是其他人员，到有效期后自动停用。'}
      </p>
      <div className={classes['form']}>
        {text('userName', '账号', known !== null)}
        {text('name', '姓名', ofPerson)}
        <Field label="单位" htmlFor="account-unit" error={errors['departmentId']}>
          <UnitSelect
            id="account-unit"
            placeholder="请选择单位"
            disabled={ofPerson}
            value={draft.departmentId || null}
            onChange={(dwh) => {
              setDraft({ ...draft, departmentId: dwh ?? '' });
            }}
          />
        </Field>
        <Field label="手机" htmlFor="account-mobile" error={errors['mobile']}>
          <MobileInput
            id="account-mobile"
            error={errors['mobile'] !== undefined}
            value={draft.mobile}
            onChange={(mobile) => {
              setDraft({ ...draft, mobile });
            }}
          />
        </Field>
        {text('email', '邮箱', false, false)}
        <Field label="有效期至" htmlFor="account-valid" error={errors['validTo']} hint="含当天；不填：长期">
          <DateField
            id="account-valid"
            value={draft.validTo || null}
            onChange={(validTo) => {
              setDraft({ ...draft, validTo: validTo ?? '' });
            }}
          />
        </Field>
      </div>
    </Dialog>
  );
}
