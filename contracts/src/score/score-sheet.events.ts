import { z } from 'zod';
import { studentRef } from '../kernel/student-ref.ts';
import { widened } from '../kernel/upcast.ts';
import { applicationDraft, withoutEffect } from '../approval/application.events.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { instant } from '../kernel/fields.ts';
import { personal } from '../kernel/personal.ts';

export const SHEET_STREAM_PREFIX = 'scoreSheet-';
/** Stream of one class and score type; also the business id of its applications is `<teachingClassId>.<scoreType>`. */
export const sheetId = (teachingClassId: string, scoreType: string) => `${teachingClassId}.${scoreType}`;
export const sheetStream = (teachingClassId: string, scoreType: string) =>
  `${SHEET_STREAM_PREFIX}${sheetId(teachingClassId, scoreType)}`;

/** An item's value: whole tenths (855 is 85.5), a grade's `scoreValueCode`, or null for not entered. */
export const cellValue = z.union([z.number().int(), z.string()]).nullable();
export type CellValue = z.output<typeof cellValue>;

/** Final value in hundredths; null where the remark gives none or the row is incomplete. */
export const hundredths = z.number().int().nullable();

/** One sub-item of a sheet (SCORE-ENTRY-13). */
export const scoreItem = z.object({
  dataKey: z.string(),
  scoreSubItemName: z.string(),
  /** Whole per cent; all enabled items add up to 100. */
  scoreSubItemProportion: z.number().int().min(0).max(100),
  type: z.enum(['number', 'select']),
  /** `'true'`, else the cell is read-only. */
  enable: z.enum(['true', 'false']),
  scoreHierarchyCode: z.string(),
  isExamItem: z.boolean(),
});
export type ScoreItem = z.output<typeof scoreItem>;

/** One band of a hierarchy; ends and percentile in hundredths, both ends inside (SCORE-RULES-06). */
export const scoreBand = z.object({
  scoreHierarchyCode: z.string(),
  scoreValueCode: z.string(),
  scoreValueName: z.string(),
  scorePercentileMinValue: z.number().int(),
  scorePercentileMaxValue: z.number().int(),
  scorePercentileValue: z.number().int(),
});
export type ScoreBand = z.output<typeof scoreBand>;

/** What a sheet is about; the names are those of the day it was set up. */
export const sheetFacts = z.object({
  teachingClassId: z.string(),
  teachingClassCode: z.string(),
  teachingClassName: z.string(),
  scoreType: z.string(),
  semesterId: z.string(),
  semesterName: z.string(),
  courseId: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  /** Tenths of a credit. */
  courseCredit: z.number().int(),
  openDepartmentId: z.string(),
  openDepartmentName: z.string(),
  teachers: z.array(z.object({ gh: z.string(), name: personal(z.string(), 'teacher') })),
  importTeacher: personal(z.string(), { kind: 'teacher', field: 'importTeacherGh', among: 'teachers' }),
  /** The one person who may type instead of the teachers of the class; null or absent: any of them. */
  importTeacherGh: z.string().nullable().optional(),
});
export type SheetFacts = z.output<typeof sheetFacts>;

/**
 * How a make-up, deferred or retake sheet counts (domain-model-score §1). Part of the rules, so that history keeps it.
 */
export const reassessmentRules = z.object({
  /**
   * `'1'` 替代期末: the original items stand and the exam item is replaced; `'0'`: the exam counts 100 %; null for
   * retakes.
   */
  makeupAndDelayTemplateValue: z.enum(['0', '1']).nullable(),
  /** Most that a pass counts for, in hundredths (CJ_BKFDX, CJ_CXFDX); null: no limit. Deferred exams never have one. */
  cap: z.number().int().nullable(),
  /** Why each student is on the list, by student code; empty for retakes. */
  students: z.record(z.string(), z.object({ makeupType: z.enum(['1', '2', '3']), originAttemptId: z.string() })),
});
export type ReassessmentRules = z.output<typeof reassessmentRules>;

export const sheetRules = z.object({
  items: z.array(scoreItem).min(1).max(8),
  scoreHierarchyCode: z.string(),
  scoreHierarchyName: z.string(),
  /** Bands of the sheet's hierarchy and of every select item's. */
  listCode: z.array(scoreBand),
  /** Places that the final score is shown with. */
  digit: z.number().int().min(0).max(2),
  /** Pass mark in hundredths. */
  passMark: z.number().int(),
  ruleVersion: z.string(),
  /** The template that items and grade system came from; absent or null when unknown. */
  scoreTemplateId: z.string().nullable().optional(),
  /**
   * Most that the pass of a student counts for who takes the course again in an ordinary class (CJ_CXFDX), in
   * hundredths; absent or null: no limit.
   */
  retakeCap: hundredths.optional(),
  /** Absent on ordinary sheets. */
  retake: reassessmentRules.optional(),
});
export type SheetRules = z.output<typeof sheetRules>;

