import { z } from 'zod';
import { commandId, dateTimeText, yesNoFlag } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { withheldScores } from '../score-setting/score-opening.ts';
import { cleanCode, CODE_ALPHABET, CODE_LENGTH, transcriptLanguage } from './transcript.ts';

/** One attempt as the card shows it, with why it counts or not. */
export const cardAttempt = z.object({
  attemptId: z.string(),
  courseId: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  courseEnglishName: z.string(),
  courseCredit: z.string(),
  courseAttribute: z.string(),
  courseAttributeName: z.string(),
  courseNature: z.string(),
  courseNatureName: z.string(),
  examNature: z.string(),
  examNatureName: z.string(),
  finalName: z.string(),
  scoreRemarkName: z.string(),
  source: z.string(),
  sourceName: z.string(),
  passed: z.boolean(),
  hasValue: z.boolean(),
  counts: z.boolean(),
  why: z.string(),
  /** Grade point; null: not in the average. */
  point: z.string().nullable(),
  recordedAt: dateTimeText,
  ruleVersion: z.string(),
  teachingClassId: z.string().nullable(),
  applyId: z.string(),
});
/** A course that the student is in and has no published score of. */
const courseInProgress = z.object({
  teachingClassId: z.string(),
  teachingClassName: z.string(),
  semesterId: z.string(),
  semesterName: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  courseCredit: z.string(),
  courseAttributeName: z.string(),
  sheetStatusName: z.string(),
  listSource: z.string(),
});

/** What a student's scores add up to, by the rules named beside it. Credits and figures as shown. */
const cardTotals = z.object({
  earnedCredit: z.string(),
  failedCredit: z.string(),
  inProgressCredit: z.string(),
  extraCredit: z.string(),
  gpaCredit: z.string(),
  passedNum: z.number().int(),
  failedNum: z.number().int(),
  inProgressNum: z.number().int(),
  /** A dash when no course is in the average. */
  gpa: z.string(),
  weightedAverage: z.string(),
});

/**
 * A student's scores whole: by semester, which attempt counts and why, credits, GPA (SCORE-MORE-48). Without
 * `studentCode` those of the caller himself. `asOf`: as the event store tells it for that moment.
 */
export const scoreCard = defineOperation({
  id: 'scoreCard.detail',
  method: 'GET',
  path: '/score/scoreQuery/card',
  access: { permission: 'scoreQuery:query' },
  scope: 'student',
  summary: '学生成绩总表',
  outcome: 'query',
  input: z.object({
    studentCode: z.string().min(1, '请先选择学生再操作').max(64).optional(),
    asOf: z.union([dateTimeText, z.literal('')]).optional(),
  }),
  output: z.object({
    student: z.object({
      studentCode: z.string(),
      studentNumber: z.string(),
      studentName: z.string(),
      departmentName: z.string(),
      gradeMajorName: z.string(),
      administrativeClassName: z.string(),
      gradeName: z.string(),
      statusName: z.string(),
    }),
    rules: z.object({
      ruleVersion: z.string(),
      ruleName: z.string(),
      effectiveRuleName: z.string(),
      gpaRuleName: z.string(),
      gpaRuleText: z.string(),
      /** Coefficients in use, in words; empty without any (SCORE-MORE-19). */
      coefficientText: z.string(),
      passMark: z.string(),
    }),
    asOf: dateTimeText.nullable(),
    /** Of the reader's own card: what it leaves out (SCORE-MORE-40). */
    withheld: withheldScores,
    totals: cardTotals,
    byAttribute: z.array(
      z.object({
        courseAttribute: z.string(),
        courseAttributeName: z.string(),
        courseNum: z.number().int(),
        passedNum: z.number().int(),
        failedNum: z.number().int(),
        earnedCredit: z.string(),
        failedCredit: z.string(),
      }),
    ),
    semesters: z.array(
      z.object({
        semesterId: z.string(),
        semesterName: z.string(),
        earnedCredit: z.string(),
        gpa: z.string(),
        rows: z.array(cardAttempt),
      }),
    ),
    inProgress: z.array(courseInProgress),
    extra: z.array(
      z.object({
        studentExtraScoreId: z.string(),
        semesterName: z.string(),
        extraName: z.string(),
        credit: z.string(),
        valueName: z.string(),
        scoreRemarkName: z.string(),
        sourceName: z.string(),
        inTranscript: yesNoFlag,
      }),
    ),
  }),
});

