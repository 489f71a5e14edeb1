import { AttachmentList } from '../../pickers/attachment-list.tsx';
import { RichTextView } from '../../ui/rich-text/rich-text-view.tsx';
import classes from './notice.module.css';

export type ReaderProps = {
  title: string;
  /** Label and value pairs under the title; those without a value are left out. */
  facts: readonly (readonly [label: string, value: string])[];
  /** Sanitised rich text; its tables have borders (NOTICE-19). */
  html: string;
  businessTable: string;
  businessId: string;
};

/** A published text as its readers see it: title, who and when, the text, its attachments. */
export function Reader({ title, facts, html, businessTable, businessId }: ReaderProps) {
  return (
    <article className={classes['reader']}>
      <h2 className={classes['subject']}>{title}</h2>
      <p className={classes['facts']}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <span key={label}>
              {label}：{value}
            </span>
          ))}
      </p>
      <RichTextView html={html} label="正文" />
      <section className={classes['attachments']}>
        <h2>附件</h2>
        <AttachmentList businessTable={businessTable} businessId={businessId} mode="view" />
      </section>
    </article>
  );
}