export const entryWindow = z.object({ begin: instant, end: instant });
export type EntryWindow = z.output<typeof entryWindow>;

/** Whose values change: `retaking` who takes the course again in an ordinary class (名单来源 重修). */
const rowStudent = { ...studentRef.shape, retaking: z.literal(true).optional() };
export const cellChange = z.object({ dataKey: z.string(), itemName: z.string(), before: cellValue, after: cellValue });
export const finalChange = z.object({ before: hundredths, after: hundredths });

/** One student's row as submitted: what is approved is this and nothing else. */
export const submittedRow = z.object({
  ...studentRef.shape,
  administrativeClassName: z.string(),
  gradeMajorName: z.string(),
  /** 名单来源: empty for the first time, 重修 or 补修. */
  isReExamStudentName: z.string(),
  departmentId: z.string(),
  bjdm: z.string(),
  njzydm: z.string(),
  cells: z.record(z.string(), cellValue),
  scoreRemarkCode: z.string(),
  final: hundredths,
  passed: z.boolean(),
});
export type SubmittedRow = z.output<typeof submittedRow>;

/** Figures of a submission; rates in tenths of a per cent, mean/max/min in hundredths, over rows with a final value. */
export const sheetFigures = z.object({
  personNum: z.number().int(),
  scoredNum: z.number().int(),
  passedNum: z.number().int(),
  excellentNum: z.number().int(),
  passRate: z.number().int(),
  excellentRate: z.number().int(),
  failRate: z.number().int(),
  mean: z.number().int(),
  max: z.number().int(),
  min: z.number().int(),
  /** 优 良 中 及格 不及格 by final value. */
  bands: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]),
});
export type SheetFigures = z.output<typeof sheetFigures>;

export const sheetInitialised = defineEvent(
  'SheetInitialised',
  2,
  z.object({
    ...sheetFacts.shape,
    rules: sheetRules,
    window: entryWindow,
    /** Values that stand from the beginning: the original items of a make-up that replaces the exam. */
    rows: z.array(z.object({ ...studentRef.shape, cells: z.record(z.string(), cellValue) })).optional(),
  }),
);
export const inputTimeSet = defineEvent(
  'InputTimeSet',
  1,
  z.object({
    teachingClassId: z.string(),
    scoreType: z.string(),
    before: entryWindow,
    after: entryWindow,
    reason: z.string(),
  }),
);
/** Name of whoever carries it out. */
const byName = personal(z.string(), 'actor');
const importer = z.object({ gh: z.string().nullable(), name: personal(z.string(), 'teacher') });
/** Who types the scores of the class changed (EXAM-SET-06). */
export const importTeacherSet = defineEvent(
  'ImportTeacherSet',
  1,
  z.object({
    teachingClassId: z.string(),
    scoreType: z.string(),
    before: importer,
    after: importer,
    reason: z.string(),
  }),
);
/** A change of the rules by which a sheet is filled: whole rules before and after, so that it can be read alone. */
const rulesChange = z.object({
  teachingClassId: z.string(),
  scoreType: z.string(),
  before: sheetRules,
  after: sheetRules,
  reason: z.string(),
});
/**
 * Sub-items (EXAM-SET-09), the grade system (EXAM-SET-10), the decimals, or all of them from a template (EXAM-SET-07,
 * 14).
 */
export const itemsSet = defineEvent('ItemsSet', 2, rulesChange);
export const hierarchySet = defineEvent('HierarchySet', 2, rulesChange);
export const digitSet = defineEvent('DigitSet', 2, rulesChange);
export const templateSet = defineEvent('TemplateSet', 2, rulesChange);
/** One save: only what changed. `reason` is there when somebody typed it for the teachers (代录), and says why. */
export const cellsEntered = defineEvent(
  'CellsEntered',
  2,
  z.object({
    teachingClassId: z.string(),
    scoreType: z.string(),
    courseId: z.string(),
    rows: z.array(z.object({ ...rowStudent, cells: z.array(cellChange).min(1), final: finalChange })).min(1),
    reason: z.string().optional(),
  }),
);
/**
 * Remarks as a person chose them; `reason` when the office registered them (作弊, 免修, …) or they were typed for the
 * teachers.
 */
