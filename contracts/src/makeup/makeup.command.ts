import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { instant, semesterKey } from '../kernel/fields.ts';

const chosen = z.array(z.string().min(1).max(64)).min(1, '请至少选择一条数据').max(500, '一次最多处理 500 条');
const window = z.object({ begin: instant, end: instant });
/** `'1'` 替代期末, `'0'` 100 %. */
export const makeupOption = z.enum(['0', '1'], '必填');

/** A group as a generation leaves it; numbers are head counts. */
export const generatedGroup = z.object({
  makeupCourseId: z.string(), courseNum: z.string(), courseName: z.string(), openDepartmentName: z.string(), makeupAndDelayTemplateValue: makeupOption,
  /** Students sitting a make-up, and a deferred exam; those among them whom this generation adds. */
  makeupNum: z.number().int(), deferredNum: z.number().int(), addedNum: z.number().int(),
  isNew: z.boolean(),
  /** Those who are added, with the kind of their exam. */
  added: z.array(z.object({ studentCode: z.string(), makeupType: z.enum(['1', '2', '3']) })),
});
export type GeneratedGroup = z.output<typeof generatedGroup>;

/** Why somebody who has not passed is not on the list. */
export const skippedStudents = z.object({ reason: z.string(), count: z.number().int() });

/**
 * Makes the make-up lists of a semester from its published failures and deferred exams (domain-model-score §4). Again, it adds who is new and
 * takes nobody away. With `preview` it only says what it would do.
 */
export const generateMakeup = defineCommand('makeup.generate', z.object({
  sourceSemesterId: semesterKey, semesterId: semesterKey, makeupAndDelayTemplateValue: makeupOption, window, preview: z.boolean(),
}), z.object({ groups: z.array(generatedGroup), addedNum: z.number().int(), skipped: z.array(skippedStudents) }));

/** Changes groups that are not frozen: only what is named. */
export const updateMakeup = defineCommand('makeup.update', z.object({
  makeupCourseIds: chosen, makeupAndDelayTemplateValue: makeupOption.optional(), window: window.optional(), teacherCode: z.string().max(64).optional(),
}), z.object({ changed: z.number().int() }));

/** Freezes lists and sets up their sheets, so that scores can be entered. */
export const freezeMakeup = defineCommand('makeup.freeze', z.object({ makeupCourseIds: chosen }), z.object({ frozen: z.number().int() }));

/** Opens or changes a rebuild class (SCORE-MORE-28) that is not published. */
export const saveRebuildClass = defineCommand('rebuildClass.save', z.object({
  rebuildClassId: z.string().max(64).optional(), semesterId: semesterKey, courseId: z.string().min(1, '请选择一条课程!').max(64),
  rebuildClassName: z.string().trim().min(1, '必填').max(60, '最多60个字符'), teacherCode: z.string().min(1, '必填').max(64),
  capacity: z.number().int().min(1, '至少 1 人').max(999, '最多 999 人'), window,
}), z.object({ rebuildClassId: z.string() }));

/** Puts students who failed the course into a rebuild class that is not published, and takes others out. */
export const setRebuildStudents = defineCommand('rebuildClass.setStudents', z.object({
  rebuildClassId: z.string().min(1).max(64), add: z.array(z.string().max(64)).max(500).default([]), remove: z.array(z.string().max(64)).max(500).default([]),
}), z.object({ studentNum: z.number().int() }));

/** Publishes a rebuild class: its list stands, and its sheet is set up. */
export const publishRebuildClass = defineCommand('rebuildClass.publish', z.object({ rebuildClassId: z.string().min(1).max(64) }), z.object({ rebuildClassId: z.string(), revision: z.number().int() }));
