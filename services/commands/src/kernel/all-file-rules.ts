import { GUIDE_FILES, NOTICE_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { electiveFileRules } from '../elective/elective.file-rule.ts';
import { recognitionFileRule } from '../recognition/recognition.file-rule.ts';
import type { FileRule } from './file-rule.ts';

/** Business objects that have attachments. Those of notices and guides may change at any time. */
const rules: readonly FileRule[] = [
  recognitionFileRule,
  ...electiveFileRules,
  { businessTable: NOTICE_FILES, refuses: () => Promise.resolve(null) },
  { businessTable: GUIDE_FILES, refuses: () => Promise.resolve(null) },
];

/** By business table. */
export const fileRules: ReadonlyMap<string, FileRule> = new Map(rules.map((rule) => [rule.businessTable, rule]));
