import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';

/** Addresses of the pages of training schemes. */
export const schemaPaths = {
  list: modulePath('schemeManage', 'schema'),
  approval: modulePath('schemeManage', 'approval'),
} as const;

/** Where a scheme is written. */
export const schemaEditorPath = (key: string): string => `${schemaPaths.list}/${encodeURIComponent(key)}`;
/** Where a scheme is read, and compared. */
export const schemaPreviewPath = (key: string): string => `${schemaPaths.list}/${encodeURIComponent(key)}/preview`;
