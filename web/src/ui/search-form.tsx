import { Button, Collapse, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { Children, useState, type ReactNode } from 'react';
import classes from './search-form.module.css';

export type SearchFormProps = {
  /** `Field`s, three a row. */
  children: ReactNode;
  onSearch: () => void;
  onReset: () => void;
  searching?: boolean;
  /** How many fields show before 展开. Default 3. */
  visible?: number;
};

/** The search card on top of a list: Enter or 查询 searches, 重置 clears, 展开 shows the rest. */
export function SearchForm({ children, onSearch, onReset, searching = false, visible = 3 }: SearchFormProps) {
  const fields = Children.toArray(children);
  const [open, setOpen] = useState(false);
  const more = fields.length > visible;
  // With room left in the only row, the buttons stand in it.
  const oneRow = fields.length < 3;
  const buttons = (
    <div className={classes['buttons']} data-last-column={oneRow || undefined}>
      <Button type="submit" leftSection={<IconSearch size={15} />} loading={searching}>查询</Button>
      <Button type="reset" variant="default">重置</Button>
      {more && (
        <UnstyledButton className={classes['more']} aria-expanded={open} onClick={() => { setOpen(!open); }}>
          {open ? '收起' : '展开'} {open ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
        </UnstyledButton>
      )}
    </div>
  );
  return (
    <form className={classes['form']} role="search" onSubmit={(event) => { event.preventDefault(); onSearch(); }} onReset={(event) => { event.preventDefault(); onReset(); }}>
      <div className={classes['grid']}>{fields.slice(0, visible)}{oneRow && buttons}</div>
      {more && <Collapse expanded={open}><div className={classes['grid']}>{fields.slice(visible)}</div></Collapse>}
      {!oneRow && buttons}
    </form>
  );
}

export type FieldProps = {
  label: string;
  /** Id of the control inside, so that a click on the label focuses it. */
  htmlFor?: string;
  required?: boolean;
  error?: ReactNode;
  hint?: ReactNode;
  width?: number;
  children: ReactNode;
};

/** Label right-aligned before its control, star before the label, error under the control. For search cards and dialogs. */
export function Field({ label, htmlFor, required, error, hint, width = 84, children }: FieldProps) {
  return (
    <div className={classes['field']}>
      <label htmlFor={htmlFor} style={{ width }}>{required && <span className={classes['star']} aria-hidden>*</span>}{label}</label>
      <div className={classes['control']}>
        {children}
        {error !== undefined && error !== null && error !== '' && <div className={classes['error']} role="alert">{error}</div>}
        {hint !== undefined && <div className={classes['hint']}>{hint}</div>}
      </div>
    </div>
  );
}
