import type { ReactNode } from 'react';
import { Field } from '../../ui/search-form.tsx';
import classes from './components.module.css';

/** One widget under its label, with the value it gives to the page. */
export function Sample({
  label,
  id,
  value,
  wide,
  children,
}: {
  label: string;
  id?: string;
  value: unknown;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={wide ? classes['wide'] : undefined}>
      <Field label={label} width={96} {...(id === undefined ? {} : { htmlFor: id })}>
        {children}
        <div className={classes['value']}>
          当前值 <code>{JSON.stringify(value)}</code>
        </div>
      </Field>
    </div>
  );
}