export const remarkSet = defineEvent(
  'RemarkSet',
  2,
  z.object({
    teachingClassId: z.string(),
    scoreType: z.string(),
    courseId: z.string(),
    rows: z
      .array(
        z.object({
          ...rowStudent,
          before: z.string(),
          beforeName: z.string(),
          after: z.string(),
          afterName: z.string(),
          final: finalChange,
        }),
      )
      .min(1),
    reason: z.string().optional(),
  }),
);
/** What looked unusual before a submission and the person said is right: the check, and the sentence that was read. */
export const confirmedCheck = z.object({
  check: z.enum(['allEqual', 'distribution', 'heap', 'failRate', 'barred']),
  text: z.string().min(1).max(120),
});
export type ConfirmedCheck = z.output<typeof confirmedCheck>;
export const scoresSubmitted = defineEvent(
  'ScoresSubmitted',
  2,
  z.object({
    ...sheetFacts.shape,
    rules: sheetRules,
    rows: z.array(submittedRow),
    figures: sheetFigures,
    hash: z.string(),
    application: applicationDraft,
    confirmed: z.array(confirmedCheck).optional(),
  }),
);
export const scoresReopened = defineEvent(
  'ScoresReopened',
  1,
  z.object({
    teachingClassId: z.string(),
    scoreType: z.string(),
    applyId: z.string(),
    round: z.number().int(),
    cause: withoutEffect,
    opinion: personal(z.string(), 'about'),
    byName: z.string(),
    nodeName: z.string().nullable(),
  }),
);
/** The office took a submitted (3) or published (4) sheet back, with its reason (SCORE-MORE-07). */
export const scoresRolledBack = defineEvent(
  'ScoresRolledBack',
  1,
  z.object({
    ...sheetFacts.shape,
    applyId: z.string(),
    round: z.number().int(),
    from: z.enum(['3', '4']),
    reason: z.string(),
    byName,
    /** Students whose published scores are withdrawn by it; none when it was not published. */
    students: z.array(studentRef),
  }),
);
/**
 * The office hands a complete sheet in for its teachers (SCORE-MORE-08); `ScoresSubmitted` follows in the same append.
 */
export const scoresForceSubmitted = defineEvent(
  'ScoresForceSubmitted',
  1,
  z.object({ teachingClassId: z.string(), scoreType: z.string(), reason: z.string(), byName }),
);
/** The approval passed: these rows are published. Names its content again, so that it can be read alone. */
export const scoresApproved = defineEvent(
  'ScoresApproved',
  2,
  z.object({
    ...sheetFacts.shape,
    rules: sheetRules,
    rows: z.array(submittedRow),
    figures: sheetFigures,
    hash: z.string(),
    applyId: z.string(),
    round: z.number().int(),
  }),
);
/** One student's part of a score change: every changed cell with both values, and the totals they give. */
export const scoreChangeRow = z.object({
  ...rowStudent,
  administrativeClassName: z.string(),
  gradeMajorName: z.string(),
  cells: z.array(cellChange),
  remark: z.object({ before: z.string(), beforeName: z.string(), after: z.string(), afterName: z.string() }).nullable(),
  final: finalChange,
  passedBefore: z.boolean(),
  passedAfter: z.boolean(),
});
export type ScoreChangeRow = z.output<typeof scoreChangeRow>;
/** Everything a change application asks for. */
export const scoreChangeRequest = z.object({
  applyId: z.string(),
  sheet: sheetFacts,
  rules: sheetRules,
  rows: z.array(scoreChangeRow).min(1),
  reason: personal(z.string(), 'about'),
  /** Names of the teachers for whom somebody else applies; absent: they do themselves. */
  onBehalfOf: personal(z.string(), 'about').optional(),
  application: applicationDraft,
});
export type ScoreChangeRequest = z.output<typeof scoreChangeRequest>;
/**
 * One open change application a student of the sheet (LC-A): taken when it is applied for, released when it ends. It
 * carries the whole request, so that a policy opens the application from it whatever breaks in between; absent only in
 * the oldest events.
 */
export const changeReserved = defineEvent(
  'ChangeReserved',
  2,
  z.object({
    teachingClassId: z.string(),
    scoreType: z.string(),
    applyId: z.string(),
    processName: z.string(),
    applicantName: personal(z.string(), 'actor'),
    time: instant,
    request: scoreChangeRequest.optional(),
  }),
);
export const changeReleased = defineEvent(
  'ChangeReleased',
  1,
  z.object({
    teachingClassId: z.string(),
    scoreType: z.string(),
    applyId: z.string(),
    outcome: z.enum(['effected', 'notPassed', 'recalled']),
  }),
);

