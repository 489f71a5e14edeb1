import { GUIDE_FILES, NOTICE_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import type { FileRule } from '../kernel/command-route.ts';

/** Attachments of notices and guides may change at any time. */
export const noticeFileRules: readonly FileRule[] = [NOTICE_FILES, GUIDE_FILES].map((businessTable) => ({
  businessTable,
  refuses: () => Promise.resolve(null),
}));
