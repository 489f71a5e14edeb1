import { CloseButton, TextInput } from '@mantine/core';
import { inputAttributes, type WidgetProps } from '../../ui/widget-props.ts';

/** A mobile phone number, which can be cleared (PICKERS-077). The form judges it; the message is the `Field`'s. */
export function MobileInput({
  value,
  onChange,
  ...widget
}: WidgetProps & { value: string; onChange: (text: string) => void }) {
  return (
    <TextInput
      {...inputAttributes(widget)}
      type="tel"
      inputMode="numeric"
      maxLength={11}
      placeholder="11 位手机号码"
      value={value}
      onChange={(event) => {
        onChange(event.currentTarget.value);
      }}
      rightSection={
        value === '' || widget.disabled ? null : (
          <CloseButton
            size="sm"
            aria-label="清空手机号码"
            onClick={() => {
              onChange('');
            }}
          />
        )
      }
    />
  );
}
