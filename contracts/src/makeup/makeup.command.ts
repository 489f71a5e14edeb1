import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { instant, semesterKey } from '../kernel/fields.ts';
import { makeupOption, makeupType, scoreType } from '../score/score.vocabulary.ts';

const chosen = z.array(z.string().min(1).max(64)).min(1, '请至少选择一条数据').max(500, '一次最多处理 500 条');
const window = z.object({ begin: instant, end: instant });
/** How make-up exams count. */
export const makeupOptionCode = z.enum(makeupOption, '必填');

/** What lists are generated from and for, and how their exams count. */
export const makeupGeneration = z.object({
  sourceSemesterId: semesterKey,
  semesterId: semesterKey,
  makeupAndDelayTemplateValue: makeupOptionCode,
  window,
});
export type MakeupGeneration = z.output<typeof makeupGeneration>;

/** What is wrong with a generation as a whole, at the field that tells it; null: nothing. */
export function generationFault({ window: { begin, end }, semesterId, sourceSemesterId }: MakeupGeneration): {
  code: 'SHEET_WINDOW_INVALID' | 'MAKEUP_SEMESTER_ORDER';
  field: string;
  message: string;
} | null {
  if (end <= begin) return { code: 'SHEET_WINDOW_INVALID', field: 'window.end', message: '录入截止时间应晚于开始时间' };
  return semesterId < sourceSemesterId
    ? { code: 'MAKEUP_SEMESTER_ORDER', field: 'semesterId', message: '补考学期不能早于原学期' }
    : null;
}

/** A group as a generation leaves it; numbers are head counts. */
export const generatedGroup = z.object({
  makeupCourseId: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  openDepartmentName: z.string(),
  makeupAndDelayTemplateValue: makeupOptionCode,
  /** Students sitting a make-up, and a deferred exam; those among them whom this generation adds. */
  makeupNum: z.number().int(),
  deferredNum: z.number().int(),
  addedNum: z.number().int(),
  isNew: z.boolean(),
  /** Those who are added, with the kind of their exam. */
  added: z.array(z.object({ studentCode: z.string(), makeupType: z.enum(makeupType) })),
});
export type GeneratedGroup = z.output<typeof generatedGroup>;

/** Why somebody who has not passed is not on the list. */
export const skippedStudents = z.object({ reason: z.string(), count: z.number().int() });

/**
 * Makes the make-up lists of one course from its published failures and deferred exams of a semester
 * (domain-model-score §4). Again, it adds who is new and takes nobody away. A semester is a long job of kind
 * `makeupGenerate`, one item a course.
 */
export const generateMakeup = defineCommand(
  'makeup.generate',
  makeupGeneration.extend({ courseId: z.string().min(1).max(64) }),
  z.object({ groups: z.array(generatedGroup), addedNum: z.number().int(), skipped: z.array(skippedStudents) }),
);

/** Changes groups that are not frozen: only what is named. */
export const updateMakeup = defineCommand(
  'makeup.update',
  z.object({
    makeupCourseIds: chosen,
    makeupAndDelayTemplateValue: makeupOptionCode.optional(),
    window: window.optional(),
    teacherCode: z.string().max(64).optional(),
  }),
  z.object({ changed: z.number().int() }),
);

/** Freezes lists and sets up their sheets, so that scores can be entered. */
export const freezeMakeup = defineCommand(
  'makeup.freeze',
  z.object({ makeupCourseIds: chosen }),
  z.object({ frozen: z.number().int() }),
  { shownIn: ['score-sheet'] },
);

/** Decides about a student of a frozen list or published retake class whose original score is another now. */
export const settleOrigin = defineCommand(
  'makeup.settleOrigin',
  z.object({
    teachingClassId: z.string().min(1).max(64),
    studentCode: z.string().min(1).max(64),
    /** `adjust`: a published make-up score is weighed anew, although it fails then. */
    decision: z.enum(['keep', 'remove', 'adjust']),
    reason: z.string().trim().min(1, '必填').max(120, '最多 120 个字符'),
  }),
  z.object({ revision: z.number().int() }),
  { shownIn: ['score-sheet'] },
);

/** Opens or changes a retake class (SCORE-MORE-28) that is not published. */
export const saveRetakeClass = defineCommand(
  'rebuildClass.save',
  z.object({
    rebuildClassId: z.string().max(64).optional(),
    semesterId: semesterKey,
    courseId: z.string().min(1, '请选择一条课程!').max(64),
    rebuildClassName: z.string().trim().min(1, '必填').max(60, '最多 60 个字符'),
    teacherCode: z.string().min(1, '必填').max(64),
    capacity: z.number().int().min(1, '至少 1 人').max(999, '最多 999 人'),
    window,
  }),
  z.object({ rebuildClassId: z.string() }),
);

/** Why a closed list changes. */
const listReason = z.string().trim().max(60, '最多 60 个字符');

/** Takes students off a make-up list, frozen or not; what was typed for them stays apart on the sheet. */
export const removeListed = defineCommand(
  'makeup.removeStudents',
  z.object({
    makeupCourseId: z.string().min(1).max(64),
    studentCodes: chosen,
    reason: listReason.min(1, '必填'),
  }),
  z.object({ studentNum: z.number().int() }),
);

/** Puts students who are to be listed on a make-up list, frozen or not (domain-model-score §4). */
export const addListed = defineCommand(
  'makeup.addStudents',
  z.object({
    makeupCourseId: z.string().min(1).max(64),
    studentCodes: chosen,
    reason: listReason.min(1, '必填'),
  }),
  z.object({ studentNum: z.number().int() }),
  { shownIn: ['score-sheet'] },
);

/** Opens a closed list again while nothing is typed: its sheet is withdrawn, and set up anew when it is closed. */
export const reopenList = defineCommand(
  'makeup.reopenList',
  z.object({
    teachingClassId: z.string().min(1).max(64),
    scoreType: z.enum([scoreType.makeup, scoreType.retake]),
    reason: listReason.min(1, '必填'),
  }),
  z.object({ teachingClassId: z.string() }),
  { shownIn: ['score-sheet'] },
);

/** Puts students who failed the course into a retake class, and takes others out; a published one with a reason. */
export const setRetakeStudents = defineCommand(
  'rebuildClass.setStudents',
  z.object({
    rebuildClassId: z.string().min(1).max(64),
    add: z.array(z.string().max(64)).max(500).default([]),
    remove: z.array(z.string().max(64)).max(500).default([]),
    reason: listReason.default(''),
  }),
  z.object({ studentNum: z.number().int() }),
);

/** Publishes a retake class: its list stands, and its sheet is set up. */
export const publishRetakeClass = defineCommand(
  'rebuildClass.publish',
  z.object({ rebuildClassId: z.string().min(1).max(64) }),
  z.object({ rebuildClassId: z.string(), revision: z.number().int() }),
  { shownIn: ['score-sheet'] },
);
