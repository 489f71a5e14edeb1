import { electiveFileAccess } from './elective/elective.file-access.ts';
import type { FileAccess } from './kernel/file-access.ts';
import { guideFileAccess, noticeFileAccess } from './notice/notice.file-access.ts';
import { recognitionFileAccess } from './recognition/recognition.file-access.ts';

/** Business objects that have attachments. A table that is not here has none. */
export const allFileAccess: readonly FileAccess[] = [
  recognitionFileAccess,
  ...electiveFileAccess,
  noticeFileAccess,
  guideFileAccess,
];
