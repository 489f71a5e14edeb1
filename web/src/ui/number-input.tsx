import { TextInput, type TextInputProps } from '@mantine/core';
import { numberProblem, plainNumber, type NumberRule } from '@jwxt/contracts/kernel/number-text.ts';
import { useState } from 'react';
import { inputAttributes, type WidgetProps } from './widget-props.ts';

type Look = Pick<
  TextInputProps,
  | 'placeholder'
  | 'w'
  | 'size'
  | 'className'
  | 'rightSection'
  | 'rightSectionWidth'
  | 'description'
  | 'inputWrapperOrder'
>;
type Rule = Pick<NumberRule, 'min' | 'max'> & { /** Decimal places that it may have. Default 0. */ places?: number };

export type NumberInputProps = Omit<WidgetProps, 'error'> &
  Rule &
  Look & {
    /** Red, or red with these words below it. */
    error?: boolean | string | undefined;
    value: string | number | null;
    /** Takes the text as typed. {@link numberProblem}, or the schema that it is sent to, judges it. */
    onChange: (text: string) => void;
  };

/**
 * The number input of every form. What is typed stays as typed: nothing is cut off, rounded or guessed. Once it is
 * left, full-width figures are shown plain, and what is no such number has the reason below it, unless somebody outside
 * already shows an `error`.
 */
export function NumberInput({
  value,
  onChange,
  places = 0,
  min,
  max,
  id,
  label,
  error,
  disabled,
  ...look
}: NumberInputProps) {
  const [typing, setTyping] = useState(false);
  const text = String(value ?? '');
  const problem =
    typing || text === '' || (error ?? false) !== false ? null : numberProblem(text, { places, min, max });
  return (
    <TextInput
      {...look}
      {...inputAttributes({
        ...(id === undefined ? {} : { id }),
        ...(label === undefined ? {} : { label }),
        ...(disabled === undefined ? {} : { disabled }),
      })}
      error={problem ?? error ?? false}
      inputMode={places === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text}
      onChange={(event) => {
        onChange(event.currentTarget.value);
      }}
      onFocus={() => {
        setTyping(true);
      }}
      onBlur={() => {
        setTyping(false);
        if (plainNumber(text) !== text) onChange(plainNumber(text));
      }}
    />
  );
}

export type NumberValueInputProps = Omit<NumberInputProps, 'value' | 'onChange'> & {
  value: number | null;
  onChange: (value: number | null) => void;
};

/**
 * A {@link NumberInput} for a form that keeps a number: null while empty, `NaN` while what stands there is none, which
 * no form may send.
 */
export function NumberValueInput({ value, onChange, ...input }: NumberValueInputProps) {
  const [typed, setTyped] = useState({ text: '', value: null as number | null });
  const text = Object.is(typed.value, value) ? typed.text : String(value ?? '');
  const change = (next: string) => {
    const { places = 0, min, max } = input;
    const number =
      next.trim() === '' ? null : numberProblem(next, { places, min, max }) === null ? Number(plainNumber(next)) : NaN;
    setTyped({ text: next, value: number });
    onChange(number);
  };
  return <NumberInput {...input} value={text} onChange={change} />;
}
