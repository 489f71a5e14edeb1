import { Button, Collapse } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Children, useId, useRef, useState, type ReactNode } from 'react';
import { CollapseToggle } from './collapsible-box.tsx';
import { usePhone } from './phone.ts';
import { REQUIRED } from './required.ts';
import classes from './search-form.module.css';

export type SearchFormProps = {
  /** `Field`s, three a row, each of 24 columns: 9 for the label, 15 for the field (PICKERS-121). */
  children: ReactNode;
  onSearch: () => void;
  /**
   * Checks what is typed before the query and shows what is wrong; false: there is no query (PICKERS-122). The first
   * wrong field gets the focus.
   */
  validate?: () => boolean;
  onReset: () => void;
  searching?: boolean;
  /** How many fields show before 展开. Default 3; on a phone one, so that the list is in sight. */
  visible?: number;
};

/** The search card on top of a list: Enter or 查询 searches, 重置 clears, 展开 shows the rest. */
export function SearchForm({ children, onSearch, validate, onReset, searching = false, visible = 3 }: SearchFormProps) {
  const fields = Children.toArray(children);
  const [open, setOpen] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const restId = useId();
  const first = usePhone() ? Math.min(1, visible) : visible;
  const more = fields.length > first;
  // The buttons end the first line, so that the card is one line high.
  const buttons = (
    <div className={classes['buttons']}>
      <Button type="submit" leftSection={<IconSearch size={15} />} loading={searching}>
        查询
      </Button>
      <Button type="reset" variant="default">
        重置
      </Button>
      {more && (
        <CollapseToggle
          open={open}
          controls={restId}
          onToggle={() => {
            setOpen(!open);
          }}
        />
      )}
    </div>
  );
  const search = () => {
    if (validate === undefined || validate()) {
      onSearch();
      return;
    }
    setOpen(true);
    // Once the messages are there.
    requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  };
  return (
    <form
      ref={form}
      className={classes['form']}
      role="search"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
      onReset={(event) => {
        event.preventDefault();
        onReset();
      }}
    >
      <div className={classes['first']} data-more={more || undefined}>
        <div className={classes['grid']} data-four={visible === 4 || undefined}>
          {fields.slice(0, first)}
        </div>
        {buttons}
      </div>
      {more && (
        <Collapse id={restId} expanded={open}>
          <div className={classes['first']} data-more={more || undefined}>
            <div className={classes['grid']}>{fields.slice(first)}</div>
          </div>
        </Collapse>
      )}
    </form>
  );
}

export type FieldProps = {
  label: string;
  /** Id of the control inside, so that a click on the label focuses it. */
  htmlFor?: string;
  required?: boolean;
  /** Under the control. `true`: it is required and empty, 必填项 (PICKERS-142). */
  error?: ReactNode;
  hint?: ReactNode;
  /** Of the label, in a dialog; in a search card its columns say. Default 84. */
  width?: number;
  children: ReactNode;
};

/**
 * Label right-aligned before its control, star before the label, error under the control. For search cards and dialogs.
 */
export function Field({ label, htmlFor, required, error, hint, width = 84, children }: FieldProps) {
  return (
    <div className={classes['field']}>
      <label htmlFor={htmlFor} style={{ width }}>
        {required && (
          <span className={classes['star']} title={REQUIRED} aria-hidden>
            *
          </span>
        )}
        {label}
      </label>
      <div className={classes['control']}>
        {children}
        {error !== undefined && error !== null && error !== '' && error !== false && (
          <div className={classes['error']} role="alert">
            {error === true ? REQUIRED : error}
          </div>
        )}
        {hint !== undefined && <div className={classes['hint']}>{hint}</div>}
      </div>
    </div>
  );
}