/** Every attempt of a student as xlsx, with the figures above. */
export const scoreCardExport = defineOperation({
  id: 'scoreCard.export',
  method: 'GET',
  path: '/score/scoreQuery/card/export',
  access: { permission: 'scoreQuery:exportExcel' },
  scope: 'student',
  answer: 'file',
  summary: '导出学生成绩总表',
  outcome: 'exportExcel',
  input: z.object({ studentCode: z.string().min(1, '请先选择学生再操作').max(64) }),
  output: z.unknown(),
});

/** Prints a transcript: what it says is kept with a verification code. The file is fetched with the code. */
export const printTranscript = defineOperation({
  id: 'transcript.print',
  method: 'POST',
  path: '/score/scoreQuery/print',
  access: { permission: 'scoreQuery:print' },
  scope: 'student',
  summary: '打印成绩单',
  encoding: 'form',
  input: z.object({
    commandId,
    studentCode: z.string().min(1, '请先选择学生再操作').max(64),
    language: transcriptLanguage,
    /** `1`: also the attempts that do not count, marked. */
    allAttempts: yesNoFlag,
    /** Of the language; the default one where none is chosen. */
    printTemplateId: z.string().max(64).optional(),
    reason: z.string().trim().min(1, '必填').max(60, '最多 60 个字符'),
  }),
  output: z.object({ code: z.string() }),
});

const transcriptCode = z
  .string()
  .transform(cleanCode)
  .pipe(z.string().regex(new RegExp(`^[${CODE_ALPHABET}]{${String(CODE_LENGTH)}}$`), '验证码为 16 位字母和数字'));

/** A printed transcript as PDF, word for word as it was printed. */
export const transcriptFile = defineOperation({
  id: 'transcript.file',
  method: 'GET',
  path: '/score/scoreQuery/print/{code}',
  access: { permission: 'scoreQuery:print' },
  scope: 'student',
  answer: 'file',
  summary: '下载成绩单',
  failureText: '成绩单下载失败',
  input: z.object({ code: transcriptCode }),
  output: z.unknown(),
});

/** What was printed of a student, newest first. */
export const transcriptPrints = defineOperation({
  id: 'transcript.prints',
  method: 'GET',
  path: '/score/scoreQuery/prints',
  access: { permission: 'scoreQuery:print' },
  scope: 'student',
  summary: '成绩单打印记录',
  outcome: 'query',
  input: z.object({ studentCode: z.string().min(1, '请先选择学生再操作').max(64) }),
  output: z.object({
    /** Origin that is printed for checking; null: none is set up, and the code is printed alone. */
    verifySite: z.string().nullable(),
    list: z.array(
      z.object({
        code: z.string(),
        language: transcriptLanguage,
        allAttempts: yesNoFlag,
        reason: z.string(),
        /** Empty: without a template. */
        templateName: z.string(),
        printedAt: dateTimeText,
        printedBy: z.string(),
        ruleVersion: z.string(),
        dataVersion: z.string(),
        courseNum: z.number().int(),
        gpa: z.string(),
      }),
    ),
  }),
});

/**
 * What anybody who holds a transcript may know: that it was printed here, about whom in outline, and whether it still
 * says what is true.
 */
export const verifyTranscript = defineOperation({
  id: 'transcript.verify',
  method: 'GET',
  path: '/verify/{code}',
  guessing: 'verify',
  access: { public: '成绩单的收件人没有账号，凭验证码核对；姓名与学号只显示一部分' },
  summary: '核对成绩单',
  failureText: '核对失败',
  input: z.object({ code: transcriptCode }),
  output: z.object({
    code: z.string(),
    schoolName: z.string(),
    studentName: z.string(),
    studentNumber: z.string(),
    language: transcriptLanguage,
    printedAt: dateTimeText,
    courseNum: z.number().int(),
    earnedCredit: z.string(),
    gpa: z.string(),
    gpaRuleName: z.string(),
    /** Whether the scores of today give the same transcript, and in how many courses they differ. */
    same: z.boolean(),
    changedNum: z.number().int(),
    /**
     * The first checkpoint that covers all that the transcript was made from (decision 092); null: not sealed yet.
     */
    checkpoint: z.object({ number: z.number().int(), time: dateTimeText, root: z.string() }).nullable(),
  }),
});

export const scoreCardOperations = [
  scoreCard,
  scoreCardExport,
  printTranscript,
  transcriptFile,
  transcriptPrints,
  verifyTranscript,
] as const;
