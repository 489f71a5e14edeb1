import { z } from 'zod';
import type { ReadModelName } from '../kernel/read-model.vocabulary.ts';
import { defineCommand } from '../kernel/command.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { OPINION_MAX_LENGTH, OPINION_TOO_LONG, nodeResult } from './approval.vocabulary.ts';

/** Result of commands on an application: what the approver's screen shows next. */
export const applicationState = z.object({
  applyId: z.string(),
  processNo: z.string(),
  approvalBusinessStatus: z.string(),
  revision: z.number().int(),
});

/** Where people look for a decision and its effects. */
const decisionsShownIn: readonly ReadModelName[] = [
  'approval-list',
  'approval-log',
  'todo-queue',
  'score-sheet',
  'score-change',
  'recognition',
  'deferred-exam',
  'student-application',
  'elective',
  'major-schema',
];

/** One decision on one application. `revision` is the stream revision that the approver's screen showed. */
export const decideApplication = defineCommand(
  'application.decide',
  z.object({
    applyId: z.string().min(1, '数据丢失，请刷新后重试'),
    revision: z.number().int().min(0),
    approvalStatus: z.enum(nodeResult),
    /** Only when rejecting: node id, `'0'` for the applicant. */
    backNode: z.string().optional(),
    approvalOpinion: z.string().max(OPINION_MAX_LENGTH, OPINION_TOO_LONG),
    isAllSchool: z.enum(yesNo).optional(),
    /** The authorisation under which a delegate decides; without it people decide in their own right. */
    authId: z.string().optional(),
    /** Further authorisations of the same person: where all must pass, passing counts for these absent people too. */
    alsoFor: z.array(z.string()).max(50).optional(),
  }),
  applicationState,
  { shownIn: decisionsShownIn },
);

/**
 * Hands one application to another approver of the node it waits at: by one of them, or by the office for somebody who
 * is away.
 */
export const transferApplication = defineCommand(
  'application.transfer',
  z.object({
    applyId: z.string().min(1, '数据丢失，请刷新后重试'),
    revision: z.number().int().min(0),
    toUser: z.string().min(1, '必填'),
    capacity: z.enum(['approver', 'office']).default('approver'),
    reason: z.string().trim().min(1, '必填').max(OPINION_MAX_LENGTH, OPINION_TOO_LONG),
  }),
  applicationState,
  { shownIn: ['approval-list', 'approval-log', 'todo-queue'] },
);

/** Asks the approvers of the current node to hurry; once a day for each application. */
export const urgeApplication = defineCommand(
  'application.urge',
  z.object({
    applyId: z.string().min(1, '数据丢失，请刷新后重试'),
    capacity: z.enum(['applicant', 'office']),
    remark: z.string().trim().max(OPINION_MAX_LENGTH, OPINION_TOO_LONG).default(''),
  }),
  applicationState,
  { shownIn: ['approval-list', 'approval-log', 'todo-queue'] },
);

/** The applicant takes it back (1 → 4, or 2 → 4 where the process allows it and no other unit decided). */
export const recallApplication = defineCommand(
  'application.recall',
  z.object({
    applyId: z.string().min(1),
    reason: z.string().max(200).optional(),
  }),
  applicationState,
  { shownIn: decisionsShownIn },
);

/**
 * The office ends an application that waits for approval: its content goes back to the applicant's side (EXAM-SET-11).
 */
export const cancelApplication = defineCommand(
  'application.cancel',
  z.object({
    applyId: z.string().min(1, '数据丢失，请刷新后重试'),
    reason: z.string().trim().min(1, '必填').max(OPINION_MAX_LENGTH, OPINION_TOO_LONG),
  }),
  applicationState,
  { shownIn: ['score-sheet', 'approval-list', 'todo-queue'] },
);

/** The office ends an application wherever it waits; it counts as not passed (SYSADMIN-25). */
export const terminateApplication = defineCommand(
  'application.terminate',
  z.object({
    applyId: z.string().min(1, '数据丢失，请刷新后重试'),
    revision: z.number().int().min(0),
    reason: z.string().trim().min(1, '必填').max(OPINION_MAX_LENGTH, OPINION_TOO_LONG),
  }),
  applicationState,
  { shownIn: decisionsShownIn },
);
