import { useState } from 'react';

/**
 * What a list in a dialog is asked for: the fields as they were when 查询 was pressed, and a page. The page's address
 * is not the dialog's.
 */
export function usePickSearch<Fields extends object>(empty: Fields, size: number) {
  const [draft, setDraft] = useState(empty);
  const [asked, setAsked] = useState({ fields: empty, pageNo: 1, pageSize: size });
  return {
    draft,
    change: (change: Partial<Fields>) => {
      setDraft((old) => ({ ...old, ...change }));
    },
    asked,
    search: () => {
      setAsked((old) => ({ ...old, fields: draft, pageNo: 1 }));
    },
    reset: () => {
      setDraft(empty);
      setAsked((old) => ({ ...old, fields: empty, pageNo: 1 }));
    },
    setPage: (change: { pageNo: number; pageSize?: number }) => {
      setAsked((old) => ({ ...old, ...change }));
    },
  };
}

/** Only the fields that say something. */
export function filledIn<Fields extends Record<string, string | number | null>>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], null> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== '')) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], null>;
  };
}
