import { ADMIN_BASE } from '../kernel/module.vocabulary.ts';
import { z } from 'zod';
import { yesNoFlag } from '../kernel/fields.ts';

/** Languages a transcript is printed in. */
export const transcriptLanguageNames = { zh: '中文', en: '英文' } as const;
export const transcriptLanguage = z.enum(['zh', 'en']);
export type TranscriptLanguage = z.output<typeof transcriptLanguage>;

/** One line of a transcript. Credits are tenths, points hundredths; null: not in the average. */
export const transcriptLine = z.object({
  courseNum: z.string(),
  courseName: z.string(),
  courseEnglishName: z.string(),
  courseAttribute: z.string(),
  courseAttributeName: z.string(),
  courseCredit: z.number().int(),
  /** @XTGL_KSXZ. */
  examNature: z.string(),
  finalName: z.string(),
  scoreRemarkCode: z.string(),
  /** The school shows it on no transcript (SCORE-MORE-18). */
  remarkHidden: z.literal(true).optional(),
  passed: z.boolean(),
  counts: z.boolean(),
  point: z.number().int().nullable(),
});
export type TranscriptLine = z.output<typeof transcriptLine>;

/** How a transcript is printed: its own title and words below, empty for none; what it leaves out. */
export const transcriptTemplate = z.object({
  printTemplateName: z.string(),
  title: z.string(),
  note: z.string(),
  showFailed: yesNoFlag,
  showAverage: yesNoFlag,
  landscape: yesNoFlag,
});
export type TranscriptTemplate = z.output<typeof transcriptTemplate>;

/**
 * Everything that a transcript says, as it is kept with its verification code. Values and points are hundredths,
 * credits tenths.
 */
export const transcriptContent = z.object({
  schoolName: z.string(),
  schoolEnglishName: z.string(),
  student: z.object({
    studentCode: z.string(),
    studentNumber: z.string(),
    studentName: z.string(),
    pinyin: z.string(),
    departmentName: z.string(),
    gradeMajorName: z.string(),
    administrativeClassName: z.string(),
    /** Empty: without one. Transcripts that were printed before these names existed lack them. */
    departmentEnglishName: z.string().optional(),
    majorEnglishName: z.string().optional(),
    gradeCode: z.string().optional(),
  }),
  rules: z.object({
    ruleVersion: z.string(),
    ruleName: z.string(),
    gpaRule: z.enum(['GPA40', 'GPA50']),
    gpaRuleText: z.string(),
    /** Empty: no coefficients. Transcripts from before there were any lack it. */
    coefficientText: z.string().optional(),
    effectiveRule: z.enum(['ZGF', 'ZHC', 'SCJ']),
  }),
  semesters: z.array(z.object({ semesterId: z.string(), semesterName: z.string(), lines: z.array(transcriptLine) })),
  /** Scores outside a class that belong in a transcript. */
  extra: z.array(z.object({ extraName: z.string(), credit: z.number().int(), valueName: z.string() })),
  /** How it is printed (SCORE-MORE-37); absent: as it is by itself. */
  template: transcriptTemplate.optional(),
  totals: z.object({
    courseNum: z.number().int(),
    earnedCredit: z.number().int(),
    failedNum: z.number().int(),
    gpa: z.number().int().nullable(),
    weightedAverage: z.number().int().nullable(),
  }),
});
export type TranscriptContent = z.output<typeof transcriptContent>;

/** Letters and figures of a verification code: none that are taken for each other. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const CODE_LENGTH = 16;

/** A code as it is printed: four groups of four. */
export const codeText = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? '';

/** A typed code without blanks and dashes, in capitals. */
export const cleanCode = (typed: string): string => typed.replace(/[\s\-—－]/g, '').toUpperCase();

/** Page on which anybody may check a code. */
export const VERIFY_PATH = '/verify';
/** Where students, whose pages stand outside the modules, find their own card and print transcripts. */
export const OWN_CARD_PATH = `${ADMIN_BASE}/newHome/components/scoreCard`;
