import { useMemo } from 'react';
import classes from './rich-text.module.css';
import { shownHtml } from './shown-html.ts';

/**
 * Shows rich text. `html` must come from the editor or from the server, which keeps only what its allow-list names
 * before it stores a text; the page's security policy runs no script that got here in another way.
 */
export function RichTextView({
  html,
  label,
}: {
  html: string;
  /** Names it as a region of the page, where its heading does not. */
  label?: string;
}) {
  const shown = useMemo(() => ({ __html: shownHtml(html) }), [html]);
  return (
    <div
      className={classes['view']}
      {...(label === undefined ? {} : { role: 'region', 'aria-label': label })}
      dangerouslySetInnerHTML={shown}
    />
  );
}
