import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { instant, semesterKey } from '../kernel/fields.ts';
import { setRetakeStudents } from './makeup.command.ts';
import { payStatus } from './rebuild-sign-up.vocabulary.ts';

/** Sign-ups that one command is about, at most. */
export const SIGN_UPS_AT_ONCE = 500;
const signUpIds = z
  .array(z.string().min(1).max(80))
  .min(1, '请至少选择一条数据')
  .max(SIGN_UPS_AT_ONCE, `一次最多处理 ${String(SIGN_UPS_AT_ONCE)} 条`);
const { reason } = setRetakeStudents.payload.shape;

/**
 * Puts confirmed sign-ups of one course into a retake class of it, or an ordinary class that they follow
 * (SCORE-MORE-29); all of them or none. Into a published retake class with a reason.
 */
export const assignSignUps = defineCommand(
  'rebuildSignUp.assign',
  z.object({ signUpIds, teachingClassId: z.string().min(1, '请选择班级').max(64), reason }),
  z.object({ assigned: z.number().int() }),
);

/** Takes sign-ups off their classes; they stay confirmed. Off a published retake class with a reason. */
export const unassignSignUps = defineCommand(
  'rebuildSignUp.removeFromClass',
  z.object({ signUpIds, reason }),
  z.object({ removed: z.number().int() }),
);

/** Notes that fees of confirmed sign-ups are waived, owed, paid or paid back. */
export const setSignUpsPaid = defineCommand(
  'rebuildSignUp.setPayStatus',
  z.object({ signUpIds, payStatus: z.enum(payStatus, '请选择缴费状态') }),
  z.object({ changed: z.number().int() }),
);

/**
 * Opens retake classes for sign-ups without a class: one for each course and campus, several of like size where more
 * than `size` signed up, under the teacher who taught the course last. They are not published. Courses that nobody on
 * the job has taught are left out, with their names.
 */
export const groupSignUps = defineCommand(
  'rebuildSignUp.autoGroup',
  z.object({
    signUpIds,
    semesterId: semesterKey,
    size: z.number().int().min(1).max(999),
    window: z.object({ begin: instant, end: instant }),
  }),
  z.object({ classNum: z.number().int(), studentNum: z.number().int(), skipped: z.array(z.string()) }),
);
