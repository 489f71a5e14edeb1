import { MOBILE_PHONE_INVALID, mobilePhone } from '@jwxt/contracts/kernel/mobile-phone.ts';
import { CloseButton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { inputAttributes, type WidgetProps } from './widget-props.ts';

export type MobilePhoneInputProps = WidgetProps & { value: string; onChange: (number: string) => void };

/**
 * A mobile phone number, checked when the field is left (PICKERS-075…077). What is typed is reported as it is; the form
 * checks it again before it is sent.
 */
export function MobilePhoneInput({ value, onChange, error, ...rest }: MobilePhoneInputProps) {
  const [left, setLeft] = useState(false);
  const wrong = left && !mobilePhone.safeParse(value).success;
  return (
    <TextInput
      {...inputAttributes(rest)}
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      placeholder="请输入手机号码"
      maxLength={11}
      value={value}
      error={wrong ? MOBILE_PHONE_INVALID : error}
      onChange={(event) => {
        onChange(event.currentTarget.value.trim());
      }}
      onFocus={() => {
        setLeft(false);
      }}
      onBlur={() => {
        setLeft(true);
      }}
      rightSectionPointerEvents="all"
      rightSection={
        value !== '' &&
        rest.disabled !== true && (
          <CloseButton
            size="sm"
            aria-label="清除"
            onClick={() => {
              onChange('');
            }}
          />
        )
      }
    />
  );
}
