import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { instant, semesterKey } from '../kernel/fields.ts';
import { electiveDraft, electiveForm } from './elective-form.ts';

/** Key of a plan, made by the page that begins it, so that files can be attached before it is saved. */
export const planId = z.uuid('数据丢失，请刷新后重试');
/** Revision of the content that the page shows; -1 for a plan that was never saved. */
const revision = z.number().int().min(-1);
const written = z.object({ planId: z.string(), revision: z.number().int() });

/** Keeps an application as it is; the page does so by itself while somebody types. */
export const saveElective = defineCommand(
  'elective.save',
  z.object({ planId, revision, form: electiveDraft }),
  written,
  { shownIn: ['elective'] },
);
/** Sends it for approval, for the first time or once more after it was returned or recalled. */
export const submitElective = defineCommand(
  'elective.submit',
  z.object({ planId, revision, form: electiveForm }),
  z.object({ planId: z.string() }),
  { shownIn: ['elective', 'approval-list', 'approval-log', 'todo-queue'] },
);
export const deleteElective = defineCommand('elective.delete', z.object({ planId }), z.object({ planId: z.string() }), {
  shownIn: ['elective'],
});
/**
 * When public electives of a semester may be applied for; all units, or one (OPEN-COURSE-08, type 2). Writing it again
 * changes it.
 */
export const setElectiveWindow = defineCommand(
  'elective.setWindow',
  z.object({
    semesterId: semesterKey,
    departmentId: z.string().max(64).nullable(),
    beginTime: instant,
    endTime: instant,
    reason: z.string(),
  }),
  z.object({ startTimeId: z.string() }),
);
