import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { recognitionDraftForm, recognitionFormOf } from './recognition-draft.ts';
import { SETTLE_REASON_MAX, recognitionKindList, settlements } from './recognition.vocabulary.ts';

/** A recognition as its form sends it (RECOGNITION-14…18), of any kind. */
export const applyForRecognition = defineCommand(
  'recognition.apply',
  z.discriminatedUnion('kind', [
    recognitionFormOf('system'),
    recognitionFormOf('outside'),
    recognitionFormOf('outSchool'),
  ]),
  z.object({ applyId: z.string() }),
  { shownIn: ['recognition', 'approval-list', 'approval-log', 'todo-queue'] },
);
/** Keeps an application that is not ready to be sent. A new one has its id from the page, a UUID. */
export const saveRecognition = defineCommand(
  'recognition.save',
  z.object({
    kind: z.enum(recognitionKindList),
    applyId: z.string().min(1).max(60),
    studentId: z.string().min(1, '请先选择学生再操作'),
    form: recognitionDraftForm,
  }),
  z.object({ applyId: z.string() }),
  { shownIn: ['recognition'] },
);
/** Deletes an own application that is saved, returned or recalled (LC-A). */
export const removeRecognition = defineCommand(
  'recognition.remove',
  z.object({ kind: z.enum(recognitionKindList), applyId: z.string().min(1) }),
  z.object({ applyId: z.string() }),
  { shownIn: ['recognition'] },
);

const reason = z.string().trim().min(1, '必填').max(SETTLE_REASON_MAX, `最多 ${SETTLE_REASON_MAX} 个字符`);

/** The office has looked at a recognition in force whose source has changed: it stays, or its values follow. */
export const settleRecognition = defineCommand(
  'recognition.settle',
  z.object({ kind: z.enum(recognitionKindList), applyId: z.string().min(1), outcome: z.enum(settlements), reason }),
  z.object({ applyId: z.string() }),
  { shownIn: ['recognition', 'attempt'] },
);
/** The office takes a recognition in force back. */
export const revokeRecognition = defineCommand(
  'recognition.revoke',
  z.object({ kind: z.enum(recognitionKindList), applyId: z.string().min(1), reason }),
  z.object({ applyId: z.string() }),
  { shownIn: ['recognition', 'approval-list', 'approval-log', 'attempt'] },
);
