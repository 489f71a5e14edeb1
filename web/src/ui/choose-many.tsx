import { Button, Checkbox, Combobox, Loader, Pill, PillsInput, useCombobox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { known, nothingFound, type AskedFor } from './nothing-found.ts';
import { matchesLabel, selectOptions, type DictionaryOption } from './select-options.ts';
import { inputAttributes, type WidgetProps } from './widget-props.ts';
import classes from './widgets.module.css';

/** From more choices than this the list shows for {@link LOADING_MS} that it is being drawn (PICKERS-144). */
export const MANY = 30;
export const LOADING_MS = 300;
/** Chosen ones that show by name; the rest is a number. */
const PILLS = 3;

export type ChooseManyProps = WidgetProps & {
  options: readonly DictionaryOption[];
  /** Codes of the chosen ones, in the order of the options. */
  value: readonly string[];
  onChange: (codes: string[]) => void;
  /** Default 请选择. */
  placeholder?: string;
  /** Where the options come from: what went wrong with it is said in their place. */
  query?: AskedFor;
};

/** Several of many, with 全选 and 反选 over what the search shows (PICKERS-143). */
export function ChooseMany({
  options,
  value,
  onChange,
  placeholder = '请选择',
  query = known,
  ...rest
}: ChooseManyProps) {
  const all = selectOptions(options);
  const [typed, setTyped] = useState('');
  const [drawn, setDrawn] = useState(false);
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped('');
      setDrawn(false);
    },
  });
  const opened = combobox.dropdownOpened;
  const many = all.length > MANY;
  useEffect(() => {
    if (!opened || !many) return undefined;
    const timer = setTimeout(() => {
      setDrawn(true);
    }, LOADING_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [opened, many]);

  const chosen = new Set(value);
  const shown = all.filter((option) => matchesLabel(option.label, typed));
  const choose = (wanted: (code: string) => boolean) => {
    onChange(all.map((option) => option.value).filter(wanted));
  };
  const toggle = (code: string) => {
    choose((each) => (each === code ? !chosen.has(each) : chosen.has(each)));
  };
  const visible = new Set(shown.map((option) => option.value));
  const pills = all.filter((option) => chosen.has(option.value));
  const { disabled, error, id, ...attributes } = inputAttributes(rest);

  return (
    <Combobox store={combobox} onOptionSubmit={toggle} disabled={disabled} zIndex={320}>
      <Combobox.DropdownTarget>
        <PillsInput
          {...(id === undefined ? {} : { id })}
          disabled={disabled}
          error={error}
          onClick={() => {
            combobox.openDropdown();
          }}
          rightSection={<Combobox.Chevron />}
        >
          <Pill.Group>
            {pills.slice(0, PILLS).map((option) => (
              <Pill
                key={option.value}
                withRemoveButton={!disabled}
                onRemove={() => {
                  toggle(option.value);
                }}
                removeButtonProps={{ 'aria-label': `移出${option.label}` }}
              >
                {option.label}
              </Pill>
            ))}
            {pills.length > PILLS && <Pill>+{pills.length - PILLS}</Pill>}
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                {...attributes}
                type={pills.length === 0 ? 'visible' : 'auto'}
                disabled={disabled}
                placeholder={pills.length === 0 ? placeholder : ''}
                value={typed}
                onFocus={() => {
                  combobox.openDropdown();
                }}
                onBlur={() => {
                  combobox.closeDropdown();
                }}
                onChange={(event) => {
                  setTyped(event.currentTarget.value);
                  combobox.openDropdown();
                  combobox.updateSelectedOptionIndex();
                }}
                onKeyDown={(event) => {
                  const last = pills.at(-1);
                  if (event.key === 'Backspace' && typed === '' && last !== undefined) toggle(last.value);
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        {many && !drawn ? (
          <div className={classes['menuHead']} role="status">
            <Loader size={14} /> 正在加载…
          </div>
        ) : (
          <>
            <div className={classes['menuHead']}>
              {/* A pressed button must not take the focus: the list would close. */}
              <Button
                size="xs"
                variant="default"
                onMouseDown={(event) => {
                  event.preventDefault();
                }}
                onClick={() => {
                  choose((code) => chosen.has(code) || visible.has(code));
                }}
              >
                全选
              </Button>
              <Button
                size="xs"
                variant="default"
                onMouseDown={(event) => {
                  event.preventDefault();
                }}
                onClick={() => {
                  choose((code) => chosen.has(code) !== visible.has(code));
                }}
              >
                反选
              </Button>
              <span>
                已选 {chosen.size}/{all.length}
              </span>
            </div>
            <Combobox.Options mah={240} style={{ overflowY: 'auto' }} aria-multiselectable>
              {shown.map((option) => (
                <Combobox.Option
                  key={option.value}
                  value={option.value}
                  active={chosen.has(option.value)}
                  aria-selected={chosen.has(option.value)}
                >
                  <span className={classes['option']}>
                    <Checkbox.Indicator size="xs" checked={chosen.has(option.value)} aria-hidden /> {option.label}
                  </span>
                </Combobox.Option>
              ))}
              {shown.length === 0 && <Combobox.Empty>{nothingFound(query, '没有匹配的选项')}</Combobox.Empty>}
            </Combobox.Options>
          </>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
