import { z } from 'zod';
import { decimalText } from '../kernel/fields.ts';
import {
  CREDIT_REASON_MAX,
  MAX_GROUPS,
  MAX_LINES,
  REMARK_MAX,
  type RecognitionKind,
} from './recognition.vocabulary.ts';

/** Credits and scores, at most one place. */
const decimal1 = decimalText({ places: 1, min: 0, max: 999.9 });
const optional = (max: number) => z.string().trim().max(max, `最多 ${max} 个字符`).default('');
const required = (max: number, text = '必填') => z.string().trim().min(1, text).max(max, `最多 ${max} 个字符`);

/**
 * A score earned elsewhere as the form has it, whatever the kind: text as typed. In-system scores are named by
 * `attemptId` and `outCourseId` alone.
 */
const outsideLine = {
  attemptId: optional(120),
  outCourseId: optional(60),
  outSemesterId: optional(20),
  outCourseNatureName: optional(20),
  outCourseAttributeName: optional(20),
  outCourseCode: optional(30),
  outCourseName: optional(80),
  outCourseCredit: optional(10),
  outCoursePeriod: optional(10),
  outScoreCognizanceFinalValue: optional(10),
  outSchoolScoreType: optional(20),
  outSchoolName: optional(80),
};
const typedLine = {
  ...outsideLine,
  outCourseName: required(80),
  outCourseCredit: decimal1,
  outScoreCognizanceFinalValue: required(10),
};
/** What a kind asks of each outside score before it can be sent. */
const lineOf = {
  system: z.object({
    ...outsideLine,
    attemptId: required(120, '请选择原成绩'),
    outCourseId: required(60, '请选择原成绩'),
  }),
  outside: z.object({ ...typedLine, outCourseCode: required(30) }),
  outSchool: z.object({
    ...typedLine,
    outSchoolScoreType: required(20, '请选择成绩来源'),
    outSchoolName: required(80),
  }),
} as const;

/** An application as far as it is filled in: nothing but lengths is asked (LC-A, 已保存). */
export const recognitionDraftForm = z.object({
  scoreCognizanceApplyRemark: optional(REMARK_MAX),
  relateList: z
    .array(
      z.object({
        creditShortReason: optional(CREDIT_REASON_MAX),
        outSideList: z.array(z.object(outsideLine)).max(MAX_LINES),
        inSideList: z
          .array(z.object({ courseId: optional(60), scoreCognizanceFinalValue: optional(10) }))
          .max(MAX_LINES),
      }),
    )
    .max(MAX_GROUPS),
});
export type RecognitionDraftForm = z.output<typeof recognitionDraftForm>;

/** An application that can be sent (RECOGNITION-14…18). Credits and values are decimal text. */
export function recognitionFormOf<K extends RecognitionKind>(kind: K) {
  return z.object({
    kind: z.literal(kind),
    /** Of one that was saved, returned or recalled; or of a new one (a UUID), when files were attached to it before. */
    applyId: z.string().max(60).optional(),
    studentId: z.string().min(1, '请先选择学生再操作'),
    scoreCognizanceApplyRemark: required(REMARK_MAX),
    relateList: z
      .array(
        z.object({
          creditShortReason: optional(CREDIT_REASON_MAX),
          outSideList: z.array(lineOf[kind]).min(1, '请填写原成绩').max(MAX_LINES),
          inSideList: z
            .array(z.object({ courseId: z.string().min(1, '请选择认定课程'), scoreCognizanceFinalValue: decimal1 }))
            .min(1, '请选择认定课程')
            .max(MAX_LINES),
        }),
      )
      .min(1, '请至少填写一组原成绩与认定课程')
      .max(MAX_GROUPS),
  });
}