/** The published score changed, because an approved application said so. */
export const scoreChangeApplied = defineEvent(
  'ScoreChangeApplied',
  2,
  z.object({
    ...sheetFacts.shape,
    applyId: z.string(),
    reason: personal(z.string(), 'about'),
    rows: z.array(scoreChangeRow),
  }),
);

/**
 * What became of the score that a student makes up for (or retakes), after the list was frozen. `withdrawn`: its sheet
 * was taken back; `passed`: the course is passed without this exam; `barred`: its remark allows no make-up any more;
 * `changed`: it is another failing score; `restored`: as listed again; `lowered`: published make-up scores that passed
 * would fail with the original items that are right now.
 */
export const originCause = z.enum(['withdrawn', 'passed', 'barred', 'changed', 'restored', 'lowered']);
export type OriginCause = z.output<typeof originCause>;
const oneOfList = { teachingClassId: z.string(), scoreType: z.string(), courseId: z.string(), ...studentRef.shape };
/**
 * The original score of a listed student is another than the list was made from. `cells`: the original items that the
 * exam is weighed with, carried over.
 */
export const retakeOriginChanged = defineEvent(
  'RetakeOriginChanged',
  2,
  z.object({
    ...oneOfList,
    cause: originCause,
    text: personal(z.string(), 'about'),
    cells: z.array(cellChange),
    final: finalChange,
  }),
);
/** The office keeps a student on the list although the original score is another now. */
export const retakeOriginKept = defineEvent(
  'RetakeOriginKept',
  1,
  z.object({ ...oneOfList, text: personal(z.string(), 'about'), reason: personal(z.string(), 'about'), byName }),
);
/**
 * A student is off the list, with everything typed for him: by the office, or (`byName` null) by itself while nothing
 * was typed.
 */
export const retakeStudentRemoved = defineEvent(
  'RetakeStudentRemoved',
  1,
  z.object({
    ...oneOfList,
    text: personal(z.string(), 'about'),
    reason: personal(z.string(), 'about'),
    byName: byName.nullable(),
  }),
);
/**
 * A student who left the list by itself is on it again: the original score fails as before, or still. `cells`: the
 * original items that the exam is weighed with.
 */
export const retakeStudentRestored = defineEvent('RetakeStudentRestored', 1, retakeOriginChanged.data);
/**
 * The office put a student on a frozen make-up list, with the exam and the original attempt. `cells`: the original
 * items that the exam is weighed with.
 */
export const retakeStudentAdded = defineEvent(
  'RetakeStudentAdded',
  1,
  z.object({
    ...oneOfList,
    ...reassessmentRules.shape.students.valueType.shape,
    cells: z.array(cellChange),
    final: finalChange,
    reason: personal(z.string(), 'about'),
    byName,
  }),
);
/** The office opened a closed list again before anything was typed: there is no sheet until the list is closed. */
export const sheetWithdrawn = defineEvent(
  'SheetWithdrawn',
  1,
  z.object({
    teachingClassId: z.string(),
    scoreType: z.string(),
    courseId: z.string(),
    reason: z.string(),
    byName,
  }),
);

/**
 * The first versions knew no cap of retakes in ordinary sheets, no rows that are retaken, and no make-up that its
 * original fails once it is published.
 */
export const sheetUpcasters = [
  sheetInitialised,
  itemsSet,
  hierarchySet,
  digitSet,
  templateSet,
  cellsEntered,
  remarkSet,
  scoresSubmitted,
  scoresApproved,
  changeReserved,
  scoreChangeApplied,
  retakeOriginChanged,
].map(({ type }) => widened(type, 1));

export const scoreSheetEvents = [
  sheetInitialised,
  inputTimeSet,
  importTeacherSet,
  itemsSet,
  hierarchySet,
  digitSet,
  templateSet,
  scoresRolledBack,
  scoresForceSubmitted,
  cellsEntered,
  remarkSet,
  scoresSubmitted,
  scoresReopened,
  scoresApproved,
  changeReserved,
  changeReleased,
  scoreChangeApplied,
  retakeOriginChanged,
  retakeOriginKept,
  retakeStudentRemoved,
  retakeStudentRestored,
  retakeStudentAdded,
  sheetWithdrawn,
] as const;
export type ScoreSheetEvent = EventOf<(typeof scoreSheetEvents)[number]>;
