import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId, total } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { MAX_CHOSEN_CLASSES } from './administrative-class.operations.ts';

/** What becomes of a student of a class that is added to a roster. */
export const rosterFate = {
  /** Comes in. */
  added: 'added',
  /** Is in it already. */
  enrolled: 'enrolled',
  /** Has left the school. */
  left: 'left',
  /** Is in another class of the same course and semester. */
  elsewhere: 'elsewhere',
  /** Is not of the special item that the class teaches (OPEN-COURSE-15). */
  otherItem: 'otherItem',
} as const;
export type RosterFate = (typeof rosterFate)[keyof typeof rosterFate];

/** 名单来源 of students who came in with their class. */
export const ROSTER_OF_CLASSES = '行政班';

const teachingClassId = z.string('请选择教学班').min(1, '请选择教学班').max(64);
const administrativeClassIds = z
  .array(z.string().min(1).max(64))
  .min(1, '请选择行政班')
  .max(MAX_CHOSEN_CLASSES, `一次最多选择 ${String(MAX_CHOSEN_CLASSES)} 个行政班`);
const access = { permission: 'teachingClassStudent:addClasses' } as const;

/** Who would come into a roster with their classes: how many, and by name who would not, or meets elsewhere then. */
export const previewRosterOfClasses = defineOperation({
  id: 'teachingClassStudent.previewClasses',
  method: 'POST',
  path: '/openCourse/teachingClassStudent/previewClasses',
  access,
  scope: 'teachingClass',
  summary: '按行政班加入名单预览',
  encoding: 'json',
  outcome: 'query',
  input: z.object({ teachingClassId, administrativeClassIds }),
  output: z.object({
    added: total,
    enrolled: total,
    classes: z.array(z.object({ administrativeClassName: z.string(), added: total, students: total })),
    /** Who does not come in, and who does although he has another meeting at that time. */
    conflicts: z.array(
      z.object({
        studentCode: z.string(),
        studentNumber: z.string(),
        studentName: z.string(),
        administrativeClassName: z.string(),
        comesIn: z.boolean(),
        reason: z.string(),
      }),
    ),
  }),
});
/** Takes the students of whole classes into a roster. */
export const addClassesToRosterOperation = defineOperation({
  id: 'teachingClassStudent.addClasses',
  method: 'POST',
  path: '/openCourse/teachingClassStudent/addClasses',
  access,
  scope: 'teachingClass',
  summary: '按行政班加入名单',
  encoding: 'json',
  outcome: 'add',
  input: z.object({ commandId, teachingClassId, administrativeClassIds, expected: z.number().int().min(1) }),
  output: z.object({ added: total }),
});
/**
 * What the operation sends. `expected`: how many the preview said would come in; when it would be others by now, nobody
 * does.
 */
export const addClassesToRoster = defineCommand(
  'teachingClassStudent.addClasses',
  z.object({ teachingClassId, administrativeClassIds, expected: z.number().int().min(1) }),
  z.object({ added: total }),
);
export const rosterOfClassesOperations = [previewRosterOfClasses, addClassesToRosterOperation] as const;
