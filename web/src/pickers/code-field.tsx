import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiError } from '../lib/api-error.ts';
import { Field } from '../ui/search-form.tsx';

/** What was typed, and what is wrong with it; null: nothing. */
export type TypedCode = { code: string; problem: string | null };
export const noCode: TypedCode = { code: '', problem: null };

/** After a refusal another code is due; what did not get through may be sent again. */
export function afterFailure({ code }: TypedCode, { temporary, message }: ApiError): TypedCode {
  return { code: temporary ? code : '', problem: message };
}

type Props = {
  id: string;
  placeholder: string;
  typed: TypedCode;
  onChange: (typed: TypedCode) => void;
};

/** 验证码 of an authenticator, which a telephone's keyboard may fill in. */
export function CodeField({ id, placeholder, typed: { code, problem }, onChange }: Props): ReactNode {
  return (
    <Field label="验证码" htmlFor={id} required error={problem}>
      <TextInput
        id={id}
        autoFocus
        data-autofocus
        autoComplete="one-time-code"
        maxLength={40}
        placeholder={placeholder}
        error={problem !== null}
        value={code}
        onChange={(event) => {
          onChange({ code: event.currentTarget.value, problem: null });
        }}
      />
    </Field>
  );
}
