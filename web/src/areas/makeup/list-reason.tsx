import { CountedTextarea } from '../../ui/counted-textarea.tsx';
import { Field } from '../../ui/search-form.tsx';
import classes from './makeup.module.css';

/** Why a closed list changes: its teachers and the students concerned are told. */
export function ListReason({
  reason,
  error,
  placeholder = '将告知任课教师和所涉学生；已为移出学生录入的成绩另行保留',
  onChange,
}: {
  reason: string;
  error: string | undefined;
  placeholder?: string;
  onChange: (reason: string) => void;
}) {
  return (
    <div className={classes['reason']}>
      <Field label="原因" htmlFor="list-reason" required error={error}>
        <CountedTextarea
          id="list-reason"
          rows={1}
          maxLength={60}
          value={reason}
          error={error !== undefined}
          onChange={onChange}
          placeholder={placeholder}
        />
      </Field>
    </div>
  );
}
