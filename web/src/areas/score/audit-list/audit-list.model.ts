import { businessStatusNames, type BusinessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { auditViews, scoreAuditSorts } from '@jwxt/contracts/score/score-change-audit.operations.ts';
import { SCORE_PAGE_SIZE } from '@jwxt/contracts/kernel/fields.ts';
import { scoreTypeNames, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { z } from 'zod';
import { pagingFields, sortField } from '../../../lib/page-state.ts';
import type { AuditSearch } from './score-audit-search.tsx';

const text = z.string().catch('').default('');

/** What an audit list keeps in its address. */
export const auditPageState = z.object({
  view: z.enum(auditViews).catch('todo').default('todo'),
  semesterId: text,
  departmentId: text,
  courseName: text,
  teachingClassName: text,
  applicantName: text,
  approvalBusinessStatus: text,
  studentName: text,
  scoreType: text,
  ...pagingFields(SCORE_PAGE_SIZE),
  ...sortField(scoreAuditSorts),
});

/** Only the filters that say something; a status or type that an address made up says nothing. */
export function askedOf({ approvalBusinessStatus, scoreType, ...texts }: AuditSearch) {
  const filled = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')) as Partial<typeof texts>;
  return {
    ...filled,
    ...(approvalBusinessStatus in businessStatusNames
      ? { approvalBusinessStatus: approvalBusinessStatus as BusinessStatus }
      : {}),
    ...(scoreType in scoreTypeNames ? { scoreType: scoreType as ScoreType } : {}),
  };
}
