import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { yesNo, yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import { parameterOf } from '@jwxt/contracts/system-setting/parameter.vocabulary.ts';
import { parameterType, type ParameterOption } from '@jwxt/contracts/system-setting/public-parameter.vocabulary.ts';
import { Button, FileButton, Group, Switch, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { DateTimeField } from '../../ui/date-field.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { SearchableSelect } from '../../ui/searchable-select.tsx';
import classes from './system-parameters.module.css';

type ParameterInputProps = {
  row: WireRow;
  id: string;
  value: string;
  error: boolean;
  disabled: boolean;
  onChange: (value: string) => void;
};

/** The editor of a parameter, by its kind. */
export function ParameterInput({ row, id, value, error, disabled, onChange }: ParameterInputProps) {
  const declared = parameterOf(textOf(row['paramCode']));
  const placeholder = declared?.empty ?? '请输入';
  const shared = { id, disabled, error };
  switch (row['paraType']) {
    case parameterType.number:
      return <NumberInput {...shared} w={220} placeholder={placeholder} value={value} onChange={onChange} />;
    case parameterType.yesNo:
      return (
        <Switch
          {...shared}
          checked={value === yesNo.yes}
          onChange={(event) => {
            onChange(yesNoOf(event.currentTarget.checked));
          }}
        />
      );
    case parameterType.option:
      return (
        <SearchableSelect
          {...shared}
          clearable={false}
          options={row['paraOptions'] as readonly ParameterOption[]}
          value={value === '' ? null : value}
          onChange={(code) => {
            onChange(code ?? '');
          }}
        />
      );
    case parameterType.image:
      return <PictureInput {...shared} name={textOf(row['paraName'])} value={value} onChange={onChange} />;
    default:
      return declared?.isTime ? (
        <DateTimeField
          {...shared}
          label={textOf(row['paraName'])}
          value={value === '' ? null : value}
          onChange={(text) => {
            onChange(text ?? '');
          }}
        />
      ) : (
        <TextInput
          {...shared}
          placeholder={placeholder}
          value={value}
          maxLength={declared?.max ?? 500}
          onChange={(event) => {
            onChange(event.currentTarget.value);
          }}
        />
      );
  }
}

const pictureKinds = 'image/png,image/jpeg,image/webp,image/gif,image/svg+xml';

/** A picture that is chosen from a file and travels as text. */
function PictureInput({ id, name, value, disabled, onChange }: Omit<ParameterInputProps, 'row'> & { name: string }) {
  const forget = useRef<() => void>(null);
  return (
    <Group gap={10} wrap="nowrap">
      {value === '' ? (
        <span className={classes['noPicture']}>未设置</span>
      ) : (
        <img className={classes['picture']} src={value} alt={name} />
      )}
      <FileButton
        accept={pictureKinds}
        resetRef={forget}
        disabled={disabled}
        inputProps={{ id, 'aria-label': `选择${name}` }}
        onChange={(file) => {
          forget.current?.();
          if (file !== null) void asText(file).then(onChange);
        }}
      >
        {(props) => (
          <Button {...props} size="compact-sm" variant="default">
            {value === '' ? '上传' : '更换'}
          </Button>
        )}
      </FileButton>
      {value !== '' && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          disabled={disabled}
          aria-label={`清除${name}`}
          onClick={() => {
            onChange('');
          }}
        >
          清除
        </Button>
      )}
    </Group>
  );
}

/** A file as a data URL. */
function asText(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(reader.result as string);
    };
    reader.onerror = () => {
      reject(reader.error ?? new Error(file.name));
    };
    reader.readAsDataURL(file);
  });
}
